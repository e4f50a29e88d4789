import { expect, onTestFinished, test, vi } from 'vitest';
import { createCollector, createTestInstance } from '../../processes/processes.testing.ts';
import { claimQueued } from '../store/postgres-claims.ts';
import type { QueueLane, RunQueue, RunWork } from './run-queue.ts';

type Instance = Awaited<ReturnType<typeof createTestInstance>>;

const createTestQueue = async () => {
  const instance: Instance = await createTestInstance();
  const { db } = instance;
  const version = { workflow_id: null, name: '', graph: '{}', digest: '', created_at: 1 };
  const { id } = await db.insertInto('workflow_versions').values(version).returning('id').executeTakeFirstOrThrow();
  const row = { workflow_version_id: id, owner_id: 'u', started_at: 1, start: '{}' };
  const add = async (ids: number[], { mode = 'webhook', status = 'queued', stopped_at = null as number | null } = {}) =>
    db
      .insertInto('executions')
      .values(ids.map((id) => ({ ...row, id, mode, status, stopped_at })))
      .execute();
  const queued = async () => {
    const rows = await db.selectFrom('executions').select('id').where('status', '=', 'queued').orderBy('id').execute();
    return rows.map(({ id }) => id);
  };
  return { instance, add, queued };
};

/** Work with so many places, which are given back by hand. */
const createPlaces = (places: number, begun: (id: number, lane: QueueLane) => void, worker = 'test') => {
  const free = { production: places, manual: places };
  let changed = Promise.withResolvers<void>();
  const work: RunWork = {
    reserve(lane) {
      const taken = free[lane];
      free[lane] = 0;
      return taken;
    },
    giveBack(lane, count) {
      free[lane] += count;
      changed.resolve();
      changed = Promise.withResolvers();
    },
    async whenFree(lane) {
      while (free[lane] === 0) await changed.promise;
    },
    async claim(connection, lane, most) {
      const claimed = await claimQueued(connection, { processId: worker, isManual: lane === 'manual', most });
      for (const { stored } of claimed) begun(stored.executionId, lane);
      return claimed.length;
    },
  };
  return work;
};

const workOn = (queue: RunQueue | null, work: RunWork) => queue!.work(work);

test('each execution goes to one of the processes, oldest first, within its places, and manual runs have their own', async () => {
  const { instance, add, queued } = await createTestQueue();
  const [web, ...workers] = await Promise.all([instance.join('web'), instance.join('worker'), instance.join('worker')]);
  await add([1, 2, 3, 4, 5, 6]);
  await add([7], { mode: 'manual' });
  await add([8], { status: 'running' });
  await add([9], { stopped_at: 2 });
  const begun = createCollector<[number, QueueLane]>();
  const places = workers.map(() => createPlaces(2, (id, lane) => begun.add([id, lane])));
  for (const [index, { queue }] of workers.entries()) await workOn(queue, places[index]!);
  await begun.until((all) => all.length === 5);
  expect(await queued()).toEqual([5, 6, 9]);
  places[0]!.giveBack('production', 2);
  await begun.until((all) => all.length === 7);
  expect(begun.received.toSorted(([a], [b]) => a - b)).toEqual([
    [1, 'production'],
    [2, 'production'],
    [3, 'production'],
    [4, 'production'],
    [5, 'production'],
    [6, 'production'],
    [7, 'manual'],
  ]);
  expect(web.queue?.waiting()).toBe(0);
});

test('a ring wakes whoever has a free place, and the row says whose it is', async () => {
  const { instance, add } = await createTestQueue();
  const [web, worker] = await Promise.all([instance.join('web'), instance.join('worker')]);
  const begun = createCollector<number>();
  await workOn(
    worker.queue,
    createPlaces(5, (id) => begun.add(id), worker.processId),
  );
  // No look for what nobody has rung for comes due.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let id = 1; id <= 5; id++) {
    await add([id]);
    web.queue?.ring('production', 1);
    await begun.until((ids) => ids.includes(id));
  }
  const rows = await instance.db.selectFrom('executions').select(['status', 'process_id']).execute();
  expect(rows).toEqual(Array.from({ length: 5 }, () => ({ status: 'running', process_id: worker.processId })));
});

test('what was queued without a ring is found', async () => {
  const { instance, add } = await createTestQueue();
  const { queue } = await instance.join();
  const begun = createCollector<number>();
  await workOn(
    queue,
    createPlaces(2, (id) => begun.add(id)),
  );
  await add([1]);
  expect(await begun.until((ids) => ids.length === 1)).toEqual([1]);
});

test('nothing is taken while no place is free', async () => {
  const { instance, add, queued } = await createTestQueue();
  const [full, free] = await Promise.all([instance.join(), instance.join()]);
  const takenBy = createCollector<string>();
  await workOn(
    full.queue,
    createPlaces(0, () => takenBy.add('full')),
  );
  await add([1, 2]);
  full.queue?.ring('production', 2);
  expect(await queued()).toEqual([1, 2]);
  await workOn(
    free.queue,
    createPlaces(5, () => takenBy.add('free')),
  );
  expect(await takenBy.until((all) => all.length === 2)).toEqual(['free', 'free']);
});

test('a process that closes leaves what it has not begun to the others', async () => {
  const { instance, add, queued } = await createTestQueue();
  const { queue } = await instance.join();
  const begun = createCollector<number>();
  const places = createPlaces(2, (id) => begun.add(id));
  const work = await workOn(queue, places);
  await add([1, 2, 3, 4]);
  await begun.until((ids) => ids.length === 2);
  await work.close();
  places.giveBack('production', 2);
  expect(await queued()).toEqual([3, 4]);
  expect(begun.received).toEqual([1, 2]);
});

test('the queue is worked on again after its connection was cut', async () => {
  const { instance, add } = await createTestQueue();
  const { queue } = await instance.join();
  const begun = createCollector<number>();
  await workOn(
    queue,
    createPlaces(5, (id) => begun.add(id)),
  );
  await add([1]);
  await begun.until((ids) => ids.length === 1);
  expect(await instance.cut('millrace-queue')).toBe(1);
  await add([2]);
  await begun.until((ids) => ids.includes(2));
});
