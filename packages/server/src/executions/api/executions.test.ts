import { parse } from 'flatted';
import { type Insertable, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../app.testing.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/schema.ts';
import { forEachDatabase } from '../../db/testing.ts';
import { findDeletable, listPast } from './store.ts';

const start = Date.UTC(2026, 0, 15, 12);

type Row = Partial<Insertable<Database['executions']>>;

const open = async (config: Partial<Config> = {}) => {
  const test = await createTestApp({ config });
  const { app, db, services, versions } = test;
  const user = services.accounts.users.defaultUser;
  const graph = { nodes: [{ name: 'A', type: 't', position: [0, 0] as [number, number] }], connections: {} };
  await services.workflows.create({ user }, { name: 'One', ...graph });
  const { versionId } = await versions.ofStored(1);
  const insert = async (row: Row = {}): Promise<string> => {
    const { id } = await db
      .insertInto('executions')
      .values({
        workflow_id: 1,
        workflow_version_id: versionId,
        owner_id: user.id,
        mode: 'webhook',
        status: 'success',
        started_at: start,
        stopped_at: start + 5,
        wait_till: null,
        retry_of: null,
        retry_success_id: null,
        start: '{"start":{"kind":"trigger"}}',
        error: null,
        last_node: 'A',
        process_id: null,
        temporary: 0,
        ...row,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return String(id);
  };
  const call = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const response = await app.inject({ method, url: `/rest${url}`, ...(payload ? { payload } : {}) });
    return {
      status: response.statusCode,
      ...(response.json() as { data?: unknown; message?: string; error?: string }),
    };
  };
  const list = async (filter: object, more = '') => {
    const { data } = await call('GET', `/executions?filter=${encodeURIComponent(JSON.stringify(filter))}${more}`);
    const { count, results } = data as { count: number; results: { id: string }[] };
    return { count, ids: results.map(({ id }) => id) };
  };
  return { ...test, insert, call, list };
};

const ofEachKind = async (insert: (row: Row) => Promise<string>) => {
  await insert({ status: 'success' });
  await insert({ status: 'error' });
  await insert({ status: 'waiting', wait_till: start + 9 });
  await insert({ status: 'running', stopped_at: null });
  await insert({ status: 'queued', stopped_at: null });
  await insert({ status: 'canceled' });
  await insert({ status: 'success', mode: 'manual', temporary: 1 });
};

describe('list', () => {
  test('past ones, newest first, in the shape that clients know', async () => {
    const { call, insert } = await open();
    await insert();
    await insert({ mode: 'retry', status: 'error', retry_of: 1 });
    const { data } = await call('GET', '/executions');
    expect(data).toEqual({
      count: 2,
      estimated: false,
      results: [
        expect.objectContaining({ id: '2', mode: 'retry', retryOf: '1', finished: false }),
        {
          id: '1',
          workflowId: '1',
          workflowName: 'One',
          mode: 'webhook',
          status: 'success',
          finished: true,
          startedAt: '2026-01-15T12:00:00.000Z',
          stoppedAt: '2026-01-15T12:00:00.005Z',
          waitTill: null,
        },
      ],
    });
  });

  test.each([
    [{}, ['6', '3', '2', '1']],
    [{ workflowId: '1' }, ['6', '3', '2', '1']],
    [{ workflowId: '2' }, []],
    [{ workflowId: '1', finished: true }, ['1']],
    [{ workflowId: '2', finished: true }, []],
    [{ workflowId: '1', finished: false }, ['6', '2']],
    [{ workflowId: '2', waitTill: true }, []],
    [{ finished: true }, ['1']],
    [{ finished: false }, ['6', '2']],
    [{ waitTill: true }, ['3']],
  ])('filter %j gives %j and counts them', async (filter, ids) => {
    const { insert, list } = await open();
    await ofEachKind(insert);
    for (const status of ['error', 'waiting']) await insert({ status, mode: 'manual', temporary: 1 });
    expect(await list(filter)).toEqual({ count: ids.length, ids });
    expect(await list(filter, '&limit=1&lastId=6')).toEqual({
      count: ids.length,
      ids: ids.filter((id) => id !== '6').slice(0, 1),
    });
  });

  test.each([{ workflowid: '1' }, { finished: true, status: 'error' }])(
    'refuses the filter %j, which would match more than is meant',
    async (filter) => {
      const { call, insert, list } = await open();
      await insert();
      const refused = {
        status: 400,
        error: 'badRequest',
        message: expect.stringContaining(
          'is not known here; there is workflowId, finished, waitTill, mode, triggerType, startedAfter, startedBefore, text and customData.',
        ),
      };
      expect(await call('GET', `/executions?filter=${encodeURIComponent(JSON.stringify(filter))}`)).toMatchObject(
        refused,
      );
      const deletion = { deleteBefore: '2100-01-01T00:00:00.000Z', filters: filter };
      expect(await call('POST', '/executions/delete', deletion)).toMatchObject(refused);
      expect((await list({})).ids).toEqual(['1']);
    },
  );

  test('pages by id, and counts all', async () => {
    const { insert, list } = await open();
    for (let index = 0; index < 12; index += 1) await insert();
    expect(await list({}, '&limit=3')).toEqual({ count: 12, ids: ['12', '11', '10'] });
    expect(await list({}, '&limit=3&lastId=10')).toEqual({ count: 12, ids: ['9', '8', '7'] });
    expect(await list({}, '&firstId=10')).toEqual({ count: 12, ids: ['12', '11'] });
  });

  test('by time, text and custom data', async () => {
    const { insert, list } = await open();
    const plain = await insert();
    const error = JSON.stringify({ name: 'NodeError', message: 'Ärger: 100% "closed"', timestamp: 1 });
    const failed = await insert({ status: 'error', started_at: start + 60_000, error });
    const order = await insert({ custom_data: '{"order":"A_17","shop":"North"}', started_at: start + 120_000 });
    const other = await insert({ custom_data: '{"order":"AB17"}' });
    const found = async (filter: object) => (await list(filter)).ids;
    const at = (moment: number) => new Date(moment).toISOString();
    expect(await found({ startedAfter: at(start + 60_000) })).toEqual([order, failed]);
    expect(await found({ startedAfter: at(start + 1), startedBefore: at(start + 120_000) })).toEqual([failed]);
    for (const text of ['Ärger', 'CLOSED', '100%', '"closed"']) expect(await found({ text })).toEqual([failed]);
    expect(await found({ text: 'a_17' })).toEqual([order]);
    expect(await found({ text: `#${plain}` })).toEqual([plain]);
    expect(await found({ customData: { order: 'AB17' } })).toEqual([other]);
    expect(await found({ customData: { order: 'A_17', shop: 'North' } })).toEqual([order]);
    expect(await found({ customData: { order: 'ab17' } })).toEqual([]);
    expect(await list({ text: 'nothing' })).toEqual({ count: 0, ids: [] });
  });

  test('by what has started them', async () => {
    const { insert, list, call } = await open();
    const byHand = await insert({ mode: 'manual' });
    const form = await insert({ trigger_type: 'core.formTrigger' });
    const schedule = await insert({ mode: 'trigger', trigger_type: 'core.scheduleTrigger' });
    expect(await list({ mode: 'manual' })).toEqual({ count: 1, ids: [byHand] });
    expect(await list({ mode: 'webhook' })).toEqual({ count: 1, ids: [form] });
    expect(await list({ triggerType: 'core.scheduleTrigger' })).toEqual({ count: 1, ids: [schedule] });
    const running = await insert({ status: 'running', stopped_at: null, trigger_type: 'core.formTrigger' });
    const { data: current } = await call('GET', '/executions-current');
    expect(current).toEqual([expect.objectContaining({ id: running, triggerType: 'core.formTrigger' })]);
    const { data } = await call('GET', `/executions/${form}`);
    expect(data).toMatchObject({ mode: 'webhook', triggerType: 'core.formTrigger' });
    expect((await call('GET', `/executions/${byHand}`)).data).not.toHaveProperty('triggerType');
  });

  test('shows the present name of the workflow, and that of the run once it is deleted', async () => {
    const { call, insert, services } = await open();
    await insert();
    const user = services.accounts.users.defaultUser;
    await services.workflows.update({ user }, '1', { name: 'Two' });
    expect((await call('GET', '/executions')).data).toMatchObject({ results: [{ workflowName: 'Two' }] });
    await services.workflows.remove({ user }, '1');
    expect((await call('GET', '/executions')).data).toMatchObject({
      results: [{ workflowName: 'One', workflowId: null }],
    });
  });

  test('with the reason of a failure, and what the run noted of itself', async () => {
    const { call, insert } = await open();
    const cause = { name: 'NodeError', message: 'broke', node: 'A', timestamp: 1, stack: 'x' };
    await insert({ status: 'error', error: JSON.stringify(cause), custom_data: '{"order":"17"}' });
    await insert({ status: 'crashed', error: JSON.stringify({ ...cause, cause: 'x'.repeat(70_000) }) });
    const { results } = (await call('GET', '/executions')).data as { results: object[] };
    expect(results).toMatchObject([
      { id: '2', status: 'crashed' },
      { error: { name: 'NodeError', message: 'broke', node: 'A' }, customData: { order: '17' } },
    ]);
    expect(results[0]).not.toHaveProperty('error');
  });

  test('current ones apart', async () => {
    const { call, insert } = await open();
    await ofEachKind(insert);
    const { data } = await call('GET', '/executions-current');
    expect(data).toEqual([
      {
        id: '5',
        workflowId: '1',
        workflowName: 'One',
        mode: 'webhook',
        status: 'queued',
        startedAt: '2026-01-15T12:00:00.000Z',
      },
      expect.objectContaining({ id: '4', status: 'running' }),
    ]);
    expect((await call('GET', '/executions-current?filter=%7B%22workflowId%22%3A%229%22%7D')).data).toEqual([]);
  });
});

describe('read', () => {
  const withNodes = async () => {
    const test = await open();
    const id = await test.insert({
      status: 'error',
      error: JSON.stringify({ name: 'NodeError', message: 'broke', timestamp: 1 }),
      start: JSON.stringify({ start: { kind: 'partial', startNodes: ['A'] }, destinationNode: 'A' }),
    });
    const task = (startTime: number) => JSON.stringify({ startTime, executionTime: 1, source: [] });
    const rows = [
      { node: 'constructor', task: task(1), data: JSON.stringify({ main: [[{ json: { a: 1 } }], null] }) },
      { node: 'A', task: task(2), data: null },
      { node: 'constructor', task: task(3), data: JSON.stringify({ main: [[]] }) },
    ];
    await test.db
      .insertInto('execution_nodes')
      .values(rows.map((row, position) => ({ execution_id: Number(id), position, ...row })))
      .execute();
    return test;
  };

  const data = {
    startData: { startNodes: ['A'], destinationNode: 'A' },
    resultData: {
      runData: {
        constructor: [
          { startTime: 1, executionTime: 1, source: [], data: { main: [[{ json: { a: 1 } }], null] } },
          { startTime: 3, executionTime: 1, source: [], data: { main: [[]] } },
        ],
        A: [{ startTime: 2, executionTime: 1, source: [] }],
      },
      lastNodeExecuted: 'A',
      error: { name: 'NodeError', message: 'broke', timestamp: 1 },
    },
  };

  test('with its data and the graph as it ran', async () => {
    const { call } = await withNodes();
    expect((await call('GET', '/executions/1')).data).toMatchObject({
      id: '1',
      status: 'error',
      workflowData: { id: '1', name: 'One', nodes: [{ name: 'A' }] },
      data,
    });
  });

  test('with its data as flatted text', async () => {
    const { call } = await withNodes();
    const execution = (await call('GET', '/executions/1?flatted=true')).data as { data: string };
    expect(parse(execution.data)).toEqual(data);
  });

  test('is refused as flatted text when there is too much of it, naming how to read it', async () => {
    const { call, db } = await withNodes();
    const text = 'x'.repeat(52 * 1024 * 1024);
    await db
      .updateTable('execution_nodes')
      .set({ data: JSON.stringify({ main: [[{ json: { text } }]] }) })
      .where('position', '=', 2)
      .execute();
    expect(await call('GET', '/executions/1?flatted=true')).toMatchObject({
      status: 413,
      error: 'executionDataTooLarge',
      hint: 'Read /executions/1/nodes and, for the items of a node, /executions/1/nodes/{position}/items.',
    });
  });

  test('one that does not exist is nothing', async () => {
    const { call } = await open();
    expect(await call('GET', '/executions/9')).toEqual({ status: 200 });
  });
});

describe('retry', () => {
  test('runs with the workflow as it was, or as it is stored, and says how it ended', async () => {
    const { call, insert, retries } = await open();
    await insert({ status: 'error' });
    expect((await call('POST', '/executions/1/retry')).data).toBe(true);
    expect((await call('POST', '/executions/1/retry', { loadWorkflow: true })).data).toBe(true);
    expect(retries).toMatchObject([
      { id: 1, current: false },
      { id: 1, current: true },
    ]);
  });

  test.each([
    ['error', false],
    ['crashed', false],
    ['canceled', false],
    ['waiting', true],
    ['success', true],
  ] as const)('of which the end is %s is %s', async (status, expected) => {
    const { call, insert, retries } = await open();
    await insert({ status: 'crashed' });
    retries.push({ id: 0, current: false, status });
    expect((await call('POST', '/executions/1/retry', {})).data).toBe(expected);
  });

  test.each<[Row, string]>([
    [{ status: 'success' }, 'nothing to retry'],
    [{ status: 'waiting', wait_till: start }, 'not ended'],
    [{ status: 'running', stopped_at: null }, 'not ended'],
    [{ status: 'error', retry_of: 7 }, 'retry execution 7'],
    [{ status: 'error', retry_success_id: 8 }, 'by execution 8'],
  ])('of %j is refused', async (row, reason) => {
    const { call, insert, retries } = await open();
    await insert(row);
    const refused = { status: 409, error: 'executionNotRetryable', message: expect.stringContaining(reason) };
    expect(await call('POST', '/executions/1/retry')).toMatchObject(refused);
    expect(retries).toEqual([]);
  });

  test('of an unknown one, or where nothing is run, is refused', async () => {
    const { call } = await open();
    expect(await call('POST', '/executions/9/retry')).toMatchObject({ status: 404, error: 'executionNotFound' });
    const showcase = await open({ demoMode: false });
    await showcase.insert({ status: 'error' });
    expect(await showcase.call('POST', '/executions/1/retry')).toMatchObject({ status: 402, error: 'notOffered' });
    expect(showcase.retries).toEqual([]);
  });
});

test('what belongs to someone else is as absent as what does not exist', async () => {
  const { insert, services, retries, stopped } = await open();
  const { defaultUser } = services.accounts.users;
  await insert({ status: 'error' });
  await insert({ status: 'running', stopped_at: null });
  const other = { ...defaultUser, id: 'other', role: 'member' as const };
  const { executions } = services;
  const missing = { error: 'executionNotFound' };
  await expect(executions.outline(other, '1', 0)).rejects.toMatchObject(missing);
  const place = { position: 0, connection: 'main', output: 0 };
  await expect(executions.items(other, '1', place, { offset: 0, limit: 1 })).rejects.toMatchObject(missing);
  await expect(executions.retry({ user: other }, '1', false)).rejects.toMatchObject(missing);
  await expect(executions.stop({ user: other }, '2')).rejects.toMatchObject(missing);
  expect(await executions.get(other, '1', false)).toBeUndefined();
  expect(await executions.listCurrent(other)).toEqual([]);
  await executions.remove({ user: other }, { deleteBefore: '2100-01-01T00:00:00.000Z' });
  await executions.remove({ user: other }, { ids: ['1'] });
  expect((await executions.list(defaultUser, { limit: 10 })).count).toBe(1);
  expect([retries, stopped]).toEqual([[], []]);
});

describe('stop', () => {
  test('ends a running one', async () => {
    const { call, insert, stopped } = await open();
    await insert({ status: 'running', stopped_at: null });
    expect((await call('POST', '/executions-current/1/stop')).data).toEqual({
      mode: 'webhook',
      startedAt: '2026-01-15T12:00:00.000Z',
      stoppedAt: '2026-01-15T12:00:00.000Z',
      finished: false,
    });
    expect(stopped).toEqual([1]);
  });

  test('of one that has ended, or is not there, is an error', async () => {
    const { call, insert } = await open();
    await insert();
    expect(await call('POST', '/executions-current/1/stop')).toMatchObject({
      status: 409,
      error: 'executionNotRunning',
    });
    expect(await call('POST', '/executions-current/2/stop')).toMatchObject({ status: 404, error: 'executionNotFound' });
  });
});

describe('delete', () => {
  const remaining = async (test: Awaited<ReturnType<typeof open>>) =>
    (await test.db.selectFrom('executions').select('id').orderBy('id').execute()).map(({ id }) => id);

  test('by id, with the binary data, but not what is under way', async () => {
    const test = await open();
    await ofEachKind(test.insert);
    const stored = await test.services.binary.write('1', new TextEncoder().encode('x'), {});
    expect(await test.call('POST', '/executions/delete', { ids: ['1', '4', '99'] })).toEqual({ status: 200 });
    expect(await remaining(test)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(await test.services.binary.open(stored.id!)).toBeUndefined();
  });

  test('by date and filter', async () => {
    const test = await open();
    await test.insert({ status: 'error', started_at: start - 1000 });
    await test.insert({ status: 'error' });
    await test.insert({ status: 'success', started_at: start - 1000 });
    const body = { deleteBefore: new Date(start).toISOString(), filters: { finished: false } };
    await test.call('POST', '/executions/delete', body);
    expect(await remaining(test)).toEqual([2, 3]);
  });

  test('of everything by an empty body is refused', async () => {
    const test = await open();
    await test.insert();
    expect((await test.call('POST', '/executions/delete', {})).status).toBe(400);
    expect((await test.call('POST', '/executions/delete', { filters: {} })).status).toBe(400);
    expect(await remaining(test)).toEqual([1]);
  });

  test('of very many leaves others their turn', async () => {
    const test = await open();
    await test.insert();
    const { services, db } = test;
    await sql`with recursive n (id) as (select 2 union all select id + 1 from n where id < 4000)
      insert into executions (id, workflow_version_id, owner_id, mode, status, started_at, stopped_at, start)
      select n.id, workflow_version_id, owner_id, mode, status, started_at, stopped_at, start from n, executions`.execute(
      db,
    );
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    await services.executions.remove(
      { user: services.accounts.users.defaultUser },
      { deleteBefore: '2100-01-01T00:00:00.000Z' },
    );
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
    expect(await remaining(test)).toEqual([]);
  });

  test('of more ids than a statement can hold', async () => {
    const test = await open();
    const ids = Array.from({ length: 40_000 }, (_, index) => String(index + 1));
    await test.insert();
    expect((await test.call('POST', '/executions/delete', { ids })).status).toBe(200);
    expect(await remaining(test)).toEqual([]);
  });
});

describe('binary data', () => {
  test('is a download of no particular type', async () => {
    const { app, insert, services } = await open();
    await insert();
    const bytes = new TextEncoder().encode('<script>alert(1)</script>');
    const { id } = await services.binary.write('1', bytes, { mimeType: 'text/html', fileName: 'x.html' });
    const response = await app.inject(`/rest/data/${id}?mime=text/html`);
    expect(response.body).toBe('<script>alert(1)</script>');
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-length': String(bytes.length),
    });
  });

  test.each(['1/../../millrace.sqlite', '../1', '2/0e8b7a52-0000-4000-8000-000000000000', 'x', '1/%2e%2e'])(
    '%s is 404',
    async (id) => {
      const { app } = await open();
      const response = await app.inject(`/rest/data/${id}`);
      expect(response.statusCode).toBe(404);
    },
  );

  test('of an execution that is gone is 404', async () => {
    const { app, services } = await open();
    const { id } = await services.binary.write('7', new Uint8Array(1), {});
    expect((await app.inject(`/rest/data/${id}`)).json()).toMatchObject({ error: 'binaryDataNotFound' });
  });
});

forEachDatabase('the store of executions', (openDatabase) => {
  test('lists and finds what is visible', async () => {
    const { db } = await openDatabase();
    const graph = '{"nodes":[],"connections":{}}';
    const { id: version } = await db
      .insertInto('workflow_versions')
      .values({ workflow_id: null, name: 'Never saved', graph, digest: 'd', created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const owner_id of ['a', 'b'])
      await db
        .insertInto('executions')
        .values({
          workflow_id: null,
          workflow_version_id: version,
          owner_id,
          mode: 'manual',
          status: 'success',
          started_at: start,
          stopped_at: start,
          wait_till: null,
          retry_of: null,
          retry_success_id: null,
          start: '{}',
          error: null,
          last_node: null,
          process_id: null,
        })
        .execute();
    const page = { filter: { finished: true }, limit: 10 };
    const all = await listPast(db, 'all', page);
    expect(all).toMatchObject({
      count: 2,
      results: [{ id: '2', workflowName: 'Never saved', workflowId: null }, { id: '1' }],
    });
    expect(await listPast(db, { userId: 'a', roles: [] }, page)).toMatchObject({ count: 1, results: [{ id: '1' }] });
    const searched = { text: 'x%', customData: { a: 'b' }, startedAfter: new Date(start).toISOString() };
    expect(await listPast(db, 'all', { filter: searched, limit: 10 })).toEqual({ count: 0, results: [] });
    const deletion = { startedBefore: start + 1, filter: {} };
    expect(await findDeletable(db, { userId: 'b', roles: [] }, deletion, { after: 0, limit: 10 })).toEqual([2]);
  });
});
