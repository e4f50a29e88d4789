/**
 * Deletes old executions, so that the store does not grow without end: those that ended too long ago, and the oldest ones beyond a
 * number. Their files go after their rows; what a sudden end leaves between the two is removed with the orphans at the next start.
 */
import type { Config } from '../../../config.ts';
import type { OpenDatabase } from '../../../db/database.ts';
import { fileOwnersUsedBy, withUnusedFiles } from '../../../db/file-uses.ts';
import { type BinaryStore, isPassingStorageFailure } from '../../../platform/binary/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { Metrics } from '../../../platform/metrics/index.ts';
import { giveBackSpace } from './free-space.ts';
import { createPace, type Pace } from './pace.ts';
import { deleteEnded, deleteUnusedVersions, idSpan, listEndedBefore, listFrom, listVersions } from './prune-store.ts';

export interface Pruned {
  executions: number;
  /** Stored graphs that no execution and no workflow needs any more. */
  versions: number;
  /** Bytes by which the database file has shrunk. */
  bytes: number;
}

export interface Pruning {
  /** One pass over everything; waits for a pass that is under way. @throws the database's error */
  runOnce(): Promise<Pruned>;
  /** Passes from now on, where the settings want them. One process of an instance does this. */
  start(): void;
  /** Ends passes after the step that is under way; `start` may be called again. */
  stop(): Promise<void>;
  /** As `stop`, for good. */
  close(): Promise<void>;
}

const hour = 3_600_000;
/** After the start of the server other things come first. */
const firstPassAfter = 10_000;
/** From the beginning of a pass to that of the next; between a long one and the next there is a rest. */
const interval = 60_000;
const shortestRest = 5_000;
/** A pass that has nothing to delete takes this part of the time at most. */
const idleShare = 0.05;
/** Files of this many executions are deleted together. */
const filesAtOnce = 500;

export const createPruning = (options: {
  database: OpenDatabase;
  binary: Pick<BinaryStore, 'deleteExecutions'>;
  clock: Clock;
  log: Log;
  config: Pick<Config, 'prune' | 'pruneMaxAge' | 'pruneMaxCount'>;
  metrics: Pick<Metrics, 'executionsPruned'>;
}): Pruning => {
  const { database, binary, clock, log, config, metrics } = options;
  const { db } = database;
  /** Executions whose rows are gone, or who were referred to by such; their files may have to go. */
  let withFiles: number[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stopping = new AbortController();
  let pass: Promise<unknown> = Promise.resolve();
  let isStarted = false;
  let isClosed = false;
  /** Executions were deleted, by whomever, since the versions were looked at. */
  let mayHaveUnusedVersions = true;

  /** @throws BinaryStorageError that passes; files that cannot be deleted for another reason do not keep rows from going. */
  const removeFiles = async (): Promise<void> => {
    while (withFiles.length > 0) {
      const next = withFiles.slice(0, filesAtOnce);
      const unused = await withUnusedFiles(db, next);
      await binary.deleteExecutions(unused.map(String)).catch((error: unknown) => {
        if (isPassingStorageFailure(error)) throw error;
        log.warn({ err: error, executions: next.length }, 'Files of old executions could not be deleted');
      });
      withFiles = withFiles.slice(filesAtOnce);
    }
  };

  /** Id up to which ended executions are more than are kept; 0 if none are. */
  const lastBeyondCount = async (pace: Pace): Promise<number> => {
    const span = config.pruneMaxCount === 0 ? undefined : await idSpan(db);
    if (!span || span.last - span.first < config.pruneMaxCount) return 0;
    let before = Number.MAX_SAFE_INTEGER;
    for (let left = config.pruneMaxCount + 1; left > 0; ) {
      const ids = await pace.step((size) => listEndedBefore(db, before, Math.min(size, left)));
      if (ids === undefined || ids.length === 0) return 0;
      before = ids.at(-1) as number;
      left -= ids.length;
    }
    return before;
  };

  /** From the oldest on, until all of a step were started so late that neither they nor what follows can have ended too long ago. */
  const pruneExecutions = async (pace: Pace): Promise<number> => {
    const beyond = await lastBeyondCount(pace);
    const endedBefore = config.pruneMaxAge === 0 ? Number.NEGATIVE_INFINITY : clock.now() - config.pruneMaxAge * hour;
    let total = 0;
    let after = 0;
    for (;;) {
      const step = await pace.step(async (size) => {
        const found = await listFrom(db, after, size);
        const old = found.filter(({ id, endedAt }) => endedAt !== null && (id <= beyond || endedAt < endedBefore));
        const ids = old.map(({ id }) => id);
        const owners = await fileOwnersUsedBy(db, ids);
        return { found, deleted: await deleteEnded(db, ids), owners };
      });
      const last = step?.found.at(-1);
      if (!step || !last) return total;
      after = last.id;
      total += step.deleted.length;
      withFiles.push(...step.deleted, ...step.owners);
      metrics.executionsPruned(step.deleted.length);
      if (withFiles.length >= filesAtOnce) await removeFiles();
      if (after > beyond && step.found.every(({ startedAt }) => startedAt >= endedBefore)) return total;
    }
  };

  const pruneVersions = async (pace: Pace): Promise<number> => {
    let total = 0;
    let after = 0;
    for (;;) {
      const step = await pace.step(async (size) => {
        const ids = await listVersions(db, after, size);
        return { last: ids.at(-1), deleted: await deleteUnusedVersions(db, ids, clock.now() - hour) };
      });
      if (step?.last === undefined) return total;
      after = step.last;
      total += step.deleted;
    }
  };

  const prune = async (stop: AbortSignal): Promise<Pruned> => {
    const pace = createPace(stop);
    // Before more rows go whose files could not follow.
    await removeFiles();
    const executions = await pruneExecutions(pace);
    await removeFiles();
    const versions = mayHaveUnusedVersions || executions > 0 ? await pruneVersions(pace) : 0;
    mayHaveUnusedVersions = false;
    return { executions, versions, bytes: await giveBackSpace(database, pace) };
  };

  const runOnce = (): Promise<Pruned> => {
    const next = pass.then(() => prune(stopping.signal));
    pass = next.catch(() => undefined);
    return next;
  };

  const runAndRest = async (): Promise<void> => {
    const begun = performance.now();
    let isIdle = true;
    try {
      const pruned = await runOnce();
      const milliseconds = Math.round(performance.now() - begun);
      isIdle = pruned.executions === 0;
      if (!isIdle) log.info({ ...pruned, milliseconds }, 'Old executions were deleted');
    } catch (error) {
      log.warn({ err: error }, 'Old executions could not be deleted; this is tried again');
    }
    if (!isStarted) return;
    const took = performance.now() - begun;
    schedule(isIdle ? Math.max(interval, took / idleShare) : Math.max(shortestRest, interval - took));
  };

  const schedule = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void runAndRest(), milliseconds);
  };

  const stop = async (): Promise<void> => {
    isStarted = false;
    clearTimeout(timer);
    stopping.abort();
    await pass;
    stopping = new AbortController();
  };

  return {
    runOnce,
    start() {
      if (isStarted || isClosed || !config.prune) return;
      isStarted = true;
      schedule(firstPassAfter);
    },
    stop,

    close() {
      isClosed = true;
      return stop();
    },
  };
};
