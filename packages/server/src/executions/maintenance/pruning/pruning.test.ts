import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { OpenDatabase } from '../../../db/database.ts';
import { forEachDatabase, type OpenTestDatabase, openTestSqlite } from '../../../db/testing.ts';
import { BinaryStorageError } from '../../../platform/binary/index.ts';
import { silentLog } from '../../../platform/log.ts';
import { createPruning } from './pruning.ts';

// Steps take no time by this clock, so none is smaller or rests longer on a busy machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const hour = 3_600_000;
const begin = Date.UTC(2026, 0, 1);

interface Row {
  status?: string;
  /** Hours after the beginning at which it started and ended. */
  at?: number;
  ended?: number | null;
  version?: number;
}

const open = async (
  openDatabase: OpenTestDatabase,
  config: Partial<Parameters<typeof createPruning>[0]['config']> = {},
) => {
  const database = await openDatabase();
  const { db } = database;
  const clock = { time: begin, now: () => clock.time };
  const gone: string[] = [];
  const files = { failure: undefined as Error | undefined };
  const metrics = { executionsPruned: vi.fn() };
  const pruning = createPruning({
    database,
    clock,
    log: silentLog,
    config: { prune: true, pruneMaxAge: 336, pruneMaxCount: 10_000, ...config },
    metrics,
    binary: {
      deleteExecutions: async (ids) => {
        if (files.failure) throw files.failure;
        gone.push(...ids);
      },
    },
  });
  onTestFinished(() => pruning.close());

  const user = 'a';
  await db
    .insertInto('users')
    .values({ id: user, email: null, role: 'owner', created_at: 0, updated_at: 0 } as never)
    .execute();
  const addVersion = async (graph: string, workflowId: number | null = null): Promise<number> => {
    const values = { workflow_id: workflowId, name: 'w', graph, digest: graph, created_at: begin };
    return (await db.insertInto('workflow_versions').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const addWorkflow = async (graph: string): Promise<number> => {
    const values = { owner_id: user, name: 'w', active: 0 as const, graph, created_at: begin, updated_at: begin };
    return (await db.insertInto('workflows').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };
  const version = await addVersion('{}');
  const add = async (...rows: Row[]): Promise<void> => {
    const values = rows.map(({ status = 'success', at = 0, ended = at, version: own = version }) => ({
      workflow_version_id: own,
      owner_id: user,
      mode: 'webhook',
      status,
      started_at: begin + at * hour,
      stopped_at: ended === null ? null : begin + ended * hour,
      start: '{}',
    }));
    for (let from = 0; from < values.length; from += 500)
      await db
        .insertInto('executions')
        .values(values.slice(from, from + 500))
        .execute();
  };
  const ids = async () => (await db.selectFrom('executions').select('id').orderBy('id').execute()).map(({ id }) => id);
  const versions = async () =>
    (await db.selectFrom('workflow_versions').select('id').orderBy('id').execute()).map(({ id }) => id);
  const moveTo = (hours: number) => {
    clock.time = begin + hours * hour;
  };
  return { database, db, clock, moveTo, gone, files, metrics, pruning, addVersion, addWorkflow, add, ids, versions };
};

const none = { executions: 0, versions: 0, bytes: 0 };

forEachDatabase('pruning', (openDatabase) => {
  test('by age deletes what ended longer ago, with all that it has', async () => {
    const { db, moveTo, add, ids, pruning, gone, metrics } = await open(openDatabase);
    await add({ at: 0 }, { at: 1 }, { at: 0, ended: 50 }, { at: 60 });
    for (const execution_id of [1, 4]) {
      await db.insertInto('execution_nodes').values({ execution_id, position: 0, node: 'n', task: '{}' }).execute();
    }
    expect(await pruning.runOnce()).toEqual(none);
    moveTo(336);
    expect(await pruning.runOnce()).toEqual(none);
    moveTo(338);
    expect(await pruning.runOnce()).toMatchObject({ executions: 2 });
    expect(await ids()).toEqual([3, 4]);
    expect(gone).toEqual(['1', '2']);
    expect(metrics.executionsPruned.mock.calls.flat().reduce((sum, count) => sum + count, 0)).toBe(2);
    const nodes = await db.selectFrom('execution_nodes').select('execution_id').execute();
    expect(nodes).toEqual([{ execution_id: 4 }]);
  });

  test('by count keeps the newest ended ones', async () => {
    const { add, ids, pruning } = await open(openDatabase, { pruneMaxCount: 3 });
    await add({}, { status: 'error' }, { status: 'canceled' }, { status: 'crashed' }, {}, {});
    expect(await pruning.runOnce()).toMatchObject({ executions: 3 });
    expect(await ids()).toEqual([4, 5, 6]);
    expect(await pruning.runOnce()).toMatchObject({ executions: 0 });
  });

  test('by age passes over what was started long ago and has ended just now, or is still needed by its caller', async () => {
    const { db, moveTo, add, ids, pruning } = await open(openDatabase, { pruneMaxCount: 0 });
    const waiting = { status: 'waiting', ended: 0 };
    await add(...Array.from({ length: 30 }, () => waiting), { ended: 600 }, { ended: 1 });
    await db.updateTable('executions').set({ parent_id: 1 }).where('id', '=', 32).execute();
    await add(...Array.from({ length: 30 }, () => waiting), { at: 2 }, { at: 3 }, { at: 500 });
    moveTo(700);
    expect(await pruning.runOnce()).toMatchObject({ executions: 2 });
    expect(await ids()).toEqual([...Array.from({ length: 62 }, (_, index) => index + 1), 65]);
  });

  test('never takes what has not ended, which counts for nothing', async () => {
    const { add, ids, pruning, moveTo } = await open(openDatabase, { pruneMaxCount: 1 });
    await add({ status: 'running', ended: null }, { status: 'queued', ended: null }, { status: 'waiting', ended: 0 });
    await add({}, { status: 'waiting', ended: null }, {}, { status: 'running', ended: null });
    expect(await pruning.runOnce()).toMatchObject({ executions: 1 });
    moveTo(10_000);
    expect(await pruning.runOnce()).toMatchObject({ executions: 1 });
    expect(await ids()).toEqual([1, 2, 3, 5, 7]);
  });

  test('goes on behind many that have not ended', async () => {
    const { add, ids, pruning, moveTo } = await open(openDatabase);
    await add(...Array.from({ length: 700 }, (): Row => ({ status: 'waiting', ended: 0 })));
    await add({ at: 0 }, { at: 500 });
    moveTo(501);
    expect(await pruning.runOnce()).toMatchObject({ executions: 1 });
    expect((await ids()).at(-1)).toBe(702);
    expect(await ids()).toHaveLength(701);
  });

  test('takes many in steps', async () => {
    const { add, ids, pruning, gone } = await open(openDatabase, { pruneMaxCount: 10 });
    await add(...Array.from({ length: 600 }, (): Row => ({})));
    expect(await pruning.runOnce()).toMatchObject({ executions: 590 });
    expect(await ids()).toHaveLength(10);
    expect(new Set(gone).size).toBe(590);
  });

  test('with 0 keeps everything', async () => {
    const { add, ids, pruning, moveTo } = await open(openDatabase, { pruneMaxAge: 0, pruneMaxCount: 0 });
    await add({}, {});
    moveTo(1_000_000);
    expect(await pruning.runOnce()).toEqual(none);
    expect(await ids()).toEqual([1, 2]);
  });

  test('deletes graphs that nothing needs any more', async () => {
    const { add, addVersion, addWorkflow, pruning, moveTo, versions, db } = await open(openDatabase);
    const workflow = await addWorkflow('{"now":1}');
    const gone = await addVersion('{"old":1}', workflow);
    const run = await addVersion('{"older":1}', workflow);
    const present = await addVersion('{"now":1}', workflow);
    const orphan = await addVersion('{"deleted":1}');
    await add({ version: gone }, { version: present }, { version: orphan }, { version: run, at: 300 });
    moveTo(338);
    expect(await pruning.runOnce()).toMatchObject({ executions: 3, versions: 3 });
    expect(await versions()).toEqual([run, present]);
    // A workflow that was changed just now may still be run as it was.
    await db
      .updateTable('workflows')
      .set({ graph: '{}', updated_at: begin + 900 * hour })
      .execute();
    moveTo(900);
    expect(await pruning.runOnce()).toMatchObject({ executions: 1, versions: 0 });
    await add({ version: run });
    moveTo(902);
    expect(await pruning.runOnce()).toMatchObject({ executions: 1, versions: 2 });
    expect(await versions()).toEqual([]);
  });

  test('waits for the place of the files to come back, and forgets none of them', async () => {
    const { add, ids, pruning, gone, files } = await open(openDatabase, { pruneMaxCount: 1 });
    await add({}, {}, {});
    files.failure = new BinaryStorageError('unreachable', 'It cannot be reached');
    await expect(pruning.runOnce()).rejects.toThrow('It cannot be reached');
    expect(await ids()).toEqual([3]);
    await add({});
    await expect(pruning.runOnce()).rejects.toThrow('It cannot be reached');
    expect(await ids()).toEqual([3, 4]);
    files.failure = undefined;
    await pruning.runOnce();
    expect(gone).toEqual(['1', '2', '3']);
  });

  test('goes on where files cannot be deleted at all', async () => {
    const { add, ids, pruning, files } = await open(openDatabase, { pruneMaxCount: 1 });
    await add({}, {}, {});
    files.failure = new BinaryStorageError('refused', 'Not allowed');
    expect(await pruning.runOnce()).toMatchObject({ executions: 2 });
    expect(await ids()).toEqual([3]);
  });
});

const sizeOf = ({ exclusively }: OpenDatabase) =>
  exclusively!((connection) => ({
    pages: connection.pragma('page_count', { simple: true }) as number,
    free: connection.pragma('freelist_count', { simple: true }) as number,
  }));

test('a new SQLite file shrinks when much was deleted', async () => {
  const { database, db, add, pruning } = await open(openTestSqlite, { pruneMaxCount: 1 });
  await add(...Array.from({ length: 200 }, (): Row => ({})));
  await db
    .updateTable('executions')
    .set({ start: 'x'.repeat(50_000) })
    .execute();
  const before = await sizeOf(database);
  const { bytes } = await pruning.runOnce();
  const after = await sizeOf(database);
  expect(before.pages).toBeGreaterThan(2400);
  expect(bytes).toBe((before.pages - after.pages) * 4096);
  // A tenth of the file is kept for what comes next.
  expect(after.free).toBeLessThanOrEqual(Math.floor(before.pages / 10));
  expect(after.pages).toBeLessThan(400);
});

test('passes go on by themselves until they are stopped, and can be taken up again', async () => {
  const { add, ids, pruning } = await open(openTestSqlite, { pruneMaxCount: 1 });
  await add({}, {}, {});
  vi.useFakeTimers();
  pruning.start();
  await vi.advanceTimersByTimeAsync(9000);
  expect(await ids()).toHaveLength(3);
  await advanceUntil(async () => (await ids()).length === 1);
  await add({}, {});
  await advanceUntil(async () => (await ids()).length === 1);
  await pruning.stop();
  await add({}, {});
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(await ids()).toHaveLength(3);
  pruning.start();
  await advanceUntil(async () => (await ids()).length === 1);
});

/** A pass rests between its steps, on the same clock. */
const advanceUntil = async (isReached: () => Promise<boolean>): Promise<void> => {
  for (let seconds = 0; seconds < 300; seconds++) {
    if (await isReached()) return;
    await vi.advanceTimersByTimeAsync(1000);
  }
  throw new Error('Nothing was pruned');
};

test('does not start where the operator has turned it off, nor once it is closed', async () => {
  const on = await open(openTestSqlite);
  const off = await open(openTestSqlite, { prune: false });
  vi.useFakeTimers();
  await on.pruning.close();
  for (const { pruning } of [on, off]) pruning.start();
  expect(vi.getTimerCount()).toBe(0);
});

test('a stop ends a pass after its step', async () => {
  const { add, ids, metrics, pruning } = await open(openTestSqlite, { pruneMaxCount: 1 });
  await add(...Array.from({ length: 200 }, (): Row => ({})));
  let stopped: Promise<void> | undefined;
  metrics.executionsPruned.mockImplementationOnce(() => {
    stopped = pruning.stop();
  });
  await pruning.runOnce();
  await stopped;
  expect(await ids()).toHaveLength(170);
  await pruning.runOnce();
  expect(await ids()).toHaveLength(1);
});
