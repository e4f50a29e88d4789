import type { ExecutionError, ExecutionMode } from '@millrace/contract';
import type { WebhookResponse } from '@millrace/engine/node-api';
import type { LastNodeAnswer, RunnableVersion } from '../types.ts';
import type { EarlierPart, RunEnd } from '../workers/protocol.ts';
import type { SaveRules } from './save-rules.ts';

/**
 * A run of this process. Its states:
 *
 *   queued → taken → dispatched → ending
 *
 * queued: in the lane's queue. taken: has a place, its row is being written or read. dispatched: with a worker. ending: its end, its wait or
 * its release is being written. From every state it may go to ending at once, when it is stopped; from dispatched back to taken, when
 * its worker is lost.
 */
export interface ActiveRun {
  readonly executionId: number;
  readonly version: RunnableVersion;
  readonly mode: ExecutionMode;
  readonly retryOf: number | null;
  readonly sessionId: string | null;
  readonly lastNodeAnswer: LastNodeAnswer | undefined;
  /** Process in which someone waits for it. */
  readonly origin: string | null;
  readonly parent: { executionId: number; node: string } | null;
  /** Of calls. */
  readonly depth: number;
  readonly rules: SaveRules;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly attempt: number;
  readonly waitCount: number;
  /** Milliseconds before this stretch of the run. */
  readonly elapsed: number;
  /** When this stretch began, by the clock of `performance`. */
  beganAt: number;
  /** JSON of RunInput, as it is stored; let go when the worker has it. */
  input: string;
  /** JSON of the workflow's static data. */
  staticData: string | null;
  /** What there is to go on from; let go when the worker has it. */
  earlier: EarlierPart | undefined;
  /** It gets a process of its own. */
  alone: boolean;
  state: 'queued' | 'taken' | 'dispatched' | 'ending';
  /** A node run is under way that must not be repeated. */
  isMarked: boolean;
  /** The answer that a node has given. */
  answer: WebhookResponse | undefined;
  /** How it will have ended, once it was told to end; its own outcome does not count any more. */
  verdict: Verdict | undefined;
  readonly timers: Set<NodeJS.Timeout>;
  /** It has called other executions, or may have in an earlier attempt. */
  mayHaveCalled: boolean;
  /** Executions that it has called and waits for. */
  readonly children: Set<number>;
  /** Where it runs, until it leaves. */
  place: Place;
  /** When this process has nothing more to do with it: true if it has ended. */
  readonly left: Promise<boolean>;
  leave(hasEnded: boolean): void;
}

/** A place in a lane, or in none. It is given back once. */
export interface Place {
  /** False while the run still queues for it: its row then belongs to no process. */
  readonly isTaken: boolean;
  release(): void;
}

/** Where runs are not counted: what another run has called would else wait for a place that its caller holds. */
export const noPlace: Place = { isTaken: true, release: () => {} };

export const createPlace = (release: () => void): Place => {
  let isReleased = false;
  return {
    isTaken: true,
    release() {
      if (isReleased) return;
      isReleased = true;
      release();
    },
  };
};

export const queuedPlace: Place = { isTaken: false, release: () => {} };

export interface Verdict {
  status: 'canceled' | 'error' | 'crashed';
  error?: ExecutionError;
}

type Facts = Omit<
  ActiveRun,
  | 'beganAt'
  | 'isMarked'
  | 'answer'
  | 'verdict'
  | 'timers'
  | 'children'
  | 'left'
  | 'leave'
  | 'alone'
  | 'earlier'
  | 'mayHaveCalled'
> &
  Partial<Pick<ActiveRun, 'alone' | 'earlier' | 'mayHaveCalled'>>;

export const createActiveRun = (facts: Facts): ActiveRun => {
  const left = Promise.withResolvers<boolean>();
  return {
    alone: false,
    earlier: undefined,
    mayHaveCalled: false,
    ...facts,
    beganAt: performance.now(),
    isMarked: false,
    answer: undefined,
    verdict: undefined,
    timers: new Set(),
    children: new Set(),
    left: left.promise,
    leave: left.resolve,
  };
};

/** What log lines about the run carry. */
export const aboutRun = ({ executionId, version: { workflowId } }: Pick<ActiveRun, 'executionId' | 'version'>) => ({
  executionId,
  workflowId,
});

/** Milliseconds that the run has taken, waits left out. */
export const elapsedOf = ({ elapsed, beganAt }: ActiveRun): number =>
  Math.round(elapsed + (performance.now() - beganAt));

const longestTimer = 2 ** 31 - 1;

/** Calls `act` after so long, however long that is, unless the timers of the run are cleared before. */
export const setRunTimer = (run: ActiveRun, milliseconds: number, act: () => void): void => {
  const wait = Math.min(milliseconds, longestTimer);
  const timer = setTimeout(() => {
    run.timers.delete(timer);
    if (wait < milliseconds) setRunTimer(run, milliseconds - wait, act);
    else act();
  }, wait);
  run.timers.add(timer);
};

export const clearRunTimers = ({ timers }: ActiveRun): void => {
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
};

/** The end of a run that its worker did not report. */
export const endByVerdict = (executionId: number, { status, error }: Verdict): RunEnd => ({
  executionId,
  status: status === 'crashed' ? 'error' : status,
  error: error ? JSON.stringify(error) : null,
  errorMessage: error?.message,
  lastNode: error?.node ?? null,
  nodes: [],
  items: [],
});

export const timedOut = (seconds: number, timestamp: number): Verdict => ({
  status: 'error',
  error: { name: 'TimeoutError', message: `The execution timed out after ${seconds} s.`, timestamp },
});

/** @param reason a clause without capital and full stop */
export const crashed = (reason: string, timestamp: number): Verdict => ({
  status: 'crashed',
  error: { name: 'CrashError', message: `The execution was interrupted: ${reason}.`, timestamp },
});

/** A node had begun that must not be repeated. @param reason a clause without capital and full stop */
export const interrupted = (node: string, reason: string, timestamp: number): Verdict => ({
  status: 'crashed',
  error: {
    name: 'InterruptedError',
    message: `The execution was interrupted while "${node}" ran: ${reason}.`,
    description:
      'The node may or may not have done its work, so it was not run again. Look whether it has, then retry the execution, or let the workflow settings repeat interrupted nodes.',
    node,
    timestamp,
  },
});
