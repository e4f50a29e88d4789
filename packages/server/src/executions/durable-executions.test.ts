import type { Item } from '@millrace/contract';
import { expect, it, vi } from 'vitest';
import { forEachDatabase } from '../db/testing.ts';
import { createTestDispatcher } from './dispatcher.testing.ts';
import { openEffects } from './effects.testing.ts';
import { createExecutionStore } from './store/execution-store.ts';
import type { EnqueueRequest } from './types.ts';
import { createRecordedNodeRuns } from './worker/recorded-node-runs.ts';
import type { RecordedPage, RecordedPlace } from './workers/protocol.ts';

// Each test starts processes of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const startWith = (json: object): Pick<EnqueueRequest, 'start'> => ({
  start: { kind: 'trigger', payload: { kind: 'items', items: [{ json: json as never }] } },
});

/** Looks until it holds, also on a busy machine. */
const eventually = (look: () => unknown) => expect.poll(look, { timeout: 15_000 });

forEachDatabase('durable runs', (open) => {
  type Tested = Awaited<ReturnType<typeof createTestDispatcher>>;

  const untilStatus = (runs: Tested, executionId: number, status: string) =>
    expect.poll(async () => (await runs.execution(executionId))?.status, { timeout: 15_000 }).toBe(status);
  const itemsOf = async (runs: Tested, executionId: number, node: string) => {
    const found = (await runs.nodesOf(executionId)).find((row) => row.node === node);
    return JSON.parse(found?.data ?? 'null')?.main[0].map(({ json }: { json: unknown }) => json);
  };

  it('go on where a process that is gone has left them, and repeat nothing that must not be', async () => {
    const database = await open();
    const effects = await openEffects();
    const first = await createTestDispatcher(database);
    const version = await first.store(['start', 'effect', 'wait', 'pass']);
    const { executionId } = await first.begin(version, startWith({ file: effects.file }));
    await eventually(async () => (await first.nodesOf(executionId)).length).toBe(2);
    await database.db.updateTable('executions').set({ process_id: 'gone' }).execute();

    const second = await createTestDispatcher(database);
    await second.dispatcher.recover();
    await untilStatus(second, executionId, 'running');
    expect(await second.execution(executionId)).toMatchObject({ attempt: 1 });
    await eventually(async () => (await second.execution(executionId))?.process_id).not.toBe('gone');
    expect(await second.dispatcher.terminate(executionId)).toBe(true);
    const nodes = (await second.nodesOf(executionId)).map(({ node }) => node);
    expect(nodes.slice(0, 2)).toEqual(['start', 'effect']);
    expect(await effects.read()).toEqual([`${executionId} effect`]);
  });

  it('end with what was interrupted, unless the workflow lets it be repeated', async () => {
    const database = await open();
    const effects = await openEffects();
    const first = await createTestDispatcher(database);
    const marked = { process_id: 'gone', in_flight: '{"node":"effect","position":1}' };
    const types = ['start', 'effect', 'wait'];
    const ids: number[] = [];
    for (const repeatInterrupted of [false, true]) {
      const version = await first.store(types, { repeatInterrupted });
      const { executionId } = await first.begin(version, startWith({ file: effects.file }));
      await eventually(async () => (await first.nodesOf(executionId)).length).toBe(2);
      ids.push(executionId);
    }
    await database.db.deleteFrom('execution_nodes').where('node', '=', 'effect').execute();
    await database.db.updateTable('executions').set(marked).execute();

    const second = await createTestDispatcher(database);
    await second.dispatcher.recover();
    await untilStatus(second, ids[0]!, 'crashed');
    const { error, last_node: lastNode } = (await second.execution(ids[0]!))!;
    expect(JSON.parse(error!)).toMatchObject({ name: 'InterruptedError', node: 'effect' });
    expect(lastNode).toBe('effect');
    await eventually(effects.read).toEqual([`${ids[0]} effect`, `${ids[1]} effect`, `${ids[1]} effect`]);
    await second.dispatcher.terminate(ids[1]!);
  });

  it('are given up when they were tried three times without getting further', async () => {
    const database = await open();
    const { dispatcher, store, begin, execution } = await createTestDispatcher(database);
    const { executionId, ended } = await begin(await store(['start', 'exit']));
    expect(await ended).toMatchObject({
      status: 'crashed',
      errorMessage:
        'The execution was interrupted: it was tried 3 times without getting further; the worker process ended with code 7.',
    });
    expect(await execution(executionId)).toMatchObject({ status: 'crashed', attempt: 2 });
    expect(dispatcher.workerPids().length).toBeLessThan(2);
  });

  it('that share a worker with one that takes all memory end as if they were alone', async () => {
    const { store, begin } = await createTestDispatcher(await open());
    const innocent = await store(['start', 'pass', 'wait'], { executionTimeout: 20 });
    const others = await Promise.all([begin(innocent), begin(innocent)]);
    const guilty = await begin(await store(['start', 'eatMemory']));
    expect(await guilty.ended).toMatchObject({
      status: 'crashed',
      errorMessage: expect.stringContaining('ran out of memory'),
    });
    expect((await (await begin(await store(['start', 'pass']))).ended).status).toBe('success');
    const stillRunning = await Promise.race([...others.map(({ ended }) => ended), 'running']);
    expect(stillRunning).toBe('running');
  });

  it('let a node that was asked for wait, and go on in another process without asking again', async () => {
    const database = await open();
    const effects = await openEffects();
    const first = await createTestDispatcher(database);
    const version = await first.store(['start', 'agent', 'pass'], {}, { agent: ['effect', 'rest', 'fail'] });
    const { executionId } = await first.begin(version, startWith({ file: effects.file }));
    await untilStatus(first, executionId, 'waiting');
    expect((await first.nodesOf(executionId)).map(({ node }) => node)).toEqual(['start', 'agent', 'effect']);
    await first.dispatcher.close();

    const second = await createTestDispatcher(database);
    const request = { method: 'POST', url: '', headers: {}, params: {}, query: {}, body: {} };
    const resumed = await second.dispatcher.resume(executionId, { kind: 'webhook', request }, { waitCount: 0 });
    expect(resumed && (await resumed.ended)).toMatchObject({ status: 'success' });
    expect(await itemsOf(second, executionId, 'pass')).toEqual([{ said: ['done', 'webhook', 'failed'] }]);
    expect(await effects.read()).toEqual(['ask', 'effect', 'end'].map((what) => `${executionId} ${what}`));
    expect((await second.nodesOf(executionId)).map(({ node }) => node)).toEqual(
      ['start', 'agent', 'effect', 'rest', 'fail', 'agent', 'pass'], //
    );
  });

  it('end with the node that was asked for, where that was interrupted', async () => {
    const database = await open();
    const effects = await openEffects();
    const first = await createTestDispatcher(database);
    const version = await first.store(['start', 'agent'], {}, { agent: ['effect', 'unsure'] });
    const { executionId } = await first.begin(version, startWith({ file: effects.file }));
    await eventually(async () => (await first.execution(executionId))?.in_flight).toMatch(/unsure/);
    await database.db.updateTable('executions').set({ process_id: 'gone' }).execute();

    const second = await createTestDispatcher(database);
    await second.dispatcher.recover();
    await untilStatus(second, executionId, 'crashed');
    expect(JSON.parse((await second.execution(executionId))?.error ?? '')).toMatchObject({
      name: 'InterruptedError',
      node: 'unsure',
    });
    expect(await effects.read()).toEqual(['ask', 'effect'].map((what) => `${executionId} ${what}`));
    await first.dispatcher.terminate(executionId);
  });

  it('wait as a row, and go on once when a call comes', async () => {
    const database = await open();
    const first = await createTestDispatcher(database);
    const version = await first.store(['start', 'rest', 'pass']);
    const { executionId } = await first.begin(version, startWith({ a: 1 }));
    await untilStatus(first, executionId, 'waiting');
    const row = await first.execution(executionId);
    expect(row).toMatchObject({ process_id: null, wait_count: 0, wait_till: 32_503_680_000_000 });
    expect(JSON.parse(row?.wait ?? '')).toMatchObject({ node: 'rest', till: null, webhook: { method: 'POST' } });
    expect((await first.nodesOf(executionId)).map(({ node }) => node)).toEqual(['start']);
    await first.dispatcher.close();

    const { dispatcher, ...second } = await createTestDispatcher(database);
    const request = { method: 'POST', url: '', headers: {}, params: {}, query: {}, body: {} };
    expect(await dispatcher.resume(executionId, { kind: 'time' })).toBe(false);
    expect(await dispatcher.resume(executionId, { kind: 'webhook', request }, { waitCount: 1 })).toBe(false);
    const calls = await Promise.all(
      [1, 2].map(() => dispatcher.resume(executionId, { kind: 'webhook', request }, { waitCount: 0 })),
    );
    const resumed = calls.filter((call) => call !== false);
    expect(resumed).toHaveLength(1);
    expect(await resumed[0]?.ended).toMatchObject({ status: 'success' });
    expect(await itemsOf({ dispatcher, ...second }, executionId, 'pass')).toEqual([{ a: 1, by: 'webhook' }]);
    expect(await second.execution(executionId)).toMatchObject({
      status: 'success',
      wait: null,
      wait_till: null,
      wait_count: 1,
    });
    expect(await dispatcher.resume(executionId, { kind: 'webhook', request }, { waitCount: 1 })).toBe(false);
  });

  it('go on by themselves after a short wait, and their caller gets the end', async () => {
    const runs = await createTestDispatcher(await open());
    const version = await runs.store(['start', 'rest', 'pass']);
    const start = startWith({ till: Date.now() + 300 });
    const { executionId, ended } = await runs.begin(version, { ...start, waitForAnswer: true });
    expect(await ended).toEqual({ status: 'success' });
    expect(await itemsOf(runs, executionId, 'pass')).toMatchObject([{ by: 'time' }]);
    expect((await runs.nodesOf(executionId)).map(({ position }) => position)).toEqual([0, 1, 2]);
  });

  it('are stopped while they wait', async () => {
    const runs = await createTestDispatcher(await open());
    const version = await runs.store(['start', 'rest']);
    const { executionId, ended } = await runs.begin(version, { waitForAnswer: true });
    await untilStatus(runs, executionId, 'waiting');
    expect(await runs.dispatcher.terminate(executionId)).toBe(true);
    expect((await ended).status).toBe('canceled');
    expect(await runs.execution(executionId)).toMatchObject({ status: 'canceled', wait: null });
  });

  it('call others and get what these give, outside of the limits', async () => {
    const runs = await createTestDispatcher(await open(), { concurrency: 1 });
    const called = await runs.store(['start', 'many']);
    const caller = await runs.store(['start', 'call', 'pass']);
    const { executionId, ended } = await runs.begin(caller, startWith({ workflowId: called.workflowId, many: 2 }));
    expect((await ended).status).toBe('success');
    expect(await itemsOf(runs, executionId, 'pass')).toMatchObject([{ index: 0 }, { index: 1 }]);
    const child = await runs.execution(executionId + 1);
    expect(child).toMatchObject({ mode: 'integrated', parent_id: executionId, parent_node: 'call', status: 'success' });
    // The place of the call: also of the first one of a run, whose nodes run before the run is known.
    expect(child?.idempotency_key).toBe(`call:${executionId}:1:0:0`);
  });

  it('fail with the run that they have called, and say so', async () => {
    const runs = await createTestDispatcher(await open());
    const called = await runs.store(['start', 'fail']);
    const { ended } = await runs.begin(
      await runs.store(['start', 'call']),
      startWith({ workflowId: called.workflowId }),
    );
    expect((await ended).errorMessage).toBe('The called workflow failed: It went wrong');
    const missing = await runs.begin(await runs.store(['start', 'call']), startWith({ workflowId: 999 }));
    expect((await missing.ended).errorMessage).toMatch(/^The called workflow failed: .*999/);
  });

  it('wait with the run that they have called, and go on when it ends', async () => {
    const database = await open();
    const first = await createTestDispatcher(database);
    const called = await first.store(['start', 'rest', 'many']);
    const caller = await first.store(['start', 'call', 'pass']);
    const { executionId } = await first.begin(caller, startWith({ workflowId: called.workflowId, many: 1 }));
    await untilStatus(first, executionId, 'waiting');
    await first.dispatcher.close();

    const second = await createTestDispatcher(database);
    const request = { method: 'POST', url: '', headers: {}, params: {}, query: {}, body: {} };
    expect(await second.dispatcher.resume(executionId + 1, { kind: 'webhook', request })).toBeTruthy();
    await untilStatus(second, executionId, 'success');
    expect(await itemsOf(second, executionId, 'pass')).toMatchObject([{ index: 0 }]);
  });

  it('find the run that they had called when they are gone on with', async () => {
    const database = await open();
    const first = await createTestDispatcher(database);
    const called = await first.store(['start', 'wait']);
    const caller = await first.store(['start', 'call']);
    const { executionId } = await first.begin(caller, startWith({ workflowId: called.workflowId }));
    await eventually(async () => (await first.execution(executionId + 1))?.status).toBe('running');
    await database.db.updateTable('executions').set({ process_id: 'gone' }).execute();

    const second = await createTestDispatcher(database);
    await second.dispatcher.recover();
    await eventually(async () => (await second.execution(executionId + 1))?.attempt).toBe(1);
    await eventually(async () => (await second.execution(executionId))?.status).toBe('running');
    expect(await second.dispatcher.terminate(executionId + 1)).toBe(true);
    await untilStatus(second, executionId, 'error');
    const { count } = await database.db
      .selectFrom('executions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(2);
  });

  it('start the error workflow with what went wrong, but not for its own failure', async () => {
    const runs = await createTestDispatcher(await open());
    const handler = await runs.store(['errors', 'fail']);
    const settings = { errorWorkflow: String(handler.workflowId) };
    const failing = await runs.store(['start', 'fail'], settings);
    const { executionId, ended } = await runs.begin(failing);
    await ended;
    await untilStatus(runs, executionId + 1, 'error');
    expect(await runs.execution(executionId + 1)).toMatchObject({ mode: 'error', workflow_id: handler.workflowId });
    expect(await itemsOf(runs, executionId + 1, 'errors')).toMatchObject([
      {
        execution: {
          id: String(executionId),
          url: expect.stringContaining(String(executionId)),
          error: { message: 'It went wrong', node: 'fail' },
          lastNodeExecuted: 'fail',
          mode: 'trigger',
        },
        workflow: { id: String(failing.workflowId), name: failing.workflow.name },
      },
    ]);
    const byHand = await runs.begin(failing, { mode: 'manual' });
    await byHand.ended;
    expect(await runs.execution(byHand.executionId + 1)).toBeUndefined();
  });

  it('start the error workflow also when the database was away as they ended', async () => {
    const runs = await createTestDispatcher(await open());
    const handler = await runs.store(['errors']);
    const failing = await runs.store(['start', 'fail'], { errorWorkflow: String(handler.workflowId) });
    const { ofStored } = runs.versions;
    let failures = 0;
    runs.versions.ofStored = async (workflowId) => {
      if (failures++ < 2) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
      return ofStored(workflowId);
    };
    const { executionId, ended } = await runs.begin(failing);
    await ended;
    await untilStatus(runs, executionId + 1, 'success');
    expect(await runs.execution(executionId + 1)).toMatchObject({ mode: 'error' });
  });

  it('are retried as they were, from where they failed, and the first says by which it was made good', async () => {
    const database = await open();
    const effects = await openEffects();
    const runs = await createTestDispatcher(database);
    const version = await runs.store(['start', 'effect', 'fail']);
    const { executionId, ended } = await runs.begin(version, startWith({ file: effects.file }));
    await ended;
    const again = await runs.dispatcher.retry(executionId, { current: false, ranBy: 'someone' });
    expect((await again.ended).status).toBe('error');
    expect(await effects.read()).toEqual([`${executionId} effect`]);
    expect((await runs.nodesOf(again.executionId)).map(({ node }) => node)).toEqual(['start', 'effect', 'fail']);
    expect(await runs.execution(again.executionId)).toMatchObject({ mode: 'retry', retry_of: executionId });

    const { graph } = await database.db.selectFrom('workflows').select('graph').executeTakeFirstOrThrow();
    await database.db
      .updateTable('workflows')
      .set({ graph: graph.replace('test.fail', 'test.pass') })
      .execute();
    runs.versions.forget(version.workflowId!);
    const mended = await runs.dispatcher.retry(executionId, { current: true, ranBy: 'someone' });
    expect((await mended.ended).status).toBe('success');
    expect(await effects.read()).toHaveLength(1);
    expect(await runs.execution(executionId)).toMatchObject({ retry_success_id: mended.executionId });
    const nothing = runs.dispatcher.retry(mended.executionId, { current: false, ranBy: 'someone' });
    await expect(nothing).rejects.toMatchObject({ message: expect.stringContaining('nothing to retry') });
  });

  it('start once for a tick', async () => {
    const runs = await createTestDispatcher(await open());
    const version = await runs.store(['start']);
    const { ended } = await runs.begin(version, { idempotencyKey: '1:Schedule:0:1000' });
    await ended;
    await expect(runs.begin(version, { idempotencyKey: '1:Schedule:0:1000' })).rejects.toThrow('1:Schedule:0:1000');
    const other = await runs.begin(version, { idempotencyKey: '1:Schedule:0:2000' });
    expect((await other.ended).status).toBe('success');
  });

  it('start once for a tick whose execution has ended and is not kept', async () => {
    const database = await open();
    const runs = await createTestDispatcher(database);
    const version = await runs.store(['start'], { saveDataSuccessExecution: 'none' });
    const { ended } = await runs.begin(version, { idempotencyKey: '1:Schedule:0:1000' });
    await ended;
    expect(await database.db.selectFrom('executions').select('id').execute()).toEqual([]);
    await expect(runs.begin(version, { idempotencyKey: '1:Schedule:0:1000' })).rejects.toThrow('1:Schedule:0:1000');
    expect(await database.db.selectFrom('executions').select('id').execute()).toEqual([]);
    // What was remembered long ago is forgotten by itself.
    await database.db.updateTable('used_idempotency_keys').set({ ended_at: 1 }).execute();
    await (await runs.begin(version, { idempotencyKey: '1:Schedule:0:2000' })).ended;
    const remembered = await database.db.selectFrom('used_idempotency_keys').select('key').execute();
    expect(remembered).toEqual([{ key: '1:Schedule:0:2000' }]);
  });

  it('store large results in pieces, and go on from them', async () => {
    const database = await open();
    const first = await createTestDispatcher(database);
    const version = await first.store(['start', 'many', 'pass', 'rest', 'pass']);
    const { executionId } = await first.begin(version, startWith({ many: 25_000 }));
    await untilStatus(first, executionId, 'waiting');
    const [, many] = await first.nodesOf(executionId);
    expect(many).toMatchObject({ node: 'many', outputs: '{"main":[25000]}', data: null });
    const pieces = await database.db
      .selectFrom('execution_items')
      .selectAll()
      .where('execution_id', '=', executionId)
      .where('position', '=', 1)
      .orderBy('chunk')
      .execute();
    expect(pieces.length).toBeGreaterThan(20);
    let next = 0;
    for (const [index, piece] of pieces.entries()) {
      expect(piece).toMatchObject({ position: 1, connection: 'main', output: 0, chunk: index, first_item: next });
      expect(piece.item_count).toBeLessThanOrEqual(1000);
      expect(piece.items.length).toBeLessThan(330_000);
      expect(JSON.parse(piece.items)).toHaveLength(piece.item_count);
      next += piece.item_count;
    }
    expect(next).toBe(25_000);
    const request = { method: 'POST', url: '', headers: {}, params: {}, query: {}, body: {} };
    const resumed = await first.dispatcher.resume(executionId, { kind: 'webhook', request });
    expect(resumed && (await resumed.ended).status).toBe('success');
    expect(await itemsOf(first, executionId, 'pass4')).toMatchObject([{ index: 0, by: 'webhook' }]);
  });

  it('read what they go on from in pages that no process need hold together', async () => {
    const database = await open();
    const { store, begin, nodesOf } = await createTestDispatcher(database);
    // More than a page of node runs, and of pieces of items.
    const version = await store(['start', 'many', 'count', ...Array.from({ length: 70 }, () => 'pass')]);
    const { executionId, ended } = await begin(version, startWith({ many: 20_000 }));
    await ended;
    const runStore = createExecutionStore(database);
    const { db } = database;
    const pieces = await db.selectFrom('execution_items').selectAll().orderBy('position').orderBy('chunk').execute();
    const itemsAt = (at: number) =>
      pieces.filter(({ position }) => position === at).flatMap(({ items }) => JSON.parse(items) as Item[]);
    const whole = (await nodesOf(executionId)).map(({ position, node, task, data }) => ({
      node,
      task: { ...JSON.parse(task), data: data === null ? { main: [itemsAt(position)] } : JSON.parse(data) },
    }));
    const gathered = createRecordedNodeRuns();
    let next: RecordedPlace | null = { position: 0, piece: 0 };
    let pages = 0;
    while (next) {
      const page: RecordedPage = await runStore.recordedPage(executionId, next);
      expect(page.nodes.flatMap(({ chunks = [] }) => chunks).length).toBeLessThanOrEqual(16);
      gathered.add(page.nodes);
      next = page.next;
      pages++;
    }
    expect(pages).toBeGreaterThan(2);
    expect(gathered.runs).toEqual(whole);
  });

  it('by hand of workflows that were never saved have a bucket for each session', async () => {
    const runs = await createTestDispatcher(await open());
    const stored = await runs.store(['start']);
    const unsaved = await runs.versions.ofPosted({ ...stored.workflow, id: undefined });
    const [mine, other] = await Promise.all(
      ['mine', 'other'].map((sessionId) => runs.begin(unsaved, { mode: 'manual', sessionId })),
    );
    await Promise.all([mine!.ended, other!.ended]);
    const next = await runs.begin(unsaved, { mode: 'manual', sessionId: 'mine' });
    await next.ended;
    await eventually(() => runs.execution(mine!.executionId)).toBeUndefined();
    expect(await runs.execution(other!.executionId)).toBeDefined();
  });
});
