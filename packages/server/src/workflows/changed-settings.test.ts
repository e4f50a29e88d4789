import type { WorkflowSettings } from '@millrace/contract';
import { expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';

const open = async (settings: WorkflowSettings) => {
  const { app, services } = await createTestApp({ config: { maxExecutionTimeout: 3600 } });
  const user = services.accounts.users.defaultUser;
  const graph = { nodes: [], connections: {} };
  await services.workflows.create({ user }, { name: 'One', ...graph, settings });
  await services.workflows.create({ user }, { name: 'Errors', ...graph });
  return async (change: object) => {
    const answer = await app.inject({ method: 'PATCH', url: '/rest/workflows/1', payload: { settings: change } });
    return { status: answer.statusCode, ...answer.json<{ message?: string; data?: { settings: object } }>() };
  };
};

test.each([
  { executionTimeout: 3600 },
  { executionTimeout: -1 },
  { errorWorkflow: '2' },
  { errorWorkflow: '1' },
  { timezone: 'Europe/Berlin', saveManualExecutions: true, repeatInterrupted: true },
])('%j is stored', async (change) => {
  const patch = await open({});
  expect(await patch(change)).toMatchObject({ status: 200, data: { settings: change } });
});

test.each([
  [{ executionTimeout: 0 }, 'above 0'],
  [{ executionTimeout: -5 }, 'above 0'],
  [{ executionTimeout: 3601 }, 'at most 1h 0m 0s'],
  [{ errorWorkflow: '99' }, 'no workflow with the id "99"'],
  [{ errorWorkflow: 'x' }, 'no workflow with the id "x"'],
  [{ timezone: 'Mars/Base' }, 'must be the name of a time zone'],
  [{ repeatInterrupted: 'yes' }, 'repeatInterrupted'],
])('%j is refused', async (change, reason) => {
  const patch = await open({ executionTimeout: 60 });
  expect(await patch(change)).toMatchObject({ status: 400, message: expect.stringContaining(reason) });
});

test('what an import brought stays until it is changed', async () => {
  const imported = { executionTimeout: 0, errorWorkflow: '77' };
  const patch = await open(imported);
  expect(await patch({ ...imported, saveManualExecutions: true })).toMatchObject({ status: 200 });
  expect((await patch({ ...imported, executionTimeout: 4000 })).status).toBe(400);
});
