import type { ExecutionMode } from '@millrace/contract';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import type { Metrics } from '../platform/metrics/index.ts';
import { createActiveRun, noPlace, queuedPlace } from './controller/active-run.ts';
import { fileOwnersIn } from './controller/file-owners.ts';
import { type RunDefaults, saveRulesFor } from './controller/save-rules.ts';
import type { Supervisor } from './controller/supervisor.ts';
import type { RunQueue } from './queue/run-queue.ts';
import type { RunLane, Turns } from './queue/turns.ts';
import type { GroupCommit } from './store/group-commit.ts';
import type { NewExecution } from './store/writes.ts';
import type { RunInput, RunnableVersion } from './types.ts';
import { type Attendance, type Audience, unattended } from './waiters/audience.ts';

/** What of a new execution is the same for all ways to start one. */
export interface NewRun {
  executionId?: number;
  version: RunnableVersion;
  mode: ExecutionMode;
  /** JSON of RunInput. */
  input: string;
  depth?: number;
  retryOf?: number;
  sessionId?: string;
  lastNodeAnswer?: RunInput['lastNodeAnswer'];
  tick?: string;
  parent?: { executionId: number; node: string };
  recorded?: NewExecution['recorded'];
  isAwaited: boolean;
}

export type BegunRun = { executionId: number } & Attendance;

/**
 * Starts a run: it is let in, its row is made durable, and then it begins here, or waits for its turn here or in any process.
 *
 * @param lane null: outside of the lanes
 * @returns null where its tick has started a run already
 * @throws AppError tooManyRuns
 */
export type StartIn = (lane: RunLane | null, run: NewRun) => Promise<BegunRun | null>;

const retryAfterSeconds = '2';

export const tooManyRuns = (message: string): AppError =>
  new AppError('tooManyRuns', message, { headers: { 'retry-after': retryAfterSeconds } });

export const serverStops = (): AppError => tooManyRuns('The server is stopping.');
export const queueIsFull = (): AppError => tooManyRuns('Too many runs wait for a worker.');

const once = (release: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) release();
    isDone = true;
  };
};

export const createStarts = (options: {
  processId: string;
  /** False: runs are only started here, and executed by other processes. */
  executes: boolean;
  /** Runs that may wait for a place in any process. */
  mostQueued: number;
  defaults: RunDefaults;
  turns: Turns;
  queue: RunQueue | null;
  supervisor: Supervisor;
  commit: GroupCommit;
  audience: Audience;
  clock: Clock;
  metrics: Metrics;
  untilDone<T>(work: Promise<T>): Promise<T>;
  isClosing(): boolean;
  /** A run by hand has begun that goes on from no earlier one. */
  onManualRun(executionId: number, run: NewRun): void;
}): StartIn => {
  const { processId, executes, turns, queue, supervisor, commit, audience, clock } = options;

  const rowOf = (run: NewRun, status: NewExecution['status'], temporary: boolean): NewExecution => ({
    id: run.executionId ?? null,
    workflowId: run.version.workflowId,
    versionId: run.version.versionId,
    ownerId: run.version.ownerId,
    mode: run.mode,
    status,
    startedAt: clock.now(),
    start: run.input,
    retryOf: run.retryOf ?? null,
    processId: status === 'running' ? processId : null,
    temporary,
    origin: run.isAwaited ? processId : null,
    sessionId: run.sessionId ?? null,
    idempotencyKey: run.tick ?? null,
    parent: run.parent ?? null,
    recorded: run.recorded,
    // What is called from outside has no files but its own, whatever its body says.
    uses: run.mode === 'webhook' ? [] : fileOwnersIn(run.input, run.executionId),
  });

  const isSharedQueueFull = () => queue !== null && queue.waiting() >= options.mostQueued;

  /** Where the run gets a place, and how it gives that back. @throws AppError tooManyRuns */
  const admit = (lane: RunLane | null): { entered: 'running' | 'queued'; giveBack: () => void } => {
    if (options.isClosing()) throw serverStops();
    if (!executes) {
      if (isSharedQueueFull()) throw queueIsFull();
      return { entered: 'queued', giveBack: () => {} };
    }
    if (!lane) return { entered: 'running', giveBack: () => {} };
    const entered = lane.enter();
    if (entered === 'full') throw queueIsFull();
    if (entered === 'queued' && isSharedQueueFull()) {
      lane.leave(entered);
      throw queueIsFull();
    }
    return { entered, giveBack: once(() => lane.leave(entered)) };
  };

  return async (lane, run) => {
    const { entered, giveBack } = admit(lane);
    // Results that are there already are read from the database, as for a run that was queued.
    const isQueued = entered === 'queued' || run.recorded !== undefined;
    const rules = saveRulesFor(run.mode, run.version.workflow.settings, options.defaults);
    const row = rowOf(run, isQueued ? 'queued' : 'running', rules.temporary);
    const written = await options.untilDone(commit.write({ kind: 'create', row })).catch((error: unknown) => {
      giveBack();
      throw error;
    });
    if (!written) {
      giveBack();
      return null;
    }
    const executionId = written.id;
    options.metrics.executionStarted(run.mode);
    // Whoever has called a run that waits does so too, as a row.
    const untilWait = !run.isAwaited || run.parent !== undefined;
    const attendance = isQueued && queue && !run.isAwaited ? unattended : audience.attend(executionId, { untilWait });
    if (run.mode === 'manual' && !run.input.startsWith('{"start":{"kind":"partial"'))
      options.onManualRun(executionId, run);
    if (isQueued && queue) giveBack();
    else if (run.recorded) {
      giveBack();
      turns.lineUp(executionId, run.mode);
    } else {
      const entry = createActiveRun({
        executionId,
        version: run.version,
        mode: run.mode,
        retryOf: run.retryOf ?? null,
        sessionId: run.sessionId ?? null,
        lastNodeAnswer: run.lastNodeAnswer,
        origin: row.origin,
        parent: run.parent ?? null,
        depth: run.depth ?? 0,
        rules,
        startedAt: row.startedAt,
        attempt: 0,
        waitCount: 0,
        elapsed: 0,
        input: run.input,
        staticData: written.staticData,
        state: isQueued ? 'queued' : 'taken',
        place: isQueued ? queuedPlace : lane ? turns.placeIn(lane) : noPlace,
      });
      if (isQueued && lane) turns.wait(entry, lane);
      else supervisor.begin(entry);
    }
    return { executionId, ...attendance };
  };
};
