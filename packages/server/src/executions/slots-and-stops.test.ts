import { expect, it, vi } from 'vitest';
import { forEachDatabase } from '../db/testing.ts';
import { createTestDispatcher } from './dispatcher.testing.ts';
import type { EnqueueRequest } from './types.ts';

// Each test starts processes of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const eventually = (look: () => unknown) => expect.poll(look, { timeout: 20_000 });

const startWith = (json: object): Pick<EnqueueRequest, 'start'> => ({
  start: { kind: 'trigger', payload: { kind: 'items', items: [{ json: json as never }] } },
});

/** A worker that is busy counts as stuck soon. */
const impatient = { look: 50, stuck: 200, killed: 600, isolated: 60_000 };

forEachDatabase('slots', (open) => {
  it('are left to others by a workflow that has its share', async () => {
    const tested = await createTestDispatcher(await open(), { concurrency: 2, workflowConcurrency: 1 });
    const hanging = await tested.store(['start', 'wait']);
    const hung = await Promise.all([1, 2, 3].map(() => tested.begin(hanging)));
    const statuses = async () =>
      Promise.all(hung.map(async ({ executionId }) => (await tested.execution(executionId))?.status));
    await eventually(async () => (await statuses()).toSorted()).toEqual(['queued', 'queued', 'running']);
    const plain = await tested.begin(await tested.store(['start', 'pass']));
    expect((await plain.ended).status).toBe('success');
    expect((await statuses()).toSorted()).toEqual(['queued', 'queued', 'running']);
    for (const { executionId } of hung) await tested.dispatcher.terminate(executionId);
  });

  it('are needed by sub-workflows that nobody waits for, as by all others', async () => {
    const database = await open();
    const tested = await createTestDispatcher(database, { concurrency: 2, workflowConcurrency: 2, queued: 1 });
    const child = await tested.store(['start', 'wait']);
    const parent = await tested.store(['start', 'spawn']);
    const { ended } = await tested.begin(parent, startWith({ workflowId: child.workflowId, count: 6 }));
    expect((await ended).status).toBe('success');
    const rows = () =>
      database.db.selectFrom('executions').select(['id', 'status']).where('mode', '=', 'integrated').execute();
    const count = async (status: string) => (await rows()).filter((row) => row.status === status).length;
    await eventually(async () => [await count('running'), await count('queued')]).toEqual([2, 4]);
    for (const { id } of await rows()) await tested.dispatcher.terminate(id);
  });

  it('are not free while the workers are short of memory', async () => {
    const tested = await createTestDispatcher(await open(), { workerHeapMegabytes: 128 });
    const holder = await tested.begin(await tested.store(['start', 'hold']), startWith({ megabytes: 100 }));
    await holder.response;
    const version = await tested.store(['start', 'pass']);
    const begun: Awaited<ReturnType<typeof tested.begin>>[] = [];
    const beginOne = async () => {
      const one = await tested.begin(version);
      begun.push(one);
      return (await tested.execution(one.executionId))?.status;
    };
    await eventually(beginOne).toBe('queued');
    await tested.dispatcher.terminate(holder.executionId);
    for (const { ended } of begun) expect((await ended).status).toBe('success');
  });
});

forEachDatabase('an orderly stop', (open) => {
  it('fails no execution that calls others: it makes its calls where it goes on, each once', async () => {
    const database = await open();
    const first = await createTestDispatcher(database, { shutdownGrace: 8 });
    const child = await first.store(['start', 'nap']);
    const parent = await first.store(['start', 'callTwice', 'pass']);
    const how = { ...startWith({ workflowId: child.workflowId }), waitForAnswer: false };
    const { executionId } = await first.begin(parent, how);
    await eventually(async () => (await first.execution(executionId + 1))?.status).toBe('running');
    await first.dispatcher.close();
    expect(await first.execution(executionId)).toMatchObject({ status: 'queued', attempt: 0 });

    const second = await createTestDispatcher(database);
    await second.dispatcher.recover();
    await eventually(async () => (await second.execution(executionId))?.status).toBe('success');
    const rows = await database.db.selectFrom('executions').select(['status', 'mode']).orderBy('id').execute();
    expect(rows.map(({ status, mode }) => `${mode} ${status}`)).toEqual([
      'trigger success',
      'integrated success',
      'integrated success',
    ]);
  });
});

forEachDatabase('kills of the process', (open) => {
  it('do not count against what it ran', async () => {
    const database = await open();
    const first = await createTestDispatcher(database);
    const { executionId } = await first.begin(await first.store(['start', 'pass', 'nap', 'pass']));
    await eventually(async () => (await first.execution(executionId))?.status).toBe('running');
    await database.db.updateTable('executions').set({ process_id: 'gone', attempt: 7 }).execute();
    const second = await createTestDispatcher(database);
    await second.dispatcher.recover();
    await eventually(async () => (await second.execution(executionId))?.status).toBe('success');
  });
});

forEachDatabase('a worker that is kept busy', (open) => {
  it('by its only execution is left to it, and others go on elsewhere', async () => {
    const tested = await createTestDispatcher(await open(), { workerPatience: impatient });
    const busy = await tested.begin(await tested.store(['start', 'respond', 'busy', 'pass']));
    await busy.response;
    const plain = await tested.begin(await tested.store(['start', 'pass']));
    expect((await plain.ended).status).toBe('success');
    expect((await busy.ended).status).toBe('success');
    expect(await tested.execution(busy.executionId)).toMatchObject({ attempt: 0 });
  });

  it('gets nothing new, however many such there are', async () => {
    const tested = await createTestDispatcher(await open(), {
      workerPatience: impatient,
      concurrency: 20,
      workflowConcurrency: 20,
    });
    const spinning = await tested.store(['start', 'spin']);
    const spinners: number[] = [];
    for (let count = 0; count < 6; count++) {
      const { executionId, response } = await tested.begin(spinning);
      spinners.push(executionId);
      await response;
    }
    const plain = await tested.begin(await tested.store(['start', 'pass']));
    expect((await plain.ended).status).toBe('success');
    for (const executionId of spinners) expect(await tested.dispatcher.terminate(executionId)).toBe(true);
  });
});
