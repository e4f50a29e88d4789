import type { ExecutionStore } from './execution-store.ts';
import { UncertainWriteError } from './failures.ts';
import type { ExecutionWrite, WriteOf, WriteResult, WriteResults } from './writes.ts';

/**
 * All writes that wait at the end of a turn of the event loop are committed as one transaction: the group grows with the
 * load by itself, without a timer, so many runs share one flush to the disk. One group is under way at a time, and writes
 * are committed in the order in which they came, also where some have to be tried again.
 */
export interface GroupCommit {
  /**
   * Resolves when it is durable. Rejects with the database's error; nothing of this write is stored then. Where the connection was lost before the
   * answer came, it is written once more, for as long as it takes the database to come back, since no one knows whether it is stored.
   * @throws UncertainWriteError where that ends before
   */
  write<W extends ExecutionWrite>(write: W): Promise<WriteResults[W['kind']]>;
  /** As `write`, but tries again while the failure is one that passes. */
  writeAtLast<W extends ExecutionWrite>(write: W): Promise<WriteResults[W['kind']]>;
  /**
   * As `write`, but held back until anything else of this execution is written, which then stands in the same group, or for some tens of
   * milliseconds. For executions of which nobody is told before this resolves.
   */
  defer(write: WriteOf<'create'>): Promise<WriteResults['create']>;
  /** Writes now what was held back of an execution. @returns settles with that; undefined: it is written, or never was held back */
  created(executionId: number): Promise<WriteResults['create']> | undefined;
  /** Resolves when nothing waits any more. Gives up waiting for what `writeAtLast` keeps trying. */
  close(): Promise<void>;
}

interface Waiting {
  write: ExecutionWrite;
  /** It is tried again. */
  atLast: boolean;
  /** An attempt may have stored it. */
  isUncertain: boolean;
  resolve(result: WriteResult): void;
  reject(error: unknown): void;
}

/** Milliseconds that a row is held back. */
const longestHeld = 50;

interface Deferred {
  one: Waiting;
  since: number;
  isHeld: boolean;
  created: Promise<WriteResults['create']>;
}

/** Executions that a write names besides its own: their rows come first. */
const namedBy = (write: ExecutionWrite): readonly (number | null | undefined)[] => {
  if (write.kind === 'create') return [write.row.parent?.executionId, write.row.retryOf];
  if (write.kind === 'keepStaticData') return [];
  return write.kind === 'end' && write.caller ? [write.executionId, write.caller.executionId] : [write.executionId];
};

const firstRetryAfter = 100;
const retryAfterAtMost = 5000;

/** @param onCommit told the size of each group that was committed, and how long it took in milliseconds */
export const createGroupCommit = (
  store: Pick<ExecutionStore, 'write' | 'isPassing' | 'isUncertain'>,
  onCommit?: (size: number, milliseconds: number) => void,
): GroupCommit => {
  let waiting: Waiting[] = [];
  let isDue = false;
  let isFlushing = false;
  let isClosed = false;
  let retryAfter = firstRetryAfter;
  let retryTimer: NodeJS.Timeout | undefined;
  let idle: (() => void) | undefined;
  /** By execution, oldest first, until they are written. */
  const deferred = new Map<number, Deferred>();
  let holdTimer: NodeJS.Timeout | undefined;

  /** @returns what is to be tried again */
  const commit = async (group: Waiting[]): Promise<Waiting[]> => {
    try {
      const began = performance.now();
      const results = await store.write(group.map(({ write }) => write));
      onCommit?.(group.length, performance.now() - began);
      retryAfter = firstRetryAfter;
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as WriteResult);
      return [];
    } catch (error) {
      if (store.isPassing(error)) {
        if (store.isUncertain(error)) for (const one of group) one.isUncertain = true;
        const again = isClosed ? [] : group.filter(({ atLast, isUncertain }) => atLast || isUncertain);
        for (const one of group)
          if (!again.includes(one)) one.reject(one.isUncertain ? new UncertainWriteError(error) : error);
        return again;
      }
      if (group.length === 1) {
        group[0]?.reject(error);
        return [];
      }
    }
    // One write that the database refuses must not take the others with it.
    for (const [index, single] of group.entries()) {
      const again = await commit([single]);
      if (again.length > 0) return [...again, ...group.slice(index + 1)];
    }
    return [];
  };

  const flush = async () => {
    isDue = false;
    if (isFlushing) return;
    isFlushing = true;
    clearTimeout(retryTimer);
    retryTimer = undefined;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      const again = await commit(group);
      const hasNew = waiting.length > 0;
      waiting = [...again, ...waiting];
      if (again.length === 0 || hasNew) continue;
      retryTimer = setTimeout(() => void flush(), retryAfter);
      retryAfter = Math.min(retryAfter * 2, retryAfterAtMost);
      break;
    }
    isFlushing = false;
    if (waiting.length === 0) idle?.();
  };

  const push = (one: Waiting): void => {
    waiting.push(one);
    if (isDue || isFlushing) return;
    isDue = true;
    setImmediate(() => void flush());
  };

  const letGo = (held: Deferred | undefined): void => {
    if (!held?.isHeld) return;
    held.isHeld = false;
    push(held.one);
  };

  /** Lets go of those that were held back until then. One timer serves all, since they come in the order of their time. */
  const letGoUntil = (moment: number): void => {
    clearTimeout(holdTimer);
    holdTimer = undefined;
    for (const held of deferred.values()) {
      if (!held.isHeld) continue;
      if (held.since > moment) {
        watchHeld(held.since - moment);
        return;
      }
      letGo(held);
    }
  };
  const watchHeld = (milliseconds: number): void => {
    holdTimer ??= setTimeout(() => {
      holdTimer = undefined;
      letGoUntil(performance.now() - longestHeld);
    }, milliseconds);
  };

  const add = <W extends ExecutionWrite>(write: W, atLast: boolean) => {
    if (deferred.size > 0) for (const id of namedBy(write)) if (typeof id === 'number') letGo(deferred.get(id));
    return new Promise<WriteResults[W['kind']]>((resolve, reject) =>
      push({ write, atLast, isUncertain: false, resolve: resolve as Waiting['resolve'], reject }),
    );
  };

  const defer = (write: WriteOf<'create'>): Promise<WriteResults['create']> => {
    const { id } = write.row;
    const { promise: created, resolve, reject } = Promise.withResolvers<WriteResults['create']>();
    const one: Waiting = {
      write,
      atLast: false,
      isUncertain: false,
      resolve(result) {
        deferred.delete(id);
        resolve(result as WriteResults['create']);
      },
      reject(error) {
        deferred.delete(id);
        reject(error);
      },
    };
    const held = { one, since: performance.now(), isHeld: true, created };
    deferred.set(id, held);
    if (isClosed) letGo(held);
    else watchHeld(longestHeld);
    return created;
  };

  return {
    write: (write) => add(write, false),
    writeAtLast: (write) => add(write, true),
    defer,
    created(executionId) {
      const held = deferred.get(executionId);
      letGo(held);
      return held?.created;
    },

    async close() {
      isClosed = true;
      letGoUntil(Number.POSITIVE_INFINITY);
      if (retryTimer) void flush();
      if (waiting.length > 0 || isFlushing) await new Promise<void>((resolve) => (idle = resolve));
    },
  };
};
