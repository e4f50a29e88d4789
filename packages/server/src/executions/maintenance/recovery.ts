import type { Item } from '@millrace/contract';
import type { WebhookResponse } from '@millrace/engine/node-api';
import type { Log } from '../../platform/log.ts';
import type { Registry } from '../../processes/registry.ts';
import { lastItemsOf } from '../controller/last-items.ts';
import type { Supervisor } from '../controller/supervisor.ts';
import type { Turns } from '../queue/turns.ts';
import type { ExecutionStore } from '../store/execution-store.ts';
import type { Audience } from '../waiters/audience.ts';
import { answerWithLastItems } from '../worker/last-node-answer.ts';

/** Milliseconds between two looks for ends and claims of which nothing was heard. */
const lookEvery = 3000;

/** What is taken up because whoever had it is gone, and what is found by looks because word of it was lost. */
export interface Recovery {
  /** Takes up what dead processes left, or an earlier life of this one. */
  recover(): Promise<void>;
  close(): void;
}

export const createRecovery = (options: {
  processId: string;
  executes: boolean;
  isQueueShared: boolean;
  registry: Pick<Registry, 'dead' | 'forget'>;
  store: Pick<ExecutionStore, 'find' | 'lastResult' | 'requeue' | 'unfinished' | 'atRest' | 'heldBy' | 'giveBack'>;
  supervisor: Pick<Supervisor, 'active'>;
  audience: Audience;
  turns: Pick<Turns, 'lineUp'>;
  log: Log;
}): Recovery => {
  const { processId, executes, isQueueShared, registry, store, supervisor, audience, turns, log } = options;

  const takeUpFromTheDead = async (): Promise<void> => {
    const dead = await registry.dead();
    if (dead.length === 0) return;
    const count = await store.requeue({ of: dead });
    await registry.forget(dead);
    log.warn({ processes: dead, executions: count }, 'What a dead process left is taken up');
  };

  const takeUpFromEarlierLife = async (): Promise<void> => {
    const count = await store.requeue({ except: processId });
    const left = await store.unfinished();
    const mine = left.filter(({ executionId }) => !supervisor.active.has(executionId));
    if (mine.length > 0)
      log.warn({ executions: mine.length, interrupted: count }, 'What an earlier stop left is taken up');
    for (const { executionId, mode } of mine) turns.lineUp(executionId, mode);
  };

  /** To a webhook that waits for the last node: made anew of what is stored. */
  const answerOf = async (executionId: number): Promise<WebhookResponse | undefined> => {
    const stored = await store.find(executionId);
    if (stored?.status !== 'success' || !stored.input.lastNodeAnswer) return undefined;
    return answerWithLastItems(stored.input.lastNodeAnswer, JSON.parse(await lastItemsOf(store, stored)) as Item[]);
  };

  /** The news of an end or a wait may be lost with the process that was to send it. Looked at twice, so that news under way come first. */
  let atRestBefore = new Set<number>();
  const tellOfMissedNews = async (): Promise<void> => {
    const found = await store.atRest(audience.attended().filter((id) => !supervisor.active.has(id)));
    for (const { executionId, status } of found) {
      if (!atRestBefore.has(executionId)) continue;
      if (status === 'waiting') audience.wait({ executionId, origin: null });
      else if (status === 'gone')
        audience.end({ executionId, origin: null }, { status: 'crashed', errorMessage: 'It is not stored any more.' });
      else audience.end({ executionId, origin: null }, { status, answer: await answerOf(executionId) });
    }
    atRestBefore = new Set(found.map(({ executionId }) => executionId));
  };

  /** A claim or a start may be stored though its answer was lost with the connection: no one would ever begin that execution. */
  let strayBefore = new Set<number>();
  const giveBackStrays = async (): Promise<void> => {
    const found = (await store.heldBy(processId)).filter((id) => !supervisor.active.has(id));
    const strays = found.filter((id) => strayBefore.has(id));
    strayBefore = new Set(found);
    if (strays.length === 0) return;
    log.warn({ executions: strays.length }, 'Executions that this process had not heard of are queued again');
    await store.giveBack(processId, strays);
  };

  /** Never rejects. */
  const look = async (): Promise<void> => {
    const looks = executes ? [tellOfMissedNews(), giveBackStrays()] : [tellOfMissedNews()];
    for (const outcome of await Promise.allSettled(looks))
      if (outcome.status === 'rejected') log.debug({ err: outcome.reason }, 'Looked at again later');
  };
  const looking = isQueueShared ? setInterval(() => void look(), lookEvery).unref() : undefined;

  return {
    recover: () => (isQueueShared ? takeUpFromTheDead() : takeUpFromEarlierLife()),
    close: () => clearInterval(looking),
  };
};
