import { expect, test, vi } from 'vitest';
import { createTestInstance } from './processes.testing.ts';

/** As the machine of a process that hangs or vanished would look to the database. */
const stopHeart = async (instance: Awaited<ReturnType<typeof createTestInstance>>, processId: string) => {
  await instance.db
    .updateTable('processes')
    .set(({ eb }) => ({ seen_at: eb('seen_at', '-', 6001) }))
    .where('id', '=', processId)
    .execute();
};

test('a process is dead when its heartbeat has stopped, and forgotten when it said that it ended', async () => {
  const instance = await createTestInstance();
  const [a, b] = await Promise.all([instance.join('web'), instance.join('worker')]);
  const rows = await instance.db.selectFrom('processes').select(['id', 'role']).execute();
  expect(new Map(rows.map(({ id, role }) => [id, role]))).toEqual(
    new Map([
      [a.processId, 'web'],
      [b.processId, 'worker'],
    ]),
  );
  expect(await a.registry.lostOwners()).toBeUndefined();
  await stopHeart(instance, b.processId);
  expect(await a.registry.lostOwners()).toEqual({ of: [b.processId] });
  await a.registry.forget([b.processId, a.processId]);
  expect(await a.registry.lostOwners()).toBeUndefined();
  expect(await instance.db.selectFrom('processes').select('id').execute()).toEqual([{ id: a.processId }]);
  await b.close();
  await a.close();
  expect(await instance.db.selectFrom('processes').select('id').execute()).toEqual([]);
});

test('the instance starts with the first process that serves', async () => {
  const instance = await createTestInstance();
  const worker = await instance.join('worker');
  const [a, b] = await Promise.all([instance.join(), instance.join('web')]);
  expect(worker.isFirst).toBe(false);
  expect([a.isFirst, b.isFirst].toSorted()).toEqual([false, true]);
  expect((await instance.join()).isFirst).toBe(false);
});

test('the instance starts anew right after its process was killed, whose lease is not over yet', async () => {
  const instance = await createTestInstance();
  const now = Date.now();
  await instance.db
    .insertInto('processes')
    .values({ id: 'killed', role: 'start', started_at: now, seen_at: now })
    .execute();
  expect((await instance.join()).isFirst).toBe(true);
});

test('one process leads, and another follows as soon as it ends', async () => {
  const instance = await createTestInstance();
  const processes = [await instance.join(), await instance.join(), await instance.join()];
  const leading = () => processes.filter(({ leadership }) => leadership.isLeader());
  await vi.waitFor(() => expect(leading()).toHaveLength(1), { timeout: 5000 });
  for (let left = 2; left > 0; left -= 1) {
    const [leader] = leading();
    const follows = Promise.withResolvers<void>();
    for (const process of processes)
      if (process !== leader) process.leadership.onChange((isLeader) => isLeader && follows.resolve());
    await leader!.close();
    processes.splice(processes.indexOf(leader!), 1);
    await follows.promise;
    expect(leading()).toHaveLength(1);
  }
});

test('a leader that loses its connection leads no more', async () => {
  const instance = await createTestInstance();
  const leader = await instance.join();
  await vi.waitFor(() => expect(leader.leadership.isLeader()).toBe(true), { timeout: 5000 });
  const lost = Promise.withResolvers<void>();
  const back = Promise.withResolvers<void>();
  let changes = 0;
  leader.leadership.onChange((isLeader) => {
    changes += 1;
    if (!isLeader) lost.resolve();
    else if (changes > 1) back.resolve();
  });
  await instance.cut(`millrace/${leader.processId}`);
  await lost.promise;
  await back.promise;
});

test('a leader that hangs is relieved of the lead', async () => {
  const instance = await createTestInstance();
  const hanging = await instance.join();
  await vi.waitFor(() => expect(hanging.leadership.isLeader()).toBe(true), { timeout: 5000 });
  const next = await instance.join();
  const leads = Promise.withResolvers<void>();
  next.leadership.onChange((isLeader) => isLeader && leads.resolve());
  const lost = Promise.withResolvers<void>();
  hanging.leadership.onChange((isLeader) => !isLeader && lost.resolve());
  // Its heart beats on in this test, so it is stopped again until it is noticed.
  let isDone = false;
  const both = Promise.all([lost.promise, leads.promise]).finally(() => {
    isDone = true;
  });
  while (!isDone) await stopHeart(instance, hanging.processId);
  await both;
}, 20_000);

test('a process that cannot renew its lease says so, once, when the others take it for dead', async () => {
  const instance = await createTestInstance();
  const process = await instance.join();
  let losses = 0;
  const lost = Promise.withResolvers<void>();
  process.registry.onLost(() => {
    losses += 1;
    lost.resolve();
  });
  await instance.db.schema.alterTable('processes').renameTo('processes_away').execute();
  await lost.promise;
  await instance.db.schema.alterTable('processes_away').renameTo('processes').execute();
  await vi.waitFor(async () => expect(await process.registry.lostOwners()).toBeUndefined(), { timeout: 5000 });
  expect(losses).toBe(1);
}, 20_000);
