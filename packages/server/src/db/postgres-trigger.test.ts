import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../testing.ts';
import { createTestPostgres } from './testing.ts';

// A whole server starts here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const patience = { timeout: 30_000, interval: 50 };

/** A server, a database with a table of people, and a workflow that its changes start. */
const setUp = async () => {
  const url = new URL(await createTestPostgres());
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`create table people (id serial primary key, name text, note text)`);
  const server = await startTestServer();
  onTestFinished(() => server.stop(), 60_000);
  const ask = async <T>(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<T> => {
    const response = await fetch(`${server.url}/rest/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { data: T };
    expect([path, response.status, JSON.stringify(answer)]).toEqual([path, 200, expect.anything()]);
    return answer.data;
  };
  const { id: credentialId } = await ask<{ id: string }>('credentials', {
    name: 'Database',
    type: 'postgres',
    data: {
      host: url.hostname,
      port: Number(url.port),
      database: url.pathname.slice(1),
      user: url.username,
      password: url.password,
      ssl: 'disable',
    },
  });
  const workflow = (parameters: object) => ({
    name: 'Changes',
    active: true,
    nodes: [
      {
        id: 'a1',
        name: 'Rows',
        type: 'n8n-nodes-base.postgresTrigger',
        typeVersion: 1,
        position: [0, 0],
        parameters,
        credentials: { postgres: { id: credentialId, name: 'Database' } },
      },
    ],
    connections: {},
  });
  const create = async (parameters: object) => (await ask<{ id: string }>('workflows', workflow(parameters))).id;
  const listens = (id: string) =>
    expect.poll(async () => JSON.stringify(await ask(`active/triggers/${id}`)), patience).toContain('listening');
  const heard = async () => {
    const { results } = await ask<{ results: { id: string }[] }>('executions');
    const all = await Promise.all(
      results.map(({ id }) => ask<{ data: { resultData: { runData: Record<string, never> } } }>(`executions/${id}`)),
    );
    return all.reverse().map(({ data }) => {
      const [task] = (data.resultData.runData.Rows ?? []) as unknown as {
        data: { main: { json: { payload: unknown; channel: string } }[][] };
      }[];
      return task?.data.main[0]?.[0]?.json.payload;
    });
  };
  const query = async (text: string) => (await client.query(text)).rows;
  /** Until it is heard of: while nobody listens yet, nobody is told. */
  const doUntilHeard = (text: string, payload: object) =>
    expect
      .poll(
        async () => {
          await query(text);
          return (await heard()).at(-1);
        },
        { ...patience, interval: 300 },
      )
      .toMatchObject(payload);
  const triggers = async () => (await query('select tgname from pg_trigger where not tgisinternal')).length;
  return { server, ask, workflow, create, listens, heard, query, doUntilHeard, triggers };
};

test('rows that are added start executions, over a restart and a change of the node, until it is deactivated', async () => {
  const { server, ask, workflow, create, listens, heard, query, doUntilHeard, triggers } = await setUp();
  const table = { tableName: { __rl: true, mode: 'name', value: 'people' } };
  const id = await create(table);
  await listens(id);
  expect(await triggers()).toBe(1);
  await query(`insert into people (name) values ('Ada'), ('Bob')`);
  await expect.poll(heard, patience).toEqual([
    { id: 1, name: 'Ada', note: null },
    { id: 2, name: 'Bob', note: null },
  ]);
  // One that no notification holds is told all the same, and its insertion does not fail of it.
  await query(`insert into people (name, note) values ('Cy', repeat('x', 9000))`);
  await expect
    .poll(async () => (await heard()).at(-1), patience)
    .toEqual({ tooLarge: true, operation: 'INSERT', schema: 'public', table: 'people' });

  await server.restart();
  await doUntilHeard(`insert into people (name) values ('Dee')`, { name: 'Dee' });
  expect(await triggers()).toBe(1);

  await ask(`workflows/${id}`, { nodes: workflow({ ...table, firesOn: 'DELETE' }).nodes }, 'PATCH');
  await query(`insert into people (name) values ('Eve')`);
  await doUntilHeard(`delete from people where id = (select min(id) from people)`, { name: expect.any(String) });
  expect((await heard()).map((row) => (row as { name?: string }).name)).not.toContain('Eve');
  await expect.poll(triggers, patience).toBe(1);

  await ask(`workflows/${id}`, { active: false }, 'PATCH');
  await expect.poll(triggers, patience).toBe(0);
  expect(await query(`select 1 from pg_proc where proname like 'millrace%'`)).toEqual([]);
});

test('a channel is listened to in its spelling and in small letters; a table that is not there refuses the activation', async () => {
  const { server, workflow, create, listens, heard, query } = await setUp();
  await listens(await create({ triggerMode: 'listenTrigger', channelName: 'My "Orders"' }));
  await query(`select pg_notify('My "Orders"', '{"a":1}')`);
  await query(`select pg_notify('my "orders"', 'plain')`);
  await expect.poll(heard, patience).toEqual([{ a: 1 }, 'plain']);

  const refused = await fetch(`${server.url}/rest/workflows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(workflow({ tableName: 'a"; drop table people; --' })),
  });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('does not exist');
  expect(await query('select * from people')).toEqual([]);
});
