import { expect, test, vi } from 'vitest';
import type { OpenDatabase } from '../db/database.ts';
import { openTestSqlite } from '../db/testing.ts';
import { createTestInstance } from '../processes/processes.testing.ts';
import { createTestDispatcher } from './dispatcher.testing.ts';

// Each test starts processes of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

/** A process that only starts runs, and one that executes them. */
const createWebAndWorker = async () => {
  const instance = await createTestInstance();
  const database = { dialect: 'postgres', db: instance.db, close: async () => {} } as OpenDatabase;
  const [web, worker] = await Promise.all([instance.join('web'), instance.join('worker')]);
  const executing = await createTestDispatcher(database, {}, undefined, undefined, worker);
  return {
    web: await createTestDispatcher(database, { executes: false }, undefined, undefined, web),
    worker: executing,
  };
};

const untilStatus = (look: () => Promise<{ status: string } | undefined>, status: string) =>
  expect.poll(async () => (await look())?.status, { timeout: 20_000 }).toBe(status);

test('whoever retries hears of the end, and of a wait, wherever the run is executed', async () => {
  const { web, worker } = await createWebAndWorker();
  const failing = await worker.store(['start', 'fail']);
  const { executionId, ended } = await web.begin(failing, { waitForAnswer: true });
  expect((await ended).status).toBe('error');
  for (const current of [false, true]) {
    const retried = await web.dispatcher.retry(executionId, { current, ranBy: 'someone' });
    expect((await retried.ended).status).toBe('error');
  }

  const resting = await worker.store(['start', 'rest']);
  const waiting = await web.begin(resting);
  await untilStatus(() => web.execution(waiting.executionId), 'waiting');
  await web.dispatcher.terminate(waiting.executionId);
  const retried = await web.dispatcher.retry(waiting.executionId, { current: false, ranBy: 'someone' });
  await retried.suspended;
  expect(await web.execution(retried.executionId)).toMatchObject({ status: 'waiting' });
});

test('results that no start can hold are not gone on from with a changed workflow, but are with the same', async () => {
  const database = await openTestSqlite();
  const runs = await createTestDispatcher(database, { workerHeapMegabytes: 128 });
  const version = await runs.store(['start', 'many', 'fail']);
  const { executionId, ended } = await runs.begin(version, {
    start: { kind: 'trigger', payload: { kind: 'items', items: [{ json: { many: 10 } }] } },
  });
  await ended;
  // As large as the result of a million items would be.
  const items = JSON.stringify([{ json: { text: 'x'.repeat(34 * 1024 * 1024) } }]);
  const place = { position: 1, connection: 'main', output: 0, chunk: 0, first_item: 0, item_count: 1 };
  await database.db
    .insertInto('execution_items')
    .values({ execution_id: executionId, ...place, items })
    .execute();
  await database.db
    .updateTable('execution_nodes')
    .set({ data: null, outputs: '{"main":[1]}' })
    .where('position', '=', 1)
    .execute();
  const owner = { ranBy: 'someone' };
  await expect(runs.dispatcher.retry(executionId, { current: true, ...owner })).rejects.toMatchObject({
    error: 'executionDataTooLarge',
  });
  const again = await runs.dispatcher.retry(executionId, { current: false, ...owner });
  expect((await again.ended).status).toBe('error');
  expect((await runs.nodesOf(again.executionId)).map(({ node }) => node)).toEqual(['start', 'many', 'fail']);
});
