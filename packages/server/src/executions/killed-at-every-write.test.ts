import { expect, it, vi } from 'vitest';
import type { OpenDatabase } from '../db/database.ts';
import { forEachDatabase } from '../db/testing.ts';
import { createTestDispatcher } from './dispatcher.testing.ts';
import { openEffects } from './effects.testing.ts';
import { createExecutionStore, type ExecutionStore } from './store/execution-store.ts';
import type { ExecutionWrite } from './store/writes.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Numbers from 0 up to 1 that follow from the seed. */
const createRandom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

/** A store whose process dies after so many writes: nothing is heard of the others, as of a process that is killed. */
const createMortalStore = (database: OpenDatabase, writesToLive: number) => {
  const store = createExecutionStore(database);
  const died = Promise.withResolvers<void>();
  const buried = Promise.withResolvers<never>();
  buried.promise.catch(() => {});
  let left = writesToLive;
  const mortal: ExecutionStore = {
    ...store,
    isPassing: () => false,
    async write(writes: readonly ExecutionWrite[]) {
      if (left <= 0) return buried.promise;
      const lived = writes.slice(0, left);
      left -= lived.length;
      const results = await store.write(lived);
      if (left > 0) return results;
      died.resolve();
      return buried.promise;
    },
  };
  return { store: mortal, died: died.promise, bury: () => buried.reject(new Error('The process was killed')) };
};

const nodeTypes = ['pass', 'effect', 'count', 'effect', 'pass', 'respond'] as const;

/** What must hold whatever was written before the process died. @returns how the executions have ended */
const killAfter = async (database: OpenDatabase, writes: number, seed: number): Promise<string[]> => {
  const random = createRandom(seed);
  const effects = await openEffects();
  const { store, died, bury } = createMortalStore(database, writes);
  const first = await createTestDispatcher(
    database,
    { queued: 50, concurrency: 3, shutdownGrace: 0 },
    undefined,
    store,
  );

  const accepted = new Map<number, { types: string[]; repeatInterrupted: boolean }>();
  const workflows = Array.from({ length: 5 }, () => [
    'start',
    ...Array.from({ length: 1 + Math.floor(random() * 4) }, () => nodeTypes[Math.floor(random() * nodeTypes.length)]!),
  ]);
  const starts = workflows.map(async (types) => {
    const repeatInterrupted = random() < 0.2;
    const version = await first.store(types, { repeatInterrupted });
    const items = [{ json: { file: effects.file } }];
    const { executionId, ended } = await first.begin(version, {
      start: { kind: 'trigger', payload: { kind: 'items', items } },
    });
    accepted.set(executionId, { types, repeatInterrupted });
    await ended;
  });
  await Promise.race([died, Promise.allSettled(starts)]);
  for (const pid of first.dispatcher.workerPids()) process.kill(pid, 'SIGKILL');
  bury();
  await first.dispatcher.close();
  await Promise.allSettled(starts);

  const second = await createTestDispatcher(database, { concurrency: 3 });
  await second.dispatcher.recover();
  const all = () => database.db.selectFrom('executions').selectAll().orderBy('id').execute();
  await expect
    .poll(async () => (await all()).filter(({ status }) => ['queued', 'running'].includes(status)), { timeout: 20_000 })
    .toEqual([]);

  const rows = await all();
  const done = await effects.read();
  for (const [executionId, { types, repeatInterrupted }] of accepted) {
    const row = rows.find(({ id }) => id === executionId);
    const nodes = await second.nodesOf(executionId);
    expect(nodes.map(({ position }) => position)).toEqual(nodes.map((_, index) => index));
    expect(nodes.map(({ node }) => node.replace(/\d+$/, ''))).toEqual(types.slice(0, nodes.length));
    const own = done.filter((line) => line.startsWith(`${executionId} `));
    if (!repeatInterrupted) expect(new Set(own).size).toBe(own.length);
    if (row?.status === 'success') {
      expect(nodes).toHaveLength(types.length);
      expect(new Set(own).size).toBe(types.filter((type) => type === 'effect').length);
    } else expect(row).toMatchObject({ status: 'crashed', error: expect.stringContaining('InterruptedError') });
  }
  await second.dispatcher.close();
  return rows.map(({ status }) => status);
};

forEachDatabase('a process that is killed', (open, dialect) => {
  const kills = dialect === 'sqlite' ? 14 : 5;

  it('loses and doubles nothing, after whichever write that is', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < kills; round++) {
      const writes = dialect === 'sqlite' ? round + 1 : round * 4 + 1;
      for (const status of await killAfter(await open(), writes, 7 * round + 1)) seen.add(status);
    }
    expect(seen).toContain('success');
  });
});
