import { expect, onTestFinished, test } from 'vitest';
import { createTestPostgres } from '../db/testing.ts';
import { silentLog } from '../platform/log.ts';
import { type KeptConnection, keepConnection } from './kept-connection.ts';
import { createLocalLocks, createPostgresLocks, type Locks } from './locks.ts';

const connect = async (url: string): Promise<KeptConnection> => {
  const connection = await keepConnection({ url, name: 'test', onLost: () => {}, log: silentLog });
  let isOpen = true;
  const close = connection.close.bind(connection);
  connection.close = async () => {
    if (isOpen) await close();
    isOpen = false;
  };
  onTestFinished(() => connection.close());
  return connection;
};

/** Holds the lock from two places, often, and counts how many hold it at once. */
const contend = async (places: readonly Locks[]) => {
  let holders = 0;
  let most = 0;
  let done = 0;
  const work = async () => {
    most = Math.max(most, ++holders);
    await new Promise(setImmediate);
    holders--;
    done++;
  };
  await Promise.all(places.flatMap((locks) => Array.from({ length: 5 }, () => locks.hold(7, work))));
  return { most, done };
};

test('within a process, one after another holds a lock, and a failure gives it back', async () => {
  const locks = createLocalLocks();
  expect(await contend([locks])).toEqual({ most: 1, done: 5 });
  await expect(locks.hold(7, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await locks.hold(7, async () => 'next')).toBe('next');
});

test('of two processes on PostgreSQL one holds a lock at a time', async () => {
  const url = await createTestPostgres();
  const [one, two] = [await connect(url), await connect(url)];
  expect(await contend([createPostgresLocks(() => one), createPostgresLocks(() => two)])).toEqual({
    most: 1,
    done: 10,
  });
});

test('a process that is gone holds no lock', async () => {
  const url = await createTestPostgres();
  const [one, two] = [await connect(url), await connect(url)];
  const held = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = createPostgresLocks(() => one).hold(7, async () => {
    held.resolve();
    await end.promise;
  });
  await held.promise;
  const second = createPostgresLocks(() => two).hold(7, async () => 'taken over');
  await one.close();
  expect(await second).toBe('taken over');
  end.resolve();
  await first;
});
