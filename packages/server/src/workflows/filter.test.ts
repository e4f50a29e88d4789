import { expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { forEachDatabase } from '../db/testing.ts';
import { listWorkflows } from './list.ts';
import { insertWorkflow } from './store.ts';

test('workflows are found by name and by whether they are active', async () => {
  const { app } = await createTestApp();
  const trigger = { name: 'T', type: 'test.trigger', position: [0, 0] };
  for (const [name, active] of [
    ['Reports', true],
    ['Reports', false],
    ['Reports 2', true],
  ] as const)
    await app.inject({
      method: 'POST',
      url: '/rest/workflows',
      payload: { name, active, nodes: [trigger], connections: {} },
    });
  const ids = async (filter: object) => {
    const response = await app.inject({ url: '/rest/workflows', query: { filter: JSON.stringify(filter) } });
    return response.json<{ data: { id: string }[] }>().data.map(({ id }) => id);
  };
  expect(await ids({ name: 'Reports' })).toEqual(['2', '1']);
  expect(await ids({ name: 'Reports', active: true })).toEqual(['1']);
  expect(await ids({ name: 'reports' })).toEqual([]);
  expect(await ids({})).toEqual(['3', '2', '1']);
});

forEachDatabase('the filter', (open) => {
  test('takes a name as it is written', async () => {
    const { db } = await open();
    await db
      .insertInto('users')
      .values({ id: 'u', email: null, first_name: null, last_name: null, role: 'owner', created_at: 0, updated_at: 0 })
      .execute();
    const row = { ownerId: 'u', active: false, graph: '{"nodes":[],"connections":{}}', staticData: null, now: 0 };
    for (const name of ['100%', '1000', '100_']) await insertWorkflow(db, { ...row, name });
    expect((await listWorkflows(db, { id: 'u', role: 'owner' }, { name: '100%' })).map(({ name }) => name)).toEqual([
      '100%',
    ]);
  });
});
