import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { forEachDatabase, openTestSqlite } from '../../db/testing.ts';
import { AppError } from '../../platform/errors.ts';
import { silentLog } from '../../platform/log.ts';
import { createResumedRuns, storeExecution } from '../../waits/waits-for-test.ts';
import type { Dispatcher } from '../types.ts';
import { createDueWaits } from './due-waits.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const watch = async (resumeWith?: (resume: Dispatcher['resume']) => Dispatcher['resume']) => {
  const { db } = await openTestSqlite();
  const clock = { time: 1_000_000, now: () => clock.time };
  const { resumed, resume } = createResumedRuns(db);
  const due = createDueWaits({ db, clock, log: silentLog, dispatcher: { resume: resumeWith?.(resume) ?? resume } });
  onTestFinished(() => due.stop());
  const pass = async (milliseconds: number) => {
    clock.time += milliseconds;
    await vi.advanceTimersByTimeAsync(milliseconds);
    await idle();
  };
  /** A look is over when it has set the next timer. */
  const idle = async () => {
    while (vi.getTimerCount() === 0) await new Promise(setImmediate);
  };
  const store = (waitTill: number, waitCount = 0) =>
    storeExecution(db, { wait: { till: waitTill }, waitTill, waitCount });
  return { due, db, clock, resumed, pass, idle, store, ids: () => resumed.map(({ executionId }) => executionId) };
};

test('ends what came due while nobody looked, oldest first, and nothing else', async () => {
  const { due, idle, store, ids, db, resumed } = await watch();
  const later = await store(2_000_000);
  const second = await store(900_000);
  const first = await store(800_000, 3);
  await storeExecution(db, {});
  due.start();
  await idle();
  expect(ids()).toEqual([first, second]);
  expect(resumed[0]).toMatchObject({ resumption: { kind: 'time' }, options: { waitCount: 3 } });
  expect(ids()).not.toContain(later);
});

test('asks by the index over what waits, however many executions are stored', async () => {
  const { db } = await openTestSqlite();
  const queries = vi.spyOn(db.getExecutor(), 'executeQuery');
  const due = createDueWaits({ db, clock: { now: () => 1000 }, log: silentLog, dispatcher: createResumedRuns(db) });
  due.start();
  await due.stop();
  const asked = queries.mock.calls.map(([query]) => query.sql);
  queries.mockRestore();
  expect(asked.length).toBeGreaterThan(0);
  for (const text of asked) {
    const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(text.replaceAll('?', '1'))}`.execute(db);
    expect(plan.rows.map(({ detail }) => detail).join()).toContain('executions_waiting');
  }
});

test('ends a wait at its moment, and one that began since the last look', async () => {
  const { due, idle, store, ids, pass } = await watch();
  const first = await store(1_000_400);
  due.start();
  await idle();
  await pass(399);
  expect(ids()).toEqual([]);
  await pass(1);
  expect(ids()).toEqual([first]);
  const second = await store(1_000_900);
  await pass(1000);
  expect(ids()).toEqual([first, second]);
});

test('a clock that jumps is noticed within a second, and one that goes back does no harm', async () => {
  const { due, idle, store, ids, clock, pass } = await watch();
  const id = await store(90_000_000);
  due.start();
  await idle();
  clock.time = 80_000_000;
  await pass(1000);
  expect(ids()).toEqual([]);
  clock.time = 1000;
  await pass(1000);
  clock.time = 90_000_000;
  await pass(1000);
  expect(ids()).toEqual([id]);
  clock.time = 1000;
  await pass(5000);
  expect(ids()).toEqual([id]);
});

test('more than a batch is ended in one go, each once', { timeout: 30_000 }, async () => {
  const { due, idle, db, ids } = await watch();
  const all: number[] = [];
  await db.transaction().execute(async (transaction) => {
    for (let index = 0; index < 520; index++) all.push(await storeExecution(transaction, { waitTill: 1000 + index }));
  });
  due.start();
  await idle();
  expect(ids()).toEqual(all);
});

test('waits are kept while no worker can take them, and tried again after a rest', async () => {
  let isFull = true;
  let asked = 0;
  const { due, idle, store, ids, pass } = await watch((resume) => async (...call) => {
    asked++;
    if (isFull) throw new AppError('tooManyRuns', 'Full.');
    return resume(...call);
  });
  const id = await store(1000);
  due.start();
  await idle();
  await pass(999);
  expect(asked).toBe(1);
  isFull = false;
  await pass(1);
  expect(ids()).toEqual([id]);
});

test('goes on after a failure of the database', async () => {
  let fails = true;
  const { due, idle, store, ids, pass } = await watch((resume) => async (...call) => {
    if (fails) throw new Error('disk full');
    return resume(...call);
  });
  const id = await store(1000);
  due.start();
  await idle();
  fails = false;
  await pass(1000);
  expect(ids()).toEqual([id]);
});

test('does nothing before it is started and after it is closed, and can be started again', async () => {
  const { due, idle, store, ids } = await watch();
  const id = await store(1000);
  expect(vi.getTimerCount()).toBe(0);
  due.start();
  await due.stop();
  await due.stop();
  expect(vi.getTimerCount()).toBe(0);
  due.start();
  await idle();
  expect(ids()).toEqual([id]);
});

forEachDatabase('due waits', (open) => {
  test('are found among those that are not due, and each is ended once', async () => {
    vi.useRealTimers();
    const { db } = await open();
    const due = [
      await storeExecution(db, { waitTill: 1000 }),
      await storeExecution(db, { waitTill: 2000, waitCount: 4 }),
    ];
    await storeExecution(db, { waitTill: 5000 });
    await storeExecution(db, {});
    await storeExecution(db, { status: 'success' });
    const { resumed, resume } = createResumedRuns(db);
    const watcher = createDueWaits({ db, clock: { now: () => 3000 }, log: silentLog, dispatcher: { resume } });
    watcher.start();
    // They are resumed at the same time.
    const told = () => resumed.toSorted((a, b) => a.executionId - b.executionId);
    await expect.poll(() => told().map(({ executionId }) => executionId)).toEqual(due);
    await watcher.stop();
    expect(told().map(({ options }) => options)).toEqual([{ waitCount: 0 }, { waitCount: 4 }]);
  });
});
