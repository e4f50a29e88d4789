import type { NodeDefinition } from '@millrace/engine/node-api';
import { type FakeHostOptions, type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { localService, type Routes, reply } from '../service/service.testing.ts';
import { airtable } from './airtable.node.ts';
import { createBase, row } from './airtable.testing.ts';
import { airtableV1 } from './airtable-v1.node.ts';

const origin = 'https://api.airtable.com';
const where = {
  base: { __rl: true, mode: 'list', value: 'appA' },
  table: { __rl: true, mode: 'url', value: 'https://airtable.com/appA/tblA/viwA' },
};

const start = async (
  rows = [
    row('rec1', { Name: 'Ada', Age: 36 }),
    row('rec2', { Name: 'Bo', Age: 9 }),
    row('rec3', { Name: 'Cy', Age: 9 }),
  ],
  other: Routes = {},
  options: FakeHostOptions = {},
) => {
  const base = createBase(rows);
  const service = await localService(origin, { ...other, ...base.routes }, options);
  const call = (node: NodeDefinition, parameters: object, more: RunNodeOptions) =>
    runNode(node, {
      parameters: parameters as never,
      credentials: { airtableTokenApi: { id: '1', name: 'Airtable' } },
      host: service.host,
      ...more,
    });
  const run = (operation: string, parameters: object = {}, more: RunNodeOptions = {}) =>
    call(airtable, { operation, ...where, ...parameters }, { typeVersion: 2.1, ...more });
  const runV1 = (operation: string, parameters: object = {}, more: RunNodeOptions = {}) =>
    call(
      airtableV1,
      { operation, authentication: 'airtableTokenApi', application: 'appA', table: 'tblA', ...parameters },
      { typeVersion: 1, ...more },
    );
  return { rows: base.rows, service, run, runV1 };
};

const mapped = (value: object, matchingColumns: string[] = ['id'], mappingMode = 'defineBelow') => ({
  columns: { mappingMode, value, matchingColumns, schema: [] },
});
const people = (count: number) => Array.from({ length: count }, (_, n) => ({ Name: `P${n}` }));

describe('record: create', () => {
  it('sends ten at once, and each result belongs to its item', async () => {
    const { run, service, rows } = await start([]);
    const { items, error } = await run(
      'create',
      { ...mapped({ Name: '={{ $json.Name }}' }), options: { typecast: true } },
      { items: people(12) },
    );
    expect(error).toBeUndefined();
    expect(service.heard.map(({ body }) => (body as { records: object[] }).records.length)).toEqual([10, 2]);
    expect(service.heard[1]?.body).toEqual({
      typecast: true,
      records: [{ fields: { Name: 'P10' } }, { fields: { Name: 'P11' } }],
    });
    expect(items.map(({ pairedItem }) => pairedItem)).toEqual([...Array(12).keys()]);
    expect(items[11]?.json).toMatchObject({ id: 'rec12', fields: { Name: 'P11' } });
    expect(rows).toHaveLength(12);
  });

  it('maps the fields of the item by itself, without those that are ignored', async () => {
    const { run, service } = await start([]);
    await run(
      'create',
      { ...mapped({}, [], 'autoMapInputData'), options: { ignoreFields: 'b, c' } },
      { items: [{ a: 1, b: 2, c: 3 }] },
    );
    expect(service.heard[0]?.body).toEqual({ typecast: false, records: [{ fields: { a: 1 } }] });
  });

  it('a refused record does not cost the others of its batch', async () => {
    const { run, rows } = await start([]);
    const items = [{ Name: 'A' }, { Unknown: 1 }, { Name: 'C' }];
    const { json } = await run('create', mapped({}, [], 'autoMapInputData'), {
      items,
      onError: 'continueRegularOutput',
    });
    expect(json[1]).toEqual({ error: 'Unknown field name: "Unknown"' });
    expect(rows.map(({ fields }) => fields.Name)).toEqual(['A', 'C']);
  });
});

describe('record: update', () => {
  it('by id', async () => {
    const { run, service, rows } = await start();
    const { items } = await run('update', mapped({ id: '={{ $json.id }}', Age: 1 }), {
      items: [{ id: 'rec1' }, { id: 'rec2' }],
    });
    expect(service.lines()).toEqual(['PATCH /v0/appA/tblA']);
    expect([rows[0]?.fields, rows[1]?.fields]).toEqual([
      { Name: 'Ada', Age: 1 },
      { Name: 'Bo', Age: 1 },
    ]);
    expect(items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
      ['rec1', 0],
      ['rec2', 1],
    ]);
  });

  it.each([
    [false, [9, 1, 9]],
    [true, [9, 1, 1]],
  ])('by what a column holds; all matches: %s', async (updateAllMatches, _) => {
    const { run, rows, service } = await start();
    await run('update', { ...mapped({ Age: 9, Name: 'New' }, ['Age']), options: { updateAllMatches } });
    expect(rows.map(({ fields }) => fields.Name)).toEqual(['Ada', 'New', updateAllMatches ? 'New' : 'Cy']);
    expect(service.lines()[0]).toBe('GET /v0/appA/tblA?fields[]=Age&pageSize=100');
  });

  it('says which value no record has', async () => {
    const { run } = await start();
    expect((await run('update', mapped({ Name: 'Nobody', Age: 1 }, ['Name']))).error?.message).toBe(
      'No record has "Nobody" in "Name"',
    );
  });
});

describe('record: upsert', () => {
  it('by columns: ten at once, made or changed', async () => {
    const { run, rows, service } = await start();
    const { json } = await run('upsert', mapped({ Name: '={{ $json.Name }}', Age: 5 }, ['Name']), {
      items: [{ Name: 'Ada' }, { Name: 'New' }],
    });
    expect(service.heard[0]?.body).toMatchObject({ performUpsert: { fieldsToMergeOn: ['Name'] } });
    expect(json.map(({ id }) => id)).toEqual(['rec1', 'rec4']);
    expect(rows[0]?.fields.Age).toBe(5);
  });

  it.each([
    [false, ['rec2']],
    [true, ['rec2', 'rec3']],
  ])('where several match; all: %s', async (updateAllMatches, ids) => {
    const { run } = await start();
    const { json } = await run('upsert', {
      ...mapped({ Age: 9, Name: "O'Neil" }, ['Age']),
      options: { updateAllMatches },
    });
    expect(json.map(({ id }) => id)).toEqual(ids);
  });

  it('by id: what is not there is made', async () => {
    const { run, rows } = await start();
    await run('upsert', mapped({ id: '={{ $json.id }}', Name: 'X' }), {
      items: [{ id: 'rec1' }, { id: 'recGone' }, {}],
    });
    expect(rows.map(({ fields }) => fields.Name)).toEqual(['X', 'Bo', 'Cy', 'X', 'X']);
  });
});

describe('record: get, delete, search', () => {
  it('gets one with its fields beside its id', async () => {
    const { run } = await start();
    expect((await run('get', { id: 'rec1' })).json).toEqual([
      { id: 'rec1', createdTime: expect.any(String), Name: 'Ada', Age: 36 },
    ]);
    expect((await run('get', { id: 'recGone' })).error).toMatchObject({ message: 'NOT_FOUND', httpCode: '404' });
  });

  it('downloads attachments, unsigned', async () => {
    const photo = [{ url: `${origin}/file/a.png`, filename: 'a.png', type: 'image/png' }];
    const { run, service } = await start([row('rec1', { Photo: photo })]);
    const { items, host } = await run('get', { id: 'rec1', options: { downloadFields: ['Photo'] } });
    expect(items[0]).toMatchObject({ json: { fields: { Photo: photo } }, binary: { Photo_0: { fileName: 'a.png' } } });
    expect(new TextDecoder().decode(await host.binary.read(items[0]!.binary!.Photo_0!))).toBe('bytes of a.png');
    expect(service.heard[1]?.headers['x-signed-by']).toBeUndefined();
  });

  it('deletes', async () => {
    const { run, rows } = await start();
    expect((await run('deleteRecord', { id: 'rec2' })).json).toEqual([{ id: 'rec2', deleted: true }]);
    expect(rows).toHaveLength(2);
  });

  it('searches: all pages, sorted, of a view and with some fields', async () => {
    const { run, service } = await start();
    const { json } = await run('search', {
      sort: { property: [{ field: 'Name', direction: 'desc' }] },
      options: { fields: ['Name', 'Age'], view: { __rl: true, mode: 'list', value: 'viwA' } },
    });
    expect(json.map(({ Name }) => Name)).toEqual(['Cy', 'Bo', 'Ada']);
    expect(service.lines()[0]).toBe(
      'GET /v0/appA/tblA?fields[]=Name&fields[]=Age&sort[0][field]=Name&sort[0][direction]=desc&view=viwA&pageSize=100',
    );
  });

  it('searches by a formula up to a limit, for each item; version 2 once for all', async () => {
    const parameters = { filterByFormula: '={{ "{Name} = \'" + $json.n + "\'" }}', returnAll: false, limit: 1 };
    const items = [{ n: 'Ada' }, { n: 'Bo' }];
    expect((await (await start()).run('search', parameters, { items })).json.map(({ Name }) => Name)).toEqual([
      'Ada',
      'Bo',
    ]);
    const once = await (await start()).run('search', parameters, { items, typeVersion: 2 });
    expect(once.items.map(({ json, pairedItem }) => [json.Name, pairedItem])).toEqual([
      ['Ada', [{ item: 0 }, { item: 1 }]],
    ]);
  });

  it('none found is no item', async () => {
    expect((await (await start([])).run('search')).items).toEqual([]);
  });
});

describe('base', () => {
  it('lists all pages, once, and those of a permission', async () => {
    const { run } = await start();
    const all = await run('getMany', { resource: 'base' }, { items: [{}, {}] });
    expect(all.json.map(({ name }) => name)).toEqual(['People', 'Stock']);
    const some = await run('getMany', { resource: 'base', options: { permissionLevel: ['read'] } });
    expect(some.json.map(({ name }) => name)).toEqual(['Stock']);
  });

  it('gives the schema of its tables', async () => {
    expect((await (await start()).run('getSchema', { resource: 'base' })).json[0]).toMatchObject({ name: 'Staff' });
  });
});

describe('limits', () => {
  it('five requests a second, and half a minute after Airtable has said that there were more', async () => {
    let calls = 0;
    const { run, service } = await start(undefined, {
      'GET /v0/appA/tblA/rec9': () => (++calls === 1 ? reply(429, {}) : row('rec9', {})),
    });
    const { json } = await run('get', { id: 'rec9' });
    expect(json).toMatchObject([{ id: 'rec9' }]);
    expect(service.host.sleeps).toEqual([30_000]);
    const paced = await start();
    await paced.run(
      'deleteRecord',
      { id: '={{ $json.id }}' },
      { items: [{ id: 'rec1' }, { id: 'rec2' }, { id: 'rec3' }] },
    );
    expect(paced.service.host.sleeps).toEqual([200, 200]);
  });
});

describe('version 1', () => {
  it.each<[string, object, string, unknown, object[]]>([
    [
      'append',
      { addAllFields: true },
      'POST /v0/appA/tblA',
      { records: [{ fields: { Name: 'Di' } }] },
      [{ id: 'rec4' }],
    ],
    [
      'append',
      { addAllFields: false, fields: ['Name'], options: { typecast: true, bulkSize: 1 } },
      'POST /v0/appA/tblA',
      { typecast: true, records: [{ fields: { Name: 'Di' } }] },
      [{ id: 'rec4' }],
    ],
    [
      'update',
      { id: 'rec1', options: { ignoreFields: 'x' } },
      'PATCH /v0/appA/tblA',
      { typecast: false, records: [{ id: 'rec1', fields: { Name: 'Di' } }] },
      [{ id: 'rec1' }],
    ],
    ['read', { id: 'rec1' }, 'GET /v0/appA/tblA/rec1', undefined, [{ id: 'rec1', fields: { Name: 'Ada', Age: 36 } }]],
    ['delete', { id: 'rec1' }, 'DELETE /v0/appA/tblA/rec1', undefined, [{ id: 'rec1', deleted: true }]],
    [
      'list',
      { returnAll: false, limit: 1, additionalOptions: { fields: ['Name'] } },
      'GET /v0/appA/tblA?fields[]=Name&pageSize=1',
      undefined,
      [{ id: 'rec1' }],
    ],
  ])('%s', async (operation, parameters, line, body, expected) => {
    const { runV1, service } = await start();
    const { json, error } = await runV1(operation, parameters, { items: [{ id: 'recX', Name: 'Di' }] });
    expect(error).toBeUndefined();
    expect(service.lines()).toEqual([line]);
    expect(service.heard[0]?.body).toEqual(body);
    expect(json).toMatchObject(expected);
  });

  it('API keys have ended, and it says so', async () => {
    const { runV1 } = await start();
    expect((await runV1('read', { id: 'rec1', authentication: 'airtableApi' })).error?.message).toMatch(
      /no longer supports API keys/,
    );
  });
});
