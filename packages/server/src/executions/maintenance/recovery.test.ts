import { expect, test, vi } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { openTestSqlite } from '../../db/testing.ts';
import { silentLog } from '../../platform/log.ts';
import { createTestInstance } from '../../processes/processes.testing.ts';
import { createOneProcess } from '../../processes/processes.ts';
import { createTestDispatcher } from '../dispatcher.testing.ts';
import type { ExecutionQueue } from '../queue/execution-queue.ts';
import { createExecutionStore, type ExecutionStore } from '../store/execution-store.ts';

// Workers are started, and some tests wait for looks that are seconds apart.
vi.setConfig({ testTimeout: 60_000 });

const lostConnection = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

/** One process of an instance on PostgreSQL, whose messages may be lost on the way. */
const createSharing = async () => {
  const instance = await createTestInstance();
  const process = await instance.join();
  const database = { dialect: 'postgres', db: instance.db, close: async () => {} } as OpenDatabase;
  return { process, database };
};

const untilStatus = (look: () => Promise<{ status: string } | undefined>, status: string) =>
  expect.poll(async () => (await look())?.status, { timeout: 20_000 }).toBe(status);

test('an execution that was stored, though the answer was lost, is begun once by whoever has asked for it', async () => {
  const { process, database } = await createSharing();
  const store = createExecutionStore(database);
  let isLost = false;
  const forgetful: ExecutionStore = {
    ...store,
    async write(writes) {
      const results = await store.write(writes);
      if (isLost || writes[0]?.kind !== 'create') return results;
      isLost = true;
      throw lostConnection();
    },
  };
  const runs = await createTestDispatcher(database, {}, undefined, forgetful, process);
  const version = await runs.store(['start', 'pass']);
  const { executionId, ended } = await runs.begin(version);
  expect((await ended).status).toBe('success');
  expect(await database.db.selectFrom('executions').select('id').execute()).toEqual([{ id: executionId }]);
});

test('an execution whose claim was stored, though its answer was lost, is queued again and runs', async () => {
  const { process, database } = await createSharing();
  let lost = 0;
  const openQueue: typeof process.openQueue = async (rows) => {
    const queue = await process.openQueue(rows);
    const claim: ExecutionQueue['claim'] = async (...how) => {
      const claimed = await queue.claim(...how);
      if (lost > 0 || claimed.length === 0) return claimed;
      lost = claimed.length;
      throw lostConnection();
    };
    return { ...queue, claim };
  };
  const runs = await createTestDispatcher(database, {}, undefined, undefined, { ...process, openQueue });
  const version = await runs.store(['start', 'pass']);
  const { id } = await database.db
    .insertInto('executions')
    .values({
      workflow_id: version.workflowId,
      workflow_version_id: version.versionId,
      owner_id: '',
      mode: 'trigger',
      status: 'queued',
      started_at: Date.now(),
      start: JSON.stringify({ start: { kind: 'trigger', payload: { kind: 'items', items: [{ json: {} }] } } }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await untilStatus(() => runs.execution(id), 'success');
  expect(lost).toBe(1);
});

test('a caller whose answer was lost on its way gets it from what is stored, or hears that nothing is', async () => {
  const instance = await createTestInstance();
  const [web, worker] = await Promise.all([instance.join('web'), instance.join('worker')]);
  const database = { dialect: 'postgres', db: instance.db, close: async () => {} } as OpenDatabase;
  await createTestDispatcher(database, {}, undefined, undefined, { ...worker, bus: { ...worker.bus, send: () => {} } });
  const runs = await createTestDispatcher(database, { executes: false }, undefined, undefined, web);
  const asked = { mode: 'webhook', lastNodeAnswer: { responseData: 'allEntries' } } as const;
  const unkept = await runs.begin(await runs.store(['start', 'pass'], { saveDataSuccessExecution: 'none' }), asked);
  const { ended } = await runs.begin(await runs.store(['start', 'pass']), asked);
  expect((await unkept.ended).status).toBe('crashed');
  expect(await ended).toMatchObject({ status: 'success', answer: { status: 200, body: { text: '[{"a":1}]' } } });
});

test('a process that is taken for dead drops its runs, kills their workers and writes nothing more', async () => {
  const database = await openTestSqlite();
  let lose = () => {};
  const process = createOneProcess(silentLog);
  const registry = { ...process.registry, onLost: (handler: () => void) => (lose = handler) };
  const runs = await createTestDispatcher(database, {}, undefined, undefined, { ...process, registry });
  const version = await runs.store(['start', 'effect', 'nap', 'pass']);
  const items = [{ json: { file: '/dev/null' } }];
  const { executionId } = await runs.begin(version, { start: { kind: 'trigger', payload: { kind: 'items', items } } });
  await expect.poll(async () => (await runs.nodesOf(executionId)).length, { timeout: 15_000 }).toBe(2);
  const before = await runs.execution(executionId);
  const [worker] = runs.dispatcher.workerPids();

  lose();
  await expect.poll(() => runs.dispatcher.workerPids(), { timeout: 15_000 }).not.toContain(worker);
  // The process goes on with what it is given next.
  const next = await runs.begin(await runs.store(['start', 'pass']));
  expect((await next.ended).status).toBe('success');
  await runs.dispatcher.close();
  expect(await runs.execution(executionId)).toEqual(before);
  expect(await runs.nodesOf(executionId)).toHaveLength(2);
});

test('a worker that one of several runs keeps busy is set aside, then killed, and the innocent go on', async () => {
  const runs = await createTestDispatcher(await openTestSqlite());
  const innocent = await runs.store(['start', 'nap', 'pass']);
  const others = await Promise.all([runs.begin(innocent), runs.begin(innocent)]);
  const guilty = await runs.begin(await runs.store(['start', 'spin']));
  await guilty.response;
  await expect.poll(() => runs.dispatcher.workerPids().length, { timeout: 15_000 }).toBe(2);
  // In the worker that was started in place of the busy one, before that is killed.
  expect((await (await runs.begin(innocent)).ended).status).toBe('success');
  for (const { executionId } of others)
    expect(await runs.execution(executionId)).toMatchObject({ status: 'running', attempt: 0 });
  for (const { executionId, ended } of others) {
    expect((await ended).status).toBe('success');
    expect(await runs.execution(executionId)).toMatchObject({ attempt: 1 });
  }
  expect(await runs.execution(guilty.executionId)).toMatchObject({ status: 'running' });
  expect(await runs.dispatcher.terminate(guilty.executionId)).toBe(true);
  expect((await guilty.ended).status).toBe('canceled');
});
