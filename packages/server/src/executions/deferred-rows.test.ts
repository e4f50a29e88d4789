import { describe, expect, it, vi } from 'vitest';
import { openTestSqlite } from '../db/testing.ts';
import { createTestDispatcher } from './dispatcher.testing.ts';
import { createExecutionStore } from './store/execution-store.ts';
import type { ExecutionWrite } from './store/writes.ts';
import type { RunnableVersion } from './types.ts';

vi.setConfig({ testTimeout: 30_000 });

/** A dispatcher whose groups of writes are remembered, and refused where a test says so. */
const open = async () => {
  const database = await openTestSqlite();
  const stored = createExecutionStore(database);
  const groups: ExecutionWrite[][] = [];
  let refuse: (writes: readonly ExecutionWrite[]) => Error | undefined = () => undefined;
  const write: typeof stored.write = async (writes) => {
    groups.push([...writes]);
    const refusal = refuse(writes);
    if (refusal) throw refusal;
    return stored.write(writes);
  };
  const used = await createTestDispatcher(database, {}, undefined, { ...stored, write });
  const call = (version: RunnableVersion) => used.begin(version, { mode: 'webhook', mayBeDeferred: true });
  /** The first call of a workflow finds out what static data it has. */
  const learn = async (version: RunnableVersion) => {
    await (await call(version)).ended;
    groups.length = 0;
  };
  const kinds = () => groups.map((group) => group.map(({ kind }) => kind));
  return {
    ...used,
    db: database.db,
    call,
    learn,
    kinds,
    refuseWrites: (how: typeof refuse) => {
      refuse = how;
    },
  };
};

describe('an execution that is answered at its end', () => {
  it('is written in one group with it, and stored by the time of the answer', async () => {
    const { store, call, learn, kinds, execution, nodesOf } = await open();
    const version = await store(['start', 'respond']);
    await learn(version);
    const { executionId, response } = await call(version);
    await response;
    expect(kinds()).toEqual([['create', 'end']]);
    expect(await execution(executionId)).toMatchObject({ status: 'success', process_id: null, mode: 'webhook' });
    expect(await nodesOf(executionId)).toHaveLength(2);
  });

  it('is stored before it is answered where it goes on after the answer', async () => {
    const { store, call, execution, dispatcher } = await open();
    const version = await store(['start', 'respond', 'wait']);
    const first = await call(version);
    await first.response;
    await dispatcher.terminate(first.executionId);
    const { executionId, response, ended } = await call(version);
    await response;
    expect(await execution(executionId)).toMatchObject({ status: 'running' });
    await dispatcher.terminate(executionId);
    expect(await ended).toMatchObject({ status: 'canceled' });
  });

  it('begins with the static data that the one before has left', async () => {
    const { store, call, learn, db } = await open();
    const version = await store(['start', 'count']);
    await learn(version);
    for (let round = 0; round < 3; round++) await (await call(version)).ended;
    const { static_data: text } = await db.selectFrom('workflows').select('static_data').executeTakeFirstOrThrow();
    expect(JSON.parse(text ?? '')).toEqual({ global: { count: 4 } });
  });

  it('has not begun, as far as anyone is told, where it cannot be stored, and leaves its slot to others', async () => {
    const { store, call, learn, refuseWrites, db } = await open();
    const version = await store(['start', 'respond']);
    await learn(version);
    const failure = new Error('no such owner');
    refuseWrites((writes) => (writes.some(({ kind }) => kind === 'create') ? failure : undefined));
    // More than there are slots.
    for (let round = 0; round < 8; round++) {
      const { response, ended } = await call(version);
      expect(await response).toBeUndefined();
      expect(await ended).toMatchObject({ notStored: failure });
    }
    refuseWrites(() => undefined);
    expect(await (await call(version)).ended).toMatchObject({ status: 'success' });
    expect(await db.selectFrom('executions').select('status').execute()).toHaveLength(2);
  });
});

it('an id that files were stored for, and a key, are written before anything begins', async () => {
  const { store, begin, dispatcher, execution } = await open();
  const version = await store(['start', 'wait']);
  const deferred = { mode: 'webhook', mayBeDeferred: true } as const;
  const withFiles = await begin(version, { ...deferred, executionId: await dispatcher.reserve() });
  expect(await execution(withFiles.executionId)).toMatchObject({ status: 'running' });
  const withKey = await begin(version, { ...deferred, idempotencyKey: 'once' });
  expect(await execution(withKey.executionId)).toMatchObject({ status: 'running' });
  for (const { executionId } of [withFiles, withKey]) await dispatcher.terminate(executionId);
});
