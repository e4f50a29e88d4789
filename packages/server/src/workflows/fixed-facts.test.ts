import type { Workflow } from '@millrace/contract';
import { expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';

const graph = { name: 'One', nodes: [], connections: {} };

const open = async () => {
  const { app } = await createTestApp();
  const call = async (method: 'POST' | 'PATCH', url: string, payload: object) => {
    const response = await app.inject({ method, url, payload });
    return { status: response.statusCode, ...response.json<{ message?: string; data: Workflow }>() };
  };
  const { data: stored } = await call('POST', '/rest/workflows', graph);
  return { stored, call, patch: (change: object) => call('PATCH', '/rest/workflows/1', change) };
};

test('a file of another tool becomes a new workflow: its id and dates say nothing here', async () => {
  const { call } = await open();
  const file = {
    ...graph,
    id: 'bJ9x2',
    createdAt: '2022-05-01T00:00:00.000Z',
    updatedAt: '2022-05-01T00:00:00.000Z',
    versionId: 'a-b',
    shared: [{ role: 'workflow:owner' }],
    isArchived: false,
    tags: [{ id: '7', name: 'x', createdAt: '2022-05-01T00:00:00.000Z' }],
  };
  const { status, data } = await call('POST', '/rest/workflows', file);
  expect(status).toBe(200);
  expect(data).toMatchObject({ id: '2', createdAt: '2026-01-15T12:00:00.000Z', versionId: 'a-b', shared: file.shared });
});

test('what was read can be sent back as it is', async () => {
  const { stored, patch } = await open();
  expect(await patch({ ...stored, name: 'Two' })).toMatchObject({ status: 200, data: { name: 'Two', id: '1' } });
});

test.each([
  [{ ownerId: 'someone' }, '"ownerId" cannot be set: a workflow belongs to the user who makes it.'],
  [{ id: '7' }, '"id" cannot be changed; it is "1", as in the address.'],
  [{ id: 1 }, '"id" cannot be changed; it is "1", as in the address.'],
  [{ createdAt: '2020-01-01T00:00:00.000Z' }, '"createdAt" cannot be changed; it is 2026-01-15T12:00:00.000Z.'],
])('a change with %j is refused, and changes nothing', async (fact, message) => {
  const { patch } = await open();
  expect(await patch({ name: 'Two', ...fact })).toMatchObject({ status: 400, message });
  expect(await patch({ active: false })).toMatchObject({ data: { name: 'One' } });
});

test('nobody makes a workflow in the name of another', async () => {
  const { call } = await open();
  const refused = await call('POST', '/rest/workflows', { ...graph, ownerId: 'someone' });
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('"ownerId" cannot be set') });
});
