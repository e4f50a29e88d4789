import { expect, it, vi } from 'vitest';
import { noAudit } from '../audit/no-audit.testing.ts';
import { forEachDatabase } from '../db/testing.ts';
import type { User } from '../users/access.ts';
import { createExecutions } from './api/service.ts';
import { createTestDispatcher } from './dispatcher.testing.ts';

vi.setConfig({ testTimeout: 30_000 });

const untilWaiting = (runs: Awaited<ReturnType<typeof createTestDispatcher>>, executionId: number) =>
  expect.poll(async () => (await runs.execution(executionId))?.status, { timeout: 15_000 }).toBe('waiting');

forEachDatabase('stop', (open) => {
  it('ends a run whose process is gone, without waiting until that is known', async () => {
    const database = await open();
    const runs = await createTestDispatcher(database);
    const { executionId, ended } = await runs.begin(await runs.store(['start', 'rest']), { waitForAnswer: true });
    await untilWaiting(runs, executionId);
    await database.db
      .updateTable('executions')
      .set({ status: 'running', process_id: 'gone', stopped_at: null, wait: null, wait_till: null })
      .where('id', '=', executionId)
      .execute();
    expect(await runs.dispatcher.terminate(executionId)).toBe(true);
    expect(await ended).toEqual({ status: 'canceled' });
    expect(await runs.execution(executionId)).toMatchObject({ status: 'canceled', process_id: null });
  });

  it('comes before an execution that waits is deleted, so that whoever waits for it hears of that', async () => {
    const database = await open();
    const runs = await createTestDispatcher(database);
    const version = await runs.store(['start', 'rest']);
    const { executionId, ended } = await runs.begin(version, { waitForAnswer: true });
    await untilWaiting(runs, executionId);
    const executions = createExecutions({
      db: database.db,
      dispatcher: runs.dispatcher,
      removeBinaryData: async () => {},
      audit: noAudit,
    });
    const owner = { id: 'someone', role: 'owner' } as User;
    await executions.remove({ user: owner }, { deleteBefore: '2100-01-01T00:00:00.000Z', filters: { waitTill: true } });
    expect(await ended).toEqual({ status: 'canceled' });
    expect(await runs.execution(executionId)).toBeUndefined();
  });

  it('tells whoever watches a run that waits', async () => {
    const runs = await createTestDispatcher(await open());
    const { executionId } = await runs.begin(await runs.store(['start', 'rest']), {
      mode: 'manual',
      ranBy: 'user',
      sessionId: 'tab',
    });
    await untilWaiting(runs, executionId);
    expect(await runs.dispatcher.terminate(executionId)).toBe(true);
    await runs.heard(
      ({ type, data }) => type === 'executionFinished' && 'data' in data && data.data?.status === 'canceled',
    );
  });
});
