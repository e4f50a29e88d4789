import { expect, test, vi } from 'vitest';
import { forEachDatabase } from '../db/testing.ts';
import { createTestDispatcher } from '../executions/dispatcher.testing.ts';
import { openEffects } from '../executions/effects.testing.ts';
import { createExecutionStore } from '../executions/store/execution-store.ts';
import { silentLog } from '../platform/log.ts';
import { createOneProcess } from '../processes/processes.ts';
import { openDataTables } from './data-tables.testing.ts';
import { createWriteKeyPruning } from './write-keys.ts';

// Each test starts processes of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

forEachDatabase('a node that writes to a data table', (open) => {
  test('and loses its worker before the answer is recorded writes once', async () => {
    const database = await open();
    const { db, clock, tables, caller, answering } = openDataTables(database);
    const effects = await openEffects();
    const runs = await createTestDispatcher(
      database,
      {},
      undefined,
      createExecutionStore(database),
      createOneProcess(silentLog),
      { dataTables: answering },
    );
    await tables.create(caller, { name: 'T', columns: [{ name: 'text', type: 'string' }] });
    const workflow = await runs.store(['start', 'insertRow']);
    const { executionId } = await runs.begin(workflow, {
      start: { kind: 'trigger', payload: { kind: 'items', items: [{ json: { file: effects.file } }] } },
    });
    await expect.poll(async () => (await runs.execution(executionId))?.status, { timeout: 20_000 }).toBe('success');
    expect(await effects.read()).toEqual(['ended']);
    expect(await tables.readRows(caller, '1', { offset: 0, limit: 10 })).toMatchObject({ count: 1, rows: [{ id: 1 }] });

    const pruning = createWriteKeyPruning({ db, clock, log: silentLog });
    expect(await pruning.runOnce()).toBe(0);
    clock.time += 25 * 3_600_000;
    expect(await pruning.runOnce()).toBe(1);
  });
});
