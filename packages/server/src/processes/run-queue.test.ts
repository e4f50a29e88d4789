import { expect, onTestFinished, test } from 'vitest';
import { createCollector, createTestInstance } from './processes.testing.ts';
import type { QueuedRun } from './run-queue.ts';

const createTestQueue = async () => {
  const instance = await createTestInstance();
  const add = async (queue: NonNullable<Awaited<ReturnType<typeof instance.join>>['queue']>, runs: QueuedRun[]) =>
    instance.db.transaction().execute((trx) => queue.add(trx, runs));
  const jobs = async () => {
    const { rows } = await instance.db.executeQuery<{ locked: boolean; run: string }>({
      sql: `select locked_at is not null as locked, payload->>'executionId' as run from graphile_worker._private_jobs order by run_at`,
      parameters: [],
      query: { kind: 'RawNode' } as never,
      queryId: { queryId: 'jobs' },
    });
    return rows;
  };
  return { instance, add, jobs };
};

const production = (...ids: number[]): QueuedRun[] => ids.map((executionId) => ({ executionId, lane: 'production' }));

test('each entry goes to one of the processes, within its places, and manual runs have their own', async () => {
  const { instance, add, jobs } = await createTestQueue();
  const [web, ...workers] = await Promise.all([instance.join('web'), instance.join('worker'), instance.join('worker')]);
  const done = createCollector<number>();
  const release = Promise.withResolvers<void>();
  const begun = createCollector<number>();
  for (const { queue } of workers)
    await queue!.work({
      production: 2,
      manual: 1,
      async run(executionId) {
        begun.add(executionId);
        await release.promise;
        done.add(executionId);
      },
    });
  await add(web.queue!, production(1, 2, 3, 4, 5, 6));
  await add(web.queue!, [{ executionId: 7, lane: 'manual' }]);
  await begun.until((ids) => ids.includes(7) && ids.length === 5);
  expect((await jobs()).filter(({ locked }) => locked)).toHaveLength(5);
  release.resolve();
  await done.until((ids) => ids.length === 7);
  expect([...done.received].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('what was added by a transaction that failed is not there; what was added twice is there once', async () => {
  const { instance, add, jobs } = await createTestQueue();
  const { queue } = await instance.join();
  await expect(
    instance.db.transaction().execute(async (trx) => {
      await queue!.add(trx, production(1));
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await add(queue!, production(2));
  await add(queue!, production(2));
  expect((await jobs()).map(({ run }) => run)).toEqual(['2']);
});

test('an entry that is added again while it is held comes again', async () => {
  const { instance, add } = await createTestQueue();
  const { queue } = await instance.join();
  const begun = createCollector<number>();
  const first = Promise.withResolvers<void>();
  await queue!.work({
    production: 1,
    manual: 1,
    async run(executionId) {
      begun.add(executionId);
      if (begun.received.length === 1) await first.promise;
    },
  });
  await add(queue!, production(1));
  await begun.until((ids) => ids.length === 1);
  await add(queue!, production(1));
  first.resolve();
  expect(await begun.until((ids) => ids.length === 2)).toEqual([1, 1]);
});

test('a run that cannot be handled takes nothing with it', async () => {
  const { instance, add, jobs } = await createTestQueue();
  const { queue } = await instance.join();
  const begun = createCollector<number>();
  const work = await queue!.work({
    production: 1,
    manual: 1,
    async run(executionId) {
      begun.add(executionId);
      throw new Error('broken');
    },
  });
  await add(queue!, production(1, 2));
  await begun.until((ids) => ids.length === 2);
  await work.close();
  expect(await jobs()).toEqual([]);
});

test('nothing is taken while no place is free', async () => {
  const { instance, add, jobs } = await createTestQueue();
  const [full, free] = await Promise.all([instance.join(), instance.join()]);
  const takenBy = createCollector<string>();
  await full.queue!.work({
    production: 5,
    manual: 5,
    run: async () => takenBy.add('full'),
    whenFree: () => new Promise(() => {}),
  });
  await add(full.queue!, production(1, 2));
  expect((await jobs()).map(({ locked }) => locked)).toEqual([false, false]);
  await free.queue!.work({ production: 5, manual: 5, run: async () => takenBy.add('free') });
  expect(await takenBy.until((all) => all.length === 2)).toEqual(['free', 'free']);
  await full.close();
});

test('a process that closes finishes what it has begun and leaves the rest to the others', async () => {
  const { instance, add, jobs } = await createTestQueue();
  const { queue } = await instance.join();
  const begun = createCollector<number>();
  const finish = Promise.withResolvers<void>();
  const work = await queue!.work({
    production: 2,
    manual: 1,
    async run(executionId) {
      begun.add(executionId);
      await finish.promise;
    },
  });
  await add(queue!, production(1, 2, 3, 4));
  await begun.until((ids) => ids.length === 2);
  const closed = work.close();
  finish.resolve();
  await closed;
  expect(await jobs()).toEqual([
    { locked: false, run: '3' },
    { locked: false, run: '4' },
  ]);
  expect(begun.received).toEqual([1, 2]);
});

test('entries of a dead process are taken by another at once', async () => {
  const { instance, add } = await createTestQueue();
  const [dying, living] = await Promise.all([instance.join(), instance.join()]);
  const begun = createCollector<number>();
  const never = Promise.withResolvers<void>();
  onTestFinished(() => never.resolve());
  await dying.queue!.work({
    production: 2,
    manual: 1,
    async run(executionId) {
      begun.add(executionId);
      await never.promise;
    },
  });
  await add(dying.queue!, production(1, 2));
  await begun.until((ids) => ids.length === 2);
  const takenOver = createCollector<number>();
  await living.queue!.work({ production: 2, manual: 1, run: async (executionId) => takenOver.add(executionId) });
  const since = performance.now();
  await living.queue!.releaseDead([dying.processId]);
  await takenOver.until((ids) => ids.length === 2);
  expect(performance.now() - since).toBeLessThan(2000);
  never.resolve();
});

test('the queue is worked on again after its connections were cut', async () => {
  const { instance, add } = await createTestQueue();
  const { queue } = await instance.join();
  const done = createCollector<number>();
  await queue!.work({ production: 2, manual: 1, run: async (executionId) => done.add(executionId) });
  await add(queue!, production(1));
  await done.until((ids) => ids.length === 1);
  expect(await instance.cut('millrace-queue')).toBeGreaterThan(0);
  await add(queue!, production(2));
  await done.until((ids) => ids.includes(2));
});

test('executions that wait to be run and have no entry get one', async () => {
  const { instance, add, jobs } = await createTestQueue();
  const { queue } = await instance.join();
  const { db } = instance;
  const version = { workflow_id: null, name: '', graph: '{}', digest: '', created_at: 1 };
  const { id } = await db.insertInto('workflow_versions').values(version).returning('id').executeTakeFirstOrThrow();
  const row = { workflow_version_id: id, owner_id: 'u', mode: 'webhook', started_at: 1, start: '{}' };
  await db
    .insertInto('executions')
    .values([
      { ...row, id: 1, status: 'queued' },
      { ...row, id: 2, status: 'queued' },
      { ...row, id: 3, status: 'running' },
      { ...row, id: 4, status: 'success', stopped_at: 2 },
    ])
    .execute();
  await add(queue!, production(1));
  expect(await queue!.sweep()).toBe(1);
  expect((await jobs()).map(({ run }) => run).sort()).toEqual(['1', '2']);
  expect(await queue!.sweep()).toBe(0);
});
