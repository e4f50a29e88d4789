import type { Item } from '@millrace/contract';
import type { WebhookResponse } from '@millrace/engine/node-api';
import type { Log } from '../../platform/log.ts';
import type { Registry } from '../../processes/registry.ts';
import type { Controllers } from '../controller/controllers.ts';
import { lastItemsOf } from '../controller/last-items.ts';
import type { ExecutionQueue } from '../queue/execution-queue.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { ResultWaiters } from '../waiters/result-waiters.ts';
import { answerWithLastItems } from '../worker/last-node-answer.ts';

/** Milliseconds between two looks for ends and claims of which nothing was heard. */
const lookEvery = 3000;

/** Finds what was lost with a process, or with a message. */
export interface Recovery {
  /** Queues again what processes have left that are gone, or an earlier life of this one. */
  recover(): Promise<void>;
  /** Looks from now on for what was stored though word of it was lost. */
  start(): void;
  stop(): void;
}

export const createRecovery = (options: {
  processId: string;
  executes: boolean;
  registry: Pick<Registry, 'lostOwners' | 'forget'>;
  store: Pick<ExecutionStore, 'find' | 'lastResult' | 'requeue' | 'atRest' | 'heldBy' | 'giveBack'>;
  controllers: Pick<Controllers, 'knows'>;
  queue: Pick<ExecutionQueue, 'refill'>;
  waiters: ResultWaiters;
  log: Log;
}): Recovery => {
  const { processId, executes, registry, store, controllers, queue, waiters, log } = options;

  /** To a webhook that waits for the last node: made anew of what is stored. */
  const answerOf = async (executionId: number): Promise<WebhookResponse | undefined> => {
    const stored = await store.find(executionId);
    if (stored?.status !== 'success' || !stored.startHead.lastNodeAnswer) return undefined;
    return answerWithLastItems(stored.startHead.lastNodeAnswer, JSON.parse(await lastItemsOf(store, stored)) as Item[]);
  };

  /** The news of an end or a wait may be lost with the process that was to send it. Looked at twice, so that news under way come first. */
  let atRestBefore = new Set<number>();
  const tellOfMissedNews = async (): Promise<void> => {
    const found = await store.atRest(waiters.awaited().filter((id) => !controllers.knows(id)));
    for (const { executionId, status } of found) {
      if (!atRestBefore.has(executionId)) continue;
      if (status === 'waiting') waiters.suspend({ executionId, origin: null });
      else if (status === 'gone')
        waiters.end({ executionId, origin: null }, { status: 'crashed', errorMessage: 'It is not stored any more.' });
      else waiters.end({ executionId, origin: null }, { status, answer: await answerOf(executionId) });
    }
    atRestBefore = new Set(found.map(({ executionId }) => executionId));
  };

  /** A claim or a start may be stored though its answer was lost with the connection: no one would ever begin that execution. */
  let unknownBefore = new Set<number>();
  const giveBackUnknown = async (): Promise<void> => {
    const found = (await store.heldBy(processId)).filter((id) => !controllers.knows(id));
    const unknown = found.filter((id) => unknownBefore.has(id));
    unknownBefore = new Set(found);
    if (unknown.length === 0) return;
    log.warn({ executions: unknown.length }, 'Executions that this process had not heard of are queued again');
    await store.giveBack(processId, unknown);
    await queue.refill();
  };

  /** Never rejects. */
  const look = async (): Promise<void> => {
    const looks = executes ? [tellOfMissedNews(), giveBackUnknown()] : [tellOfMissedNews()];
    for (const outcome of await Promise.allSettled(looks))
      if (outcome.status === 'rejected') log.debug({ err: outcome.reason }, 'Looked at again later');
  };

  let looking: NodeJS.Timeout | undefined;
  return {
    async recover() {
      const owners = await registry.lostOwners();
      if (!owners) return;
      const count = await store.requeue(owners);
      if ('of' in owners) await registry.forget(owners.of);
      if (count > 0) log.warn({ ...owners, executions: count }, 'What a process has left that is gone is queued again');
      await queue.refill();
    },
    start() {
      looking ??= setInterval(() => void look(), lookEvery).unref();
    },
    stop() {
      clearInterval(looking);
      looking = undefined;
    },
  };
};
