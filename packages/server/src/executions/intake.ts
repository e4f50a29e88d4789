import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Controllers } from './controller/controllers.ts';
import { ExecutionController } from './controller/execution-controller.ts';
import type { ExecutionLoader } from './controller/load-execution.ts';
import { crashed } from './controller/outcomes.ts';
import type { QueuedRows } from './queue/memory-queue.ts';
import { parentSlot, type Slot } from './queue/slots.ts';
import type { StoredExecution } from './store/execution-reader.ts';
import type { ExecutionStore } from './store/execution-store.ts';
import type { GroupCommit } from './store/group-commit.ts';
import type { ResultWaiters } from './waiters/result-waiters.ts';

/** Takes stored executions into this process: claims them, loads what they go on from, and begins them. */
export interface Intake extends QueuedRows {
  /** Begins one that was claimed. Never throws. */
  begin(claimed: StoredExecution, slot: Slot): void;
  /** Begins one whose row this process holds already. Never throws. */
  beginHeld(executionId: number, slot: Slot): void;
  /** Claims a queued sub-workflow, which its parent waits for here, unless someone else has it. */
  claimForParent(executionId: number): void;
}

const lossReason = 'the process that ran it is gone';

export const createIntake = (options: {
  processId: string;
  store: Pick<ExecutionStore, 'find' | 'unfinished'>;
  commit: GroupCommit;
  waiters: Pick<ResultWaiters, 'end'>;
  controllers: Controllers;
  loader: ExecutionLoader;
  clock: Clock;
  log: Log;
  persist<T>(work: () => Promise<T>): Promise<T>;
  untilDone<T>(work: Promise<T>): Promise<T>;
}): Intake => {
  const { processId, store, commit, waiters, controllers, loader, clock, log, persist, untilDone } = options;

  /** It cannot even be read. */
  const giveUp = async (executionId: number): Promise<void> => {
    const { status, error } = crashed('it could not be read from the database', clock.now());
    const end = { executionId, processId, status, stoppedAt: clock.now(), error: JSON.stringify(error) };
    await commit
      .writeAtLast({ kind: 'end', ...end, lastNode: null, nodes: [], items: [], keep: true })
      .catch((failure: unknown) => log.error({ err: failure, executionId }, 'Its end could not be recorded'));
    waiters.end({ executionId, origin: null }, { status, errorMessage: error?.message });
  };

  const load = async (stored: StoredExecution, slot: Slot): Promise<void> => {
    const { executionId } = stored;
    try {
      const loaded = await loader.load(stored, { slot, reason: lossReason });
      controllers.add(new ExecutionController(loaded, clock));
    } catch (error) {
      log.error({ err: error, executionId }, 'An execution could not be loaded');
      slot.release();
      await giveUp(executionId);
    }
  };

  const begin = async (claimed: StoredExecution, slot: Slot): Promise<void> => {
    const { executionId } = claimed;
    if (controllers.knows(executionId)) return slot.release();
    await controllers.whileLoading(executionId, () => load(claimed, slot));
    controllers.post(executionId, { type: 'begin' });
  };

  const beginHeld = async (executionId: number, slot: Slot): Promise<void> => {
    if (controllers.knows(executionId)) return slot.release();
    await controllers.whileLoading(executionId, async () => {
      const stored = await persist(() => store.find(executionId)).catch((error: unknown) => {
        log.error({ err: error, executionId }, 'An execution could not be loaded');
      });
      if (stored?.processId === processId) await load(stored, slot);
      else slot.release();
    });
    controllers.post(executionId, { type: 'begin' });
  };

  const findAll = async (executionIds: readonly number[]): Promise<StoredExecution[]> => {
    const found = await persist(() => Promise.all(executionIds.map((id) => store.find(id))));
    return found.filter((stored) => stored !== undefined);
  };

  const claim = async (executionIds: readonly number[]): Promise<StoredExecution[]> => {
    const areClaimed = await Promise.all(
      executionIds.map((executionId) => commit.writeAtLast({ kind: 'claim', executionId, processId })),
    );
    return findAll(executionIds.filter((_, index) => areClaimed[index]));
  };

  return {
    claim: (executionIds) => untilDone(claim(executionIds)),

    async unfinished() {
      return (await store.unfinished()).filter(({ executionId }) => !controllers.knows(executionId));
    },

    begin: (claimed, slot) => void untilDone(begin(claimed, slot)),

    beginHeld: (executionId, slot) => void untilDone(beginHeld(executionId, slot)),

    claimForParent(executionId) {
      const claiming = claim([executionId]).then(([claimed]) => claimed && begin(claimed, parentSlot));
      untilDone(claiming).catch((error: unknown) =>
        log.error({ err: error, executionId }, 'A queued sub-workflow could not be claimed'),
      );
    },
  };
};
