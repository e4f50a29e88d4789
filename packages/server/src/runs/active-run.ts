import type { ExecutionError } from '@millrace/contract';
import type { WebhookResponse } from '@millrace/engine/node-api';
import type { SaveRules } from './save-rules.ts';
import type { EndedRun, StartRun } from './types.ts';
import type { RunEnd } from './workers/protocol.ts';

/**
 * A run of this process. Its states:
 *
 *   queued → taken → dispatched → ending
 *
 * queued: in the lane's queue. taken: has a place, its row is being written. dispatched: with a worker. ending: its end is being written.
 * From every state it may go to ending at once, when it is stopped or the server closes.
 */
export interface ActiveRun {
  readonly executionId: number;
  readonly run: StartRun;
  /** JSON of RunInput, as it is stored; let go when the worker has it. */
  input: string;
  readonly rules: SaveRules;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  state: 'queued' | 'taken' | 'dispatched' | 'ending';
  /** How it will have ended, once it was told to end; its own outcome does not count any more. */
  verdict: Verdict | undefined;
  readonly timers: Set<NodeJS.Timeout>;
  readonly response: Promise<WebhookResponse | undefined>;
  readonly ended: Promise<EndedRun>;
  respond(response: WebhookResponse | undefined): void;
  end(ended: EndedRun): void;
}

export interface Verdict {
  status: 'canceled' | 'error' | 'crashed';
  error?: ExecutionError;
}

export const createActiveRun = (
  about: Pick<ActiveRun, 'executionId' | 'run' | 'input' | 'rules' | 'startedAt' | 'state'>,
): ActiveRun => {
  const response = Promise.withResolvers<WebhookResponse | undefined>();
  const ended = Promise.withResolvers<EndedRun>();
  return {
    ...about,
    verdict: undefined,
    timers: new Set(),
    response: response.promise,
    ended: ended.promise,
    respond: response.resolve,
    end: ended.resolve,
  };
};

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

/** The end of a run that its worker did not report. */
export const endByVerdict = (executionId: number, { status, error }: Verdict): RunEnd => ({
  executionId,
  status: status === 'crashed' ? 'error' : status,
  error: error ? JSON.stringify(error) : null,
  errorMessage: error?.message,
  lastNode: null,
  nodes: [],
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
