import type { Item } from '@millrace/contract';
import { expect, it, vi } from 'vitest';
import { noAudit } from '../audit/no-audit.testing.ts';
import { forEachDatabase } from '../db/testing.ts';
import type { User } from '../users/access.ts';
import { createExecutions } from './api/service.ts';
import { createTestDispatcher, createTestFiles } from './dispatcher.testing.ts';
import { openEffects } from './effects.testing.ts';
import { createExecutionStore, type ExecutionStore } from './store/execution-store.ts';

// Each test starts processes of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const unkept = { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'none' } as const;

forEachDatabase('called executions that are not kept', (open) => {
  type Tested = Awaited<ReturnType<typeof createTestDispatcher>>;

  const startWith = (items: Item[]) => ({
    start: { kind: 'trigger' as const, payload: { kind: 'items' as const, items } },
  });
  const until = (look: () => unknown) => expect.poll(look, { timeout: 15_000 });
  const statusOf = async (runs: Tested, id: number) => (await runs.execution(id))?.status;

  it.each([
    ['success', ['start', 'effect'], 'success'],
    ['error', ['start', 'effect', 'fail'], 'error'],
  ])('give their caller the same %s when it calls once more after a crash', async (_, types, status) => {
    const database = await open();
    const effects = await openEffects();
    const store = createExecutionStore(database);
    let isDead = false;
    // The process dies when it has ended the called execution, before its caller has recorded anything.
    const dying: ExecutionStore = {
      ...store,
      isPassing: () => false,
      async write(writes) {
        if (isDead) throw new Error('The process was killed');
        isDead = writes.some(({ kind }) => kind === 'end');
        return store.write(writes);
      },
    };
    const first = await createTestDispatcher(database, {}, undefined, dying);
    const called = await first.store(types, unkept);
    const caller = await first.store(['start', 'call', 'wait']);
    const json = { workflowId: called.workflowId, file: effects.file };
    const { executionId } = await first.begin(caller, startWith([{ json }]));
    const child = executionId + 1;
    await until(() => statusOf(first, child)).toBe(status);
    await first.dispatcher.close();
    expect(await statusOf(first, executionId)).toBe('running');

    const second = await createTestDispatcher(database);
    await second.dispatcher.recover();
    if (status === 'error') {
      await until(() => statusOf(second, executionId)).toBe('error');
      expect((await second.execution(executionId))?.error).toContain('The called workflow failed: It went wrong');
    } else await until(async () => (await second.execution(executionId))?.attempt).toBe(1);
    await second.dispatcher.terminate(executionId);
    expect(await effects.read()).toEqual([`${child} effect`]);
    await until(() => second.execution(child)).toBeUndefined();
  });

  it('are gone when their caller has recorded what they gave, and are never listed', async () => {
    const database = await open();
    const runs = await createTestDispatcher(database);
    const called = await runs.store(['start', 'pass'], unkept);
    const caller = await runs.store(['start', 'call', 'rest', 'call', 'pass']);
    const { executionId } = await runs.begin(caller, startWith([{ json: { workflowId: called.workflowId } }]));
    await until(() => statusOf(runs, executionId)).toBe('waiting');
    const executions = createExecutions({
      db: database.db,
      dispatcher: runs.dispatcher,
      removeBinaryData: async () => {},
      audit: noAudit,
    });
    const owner = { id: 'someone', role: 'owner' } as User;
    expect((await executions.list(owner, { limit: 10 })).results.map(({ id }) => id)).toEqual([String(executionId)]);
    const request = { method: 'POST', url: '', headers: {}, params: {}, query: {}, body: {} };
    const resumed = await runs.dispatcher.resume(executionId, { kind: 'webhook', request });
    expect(resumed && (await resumed.ended).status).toBe('success');
    await until(async () => (await database.db.selectFrom('executions').select('id').execute()).length).toBe(1);
  });

  it('leave the files that their caller refers to until that is deleted', async () => {
    const database = await open();
    const files = await createTestFiles();
    const runs = await createTestDispatcher(database, {}, files.binary);
    const called = await runs.store(['start', 'pass'], unkept);
    const caller = await runs.store(['start', 'call', 'pass']);
    // The file is one that the called execution has stored.
    const child = 2;
    const data = await files.keep(child);
    const json = { workflowId: called.workflowId };
    const { executionId, ended } = await runs.begin(caller, startWith([{ json, binary: { data } }]));
    expect((await ended).status).toBe('success');
    await until(() => runs.execution(child)).toBeUndefined();
    expect(await files.stored()).toEqual([String(child)]);

    const { db } = database;
    const executions = createExecutions({
      db,
      dispatcher: runs.dispatcher,
      removeBinaryData: files.binary.deleteExecutions,
      audit: noAudit,
    });
    const owner = { id: 'someone', role: 'owner' } as User;
    expect(await executions.sharesFiles(owner, String(child))).toBe(true);
    await executions.remove({ user: owner }, { ids: [String(executionId)] });
    expect(await files.stored()).toEqual([]);
    expect(await executions.sharesFiles(owner, String(child))).toBe(false);
  });

  it('are not confused with what is called from outside, whatever its body refers to', async () => {
    const database = await open();
    const runs = await createTestDispatcher(database);
    const called = await runs.store(['start', 'pass']);
    const body = { binary: { data: { id: '1/0b7f6f6e-4f0a-4c1e-9d8e-0123456789ab' } } };
    const request = { method: 'POST', url: '', headers: {}, params: {}, query: {}, body };
    const start = { kind: 'trigger' as const, payload: { kind: 'webhook' as const, request } };
    expect((await (await runs.begin(called, { mode: 'webhook', start })).ended).status).toBe('success');
    expect(await database.db.selectFrom('file_uses').selectAll().execute()).toEqual([]);
  });

  it('and their callers that are not kept leave no files', async () => {
    const files = await createTestFiles();
    const runs = await createTestDispatcher(await open(), {}, files.binary);
    const called = await runs.store(['start', 'pass'], unkept);
    const caller = await runs.store(['start', 'call', 'pass'], unkept);
    const data = await files.keep(2);
    const json = { workflowId: called.workflowId };
    const { ended } = await runs.begin(caller, startWith([{ json, binary: { data } }]));
    expect((await ended).status).toBe('success');
    await until(files.stored).toEqual([]);
  });

  it('files of an execution live as long as one that goes on from its results', async () => {
    const database = await open();
    const files = await createTestFiles();
    const runs = await createTestDispatcher(database, {}, files.binary);
    const version = await runs.store(['start', 'pass', 'fail']);
    const data = await files.keep(1);
    const { executionId, ended } = await runs.begin(version, startWith([{ json: {}, binary: { data } }]));
    await ended;
    const retried = await runs.dispatcher.retry(executionId, { current: false, ranBy: 'someone' });
    await retried.ended;
    const again = await runs.dispatcher.retry(retried.executionId, { current: false, ranBy: 'someone' });
    await again.ended;
    const executions = createExecutions({
      db: database.db,
      dispatcher: runs.dispatcher,
      removeBinaryData: files.binary.deleteExecutions,
      audit: noAudit,
    });
    const owner = { id: 'someone', role: 'owner' } as User;
    await executions.remove({ user: owner }, { ids: [String(executionId), String(retried.executionId)] });
    expect(await files.stored()).toEqual(['1']);
    // An orphan is what nothing refers to.
    await runs.dispatcher.close();
    const later = await createTestDispatcher(database, {}, files.binary);
    expect(await files.stored()).toEqual(['1']);
    await executions.remove({ user: owner }, { ids: [String(again.executionId)] });
    expect(await files.stored()).toEqual([]);
    await later.dispatcher.close();
  });
});

forEachDatabase('executions that were called', (open) => {
  type Tested = Awaited<ReturnType<typeof createTestDispatcher>>;

  const untilStatus = (runs: Tested, id: number, status: string) =>
    expect.poll(async () => (await runs.execution(id))?.status, { timeout: 15_000 }).toBe(status);
  const callOf = (workflowId: number | null) => ({
    start: { kind: 'trigger' as const, payload: { kind: 'items' as const, items: [{ json: { workflowId } }] } },
  });

  it('are stopped with a caller that has found them again after a restart', async () => {
    const database = await open();
    const first = await createTestDispatcher(database);
    const called = await first.store(['start', 'wait']);
    const caller = await first.store(['start', 'call']);
    const { executionId } = await first.begin(caller, callOf(called.workflowId));
    await untilStatus(first, executionId + 1, 'running');
    await first.dispatcher.close();

    const second = await createTestDispatcher(database);
    await second.dispatcher.recover();
    await untilStatus(second, executionId + 1, 'running');
    await untilStatus(second, executionId, 'running');
    // By now the caller has called once more.
    await expect
      .poll(async () => (await second.execution(executionId + 1))?.origin, { timeout: 15_000 })
      .toBe((await second.execution(executionId))?.process_id);
    await second.dispatcher.terminate(executionId);
    await untilStatus(second, executionId + 1, 'canceled');
  });

  it('are stopped with a caller that was stopped while they were being started', async () => {
    const database = await open();
    const store = createExecutionStore(database);
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const slow: ExecutionStore = {
      ...store,
      async write(writes) {
        if (writes.some((write) => write.kind === 'create' && write.row.parent)) {
          reached.resolve();
          await gate.promise;
        }
        return store.write(writes);
      },
    };
    const runs = await createTestDispatcher(database, {}, undefined, slow);
    const called = await runs.store(['start', 'wait']);
    const caller = await runs.store(['start', 'call']);
    const { executionId } = await runs.begin(caller, callOf(called.workflowId));
    await reached.promise;
    const stopping = runs.dispatcher.terminate(executionId);
    await new Promise<void>((resolve) => setImmediate(resolve));
    gate.resolve();
    await stopping;
    await untilStatus(runs, executionId + 1, 'canceled');
  });

  it('tell a caller that waits of their end also where the database refuses what they have given', async () => {
    const database = await open();
    const store = createExecutionStore(database);
    const refusing: ExecutionStore = {
      ...store,
      async write(writes) {
        if (writes.some((write) => write.kind === 'end' && write.caller && write.nodes.length > 0))
          throw new Error('The database does not take this');
        return store.write(writes);
      },
    };
    const runs = await createTestDispatcher(database, {}, undefined, refusing);
    const called = await runs.store(['start', 'rest', 'pass']);
    const caller = await runs.store(['start', 'call']);
    const { executionId } = await runs.begin(caller, callOf(called.workflowId));
    await untilStatus(runs, executionId, 'waiting');
    const request = { method: 'POST', url: '', headers: {}, params: {}, query: {}, body: {} };
    await runs.dispatcher.resume(executionId + 1, { kind: 'webhook', request });
    await untilStatus(runs, executionId + 1, 'crashed');
    await untilStatus(runs, executionId, 'error');
    expect((await runs.execution(executionId))?.error).toContain('could not be recorded');
  });

  it('are started when the database is there again that was away', async () => {
    const database = await open();
    const store = createExecutionStore(database);
    let failures = 0;
    const failing: ExecutionStore = {
      ...store,
      async write(writes) {
        const isCall = writes.some((write) => write.kind === 'create' && write.row.parent);
        if (isCall && failures++ < 2) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
        return store.write(writes);
      },
    };
    const runs = await createTestDispatcher(database, {}, undefined, failing);
    const called = await runs.store(['start', 'pass']);
    const caller = await runs.store(['start', 'call']);
    const { executionId, ended } = await runs.begin(caller, callOf(called.workflowId));
    expect(await ended).toMatchObject({ status: 'success' });
    expect(failures).toBe(3);
    await untilStatus(runs, executionId + 1, 'success');
  });
});
