import { type RunNodeOptions, runNode, setUpNode } from '@millrace/engine/testing';
import { loadNodeTypes } from '@millrace/nodes';
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestSqlite } from '../db/testing.ts';
import { openDataTables } from './data-tables.testing.ts';

/** The node on real tables. */
type Definition = Parameters<typeof runNode>[0];
let node: Definition;
beforeAll(async () => {
  node = (await loadNodeTypes(['n8n-nodes-base.dataTable']))[0] as Definition;
});

const open = async () => {
  const opened = openDataTables(await openTestSqlite());
  const { db, tables, caller, askAs } = opened;
  await db
    .insertInto('users')
    .values(['ada', 'ben'].map((id) => ({ id, role: 'member' as const, created_at: 1, updated_at: 1 })))
    .execute();
  const ada = { user: { ...caller.user, id: 'ada', role: 'member' as const } };
  const table = await tables.create(ada, {
    name: 'People',
    columns: [
      { name: 'name', type: 'string' },
      { name: 'age', type: 'number' },
    ],
  });
  const dataTables = askAs({ workflowId: null, ranBy: 'ada' });
  const run = (parameters: object, items: RunNodeOptions['items'] = [{}], more: Partial<RunNodeOptions> = {}) =>
    runNode(node, {
      parameters: { dataTableId: { __rl: true, mode: 'id', value: table.id }, ...parameters },
      items,
      host: { dataTables },
      ...more,
    });
  const fill = (...names: string[]) =>
    tables.insertRows(
      ada,
      table.id,
      names.map((name, age) => ({ name, age })),
    );
  const names = async () =>
    (await tables.readRows(ada, table.id, { offset: 0, limit: 100 })).rows.map(({ name, age }) => [name, age]);
  return { ...opened, ada, table, run, fill, names, dataTables };
};

const columns = { mappingMode: 'defineBelow', value: { name: '={{ $json.n }}', age: '={{ $json.a }}' } };
const called = (keyValue: string) => ({ filters: { conditions: [{ keyName: 'name', keyValue }] } });

describe('insert', () => {
  test('is what is done without an operation, in both versions, for 0, 1 and many items', async () => {
    for (const typeVersion of [1, 1.1]) {
      const { run, names } = await open();
      expect((await run({ columns }, [], { typeVersion })).json).toEqual([]);
      const { items, error } = await run(
        { columns },
        Array.from({ length: 1200 }, (_, a) => ({ n: `N ${a}`, a })),
        { typeVersion },
      );
      expect(error).toBeUndefined();
      expect(items).toHaveLength(1200);
      expect(items[1199]).toMatchObject({ json: { id: 1200, name: 'N 1199', age: 1199 }, pairedItem: 1199 });
      expect((await names()).length).toBe(100);
    }
  });

  test('takes the fields of the input by itself, without those that every table has', async () => {
    const { run, names } = await open();
    await run({ columns: { mappingMode: 'autoMapInputData', value: null } }, [
      { id: 77, createdAt: 'x', name: 'Ada', age: 36 },
      { name: { nested: [1] } },
    ]);
    expect(await names()).toEqual([
      ['Ada', 36],
      ['{"nested":[1]}', null],
    ]);
  });

  test('names the column that a value does not fit; the others are added where the node continues', async () => {
    const { run, names } = await open();
    const { error } = await run({ columns }, [
      { n: 'Ada', a: 1 },
      { n: 'Ben', a: 'old' },
    ]);
    expect(error?.message).toContain('"age" of item 2 of "rows" must be a number, and is "old"');
    expect(await names()).toEqual([]);
    const { items } = await run(
      { columns },
      [
        { n: 'Ada', a: 1 },
        { n: 'Ben', a: 'old' },
        { n: 'Cleo', a: 3 },
      ],
      {
        onError: 'continueRegularOutput',
      },
    );
    expect(items.map(({ json, pairedItem }) => [json.name ?? 'failed', pairedItem])).toEqual([
      ['Ada', 0],
      ['failed', 1],
      ['Cleo', 2],
    ]);
    expect(await names()).toEqual([
      ['Ada', 1],
      ['Cleo', 3],
    ]);
  });

  test('gives the number of rows where that is enough', async () => {
    const { run } = await open();
    const { json } = await run({ columns, options: { optimizeBulk: true } }, [{ n: 'A' }, { n: 'B' }]);
    expect(json).toEqual([{ success: true, insertedRows: 2 }]);
  });
});

describe('get', () => {
  test('gives the rows that meet the conditions, up to the limit, in order', async () => {
    const { run, fill } = await open();
    await fill('Ada', 'Ben', 'Cleo');
    const get = async (more: object) => (await run({ operation: 'get', ...more })).json.map(({ name }) => name);
    expect(await get({})).toEqual(['Ada', 'Ben', 'Cleo']);
    expect(await get({ limit: 2 })).toEqual(['Ada', 'Ben']);
    expect(await get({ returnAll: true, orderBy: true, orderByColumn: 'name' })).toEqual(['Cleo', 'Ben', 'Ada']);
    expect(await get({ orderBy: true, orderByColumn: 'age', orderByDirection: 'ASC', limit: 1 })).toEqual(['Ada']);
    const conditions = [
      { keyName: 'name', condition: 'ilike', keyValue: 'b%' },
      { keyName: 'age', condition: 'gte', keyValue: 2 },
    ];
    expect(await get({ filters: { conditions } })).toEqual(['Ben', 'Cleo']);
    expect(await get({ filters: { conditions }, matchType: 'allConditions' })).toEqual([]);
    const linked = await run({ operation: 'get', ...called('={{ $json.q }}') }, [
      { q: 'Ben' },
      { q: 'x' },
      { q: 'Ada' },
    ]);
    expect(linked.items.map(({ json, pairedItem }) => [json.name, pairedItem])).toEqual([
      ['Ben', 0],
      ['Ada', 2],
    ]);
  });

  test('reads more rows than a page has, sorted or not', async () => {
    const { run, ada, tables, table } = await open();
    for (let part = 0; part < 3; part++)
      await tables.insertRows(
        ada,
        table.id,
        Array.from({ length: 900 }, (_, age) => ({ name: 'x', age })),
      );
    expect((await run({ operation: 'get', returnAll: true })).json).toHaveLength(2700);
    const sorted = await run({ operation: 'get', returnAll: true, orderBy: true, orderByColumn: 'age' });
    expect(new Set(sorted.json.map(({ id }) => id)).size).toBe(2700);
  });
});

test('update, upsert and deleteRows change the rows that are meant and give them', async () => {
  const { run, fill, names } = await open();
  await fill('Ada', 'Ben', 'Ada');
  const age = { mappingMode: 'defineBelow', value: { age: 50 } };
  expect((await run({ operation: 'update', ...called('Ada'), columns: age })).json).toMatchObject([
    { id: 1, age: 50 },
    { id: 3, age: 50 },
  ]);
  const both = { mappingMode: 'defineBelow', value: { name: '={{ $json.n }}', age: 9 } };
  const upserted = await run({ operation: 'upsert', ...called('={{ $json.n }}'), columns: both }, [
    { n: 'Ben' },
    { n: 'Cleo' },
    { n: 'Cleo' },
  ]);
  expect(upserted.items.map(({ json, pairedItem }) => [json.id, json.name, pairedItem])).toEqual([
    [2, 'Ben', 0],
    [4, 'Cleo', 1],
    [4, 'Cleo', 2],
  ]);
  expect((await run({ operation: 'deleteRows', ...called('Ada') })).json).toMatchObject([{ id: 1 }, { id: 3 }]);
  expect(await names()).toEqual([
    ['Ben', 9],
    ['Cleo', 9],
  ]);
});

test.each(['update', 'upsert', 'deleteRows', 'rowExists'])(
  '%s without a condition would mean every row',
  async (operation) => {
    const { run, fill, names } = await open();
    await fill('Ada');
    const { error } = await run({ operation, columns });
    expect(error?.message).toBe('There is no condition');
    expect(await names()).toEqual([['Ada', 0]]);
  },
);

test('a dry run changes nothing and gives the rows as they are and as they would be', async () => {
  const { run, fill, names } = await open();
  await fill('Ada');
  const options = { dryRun: true };
  const age = { mappingMode: 'defineBelow', value: { age: 50 } };
  for (const operation of ['update', 'upsert'])
    expect((await run({ operation, ...called('Ada'), columns: age, options })).json).toMatchObject([
      { id: 1, age: 0, dryRunState: 'before' },
      { id: 1, age: 50, dryRunState: 'after' },
    ]);
  expect((await run({ operation: 'upsert', ...called('x'), columns: age, options })).json).toEqual([
    { id: null, createdAt: null, updatedAt: null, name: null, age: 50, dryRunState: 'after' },
  ]);
  expect((await run({ operation: 'deleteRows', ...called('Ada'), options })).json).toMatchObject([
    { id: 1, dryRunState: 'before' },
  ]);
  expect(await names()).toEqual([['Ada', 0]]);
});

test('rowExists and rowNotExists pass input items on', async () => {
  const { run, fill } = await open();
  await fill('Ada');
  const pass = async (operation: string) => {
    const { items } = await run({ operation, ...called('={{ $json.q }}') }, [{ q: 'Ada' }, { q: 'Ben' }]);
    return items.map(({ json, pairedItem }) => [json, pairedItem]);
  };
  expect(await pass('rowExists')).toEqual([[{ q: 'Ada' }, 0]]);
  expect(await pass('rowNotExists')).toEqual([[{ q: 'Ben' }, 1]]);
});

describe('a table', () => {
  test('is found by its id, by its name, and by the name that it had on another instance', async () => {
    const { run, fill } = await open();
    await fill('Ada');
    for (const dataTableId of [
      { __rl: true, mode: 'name', value: 'People' },
      { __rl: true, mode: 'list', value: 'sK3jd82Hs', cachedResultName: 'People' },
      { __rl: true, mode: 'list', value: '1' },
    ])
      expect((await run({ operation: 'get', dataTableId })).json).toMatchObject([{ name: 'Ada' }]);
    for (const [dataTableId, message] of [
      [{ __rl: true, mode: 'name', value: 'Nobody' }, 'There is no data table with the name "Nobody"'],
      [{ __rl: true, mode: 'id', value: '1 or 1=1' }, 'There is no data table with the id "1 or 1=1"'],
      [{ __rl: true, mode: 'list', value: '' }, 'No data table is chosen'],
    ] as const)
      expect((await run({ operation: 'get', dataTableId })).error?.message).toBe(message);
  });

  test('is created, listed, renamed and deleted', async () => {
    const { run } = await open();
    const create = {
      resource: 'table',
      operation: 'create',
      tableName: 'New',
      columns: { column: [{ name: 'a', type: 'date' }] },
    };
    expect((await run(create)).json).toMatchObject([{ id: '2', name: 'New', columns: [{ name: 'a', type: 'date' }] }]);
    expect((await run(create)).json).toMatchObject([{ id: '2' }]);
    expect((await run({ ...create, options: { createIfNotExists: false } })).error?.message).toContain(
      'There is already a data table with the name "New"',
    );
    const list = { resource: 'table', operation: 'list' };
    expect((await run(list)).json.map(({ name }) => name)).toEqual(['New', 'People']);
    expect((await run({ ...list, returnAll: false, limit: 1, options: { sortDirection: 'desc' } })).json).toMatchObject(
      [{ name: 'People' }],
    );
    expect((await run({ ...list, options: { filterName: 'peo' } })).json).toMatchObject([{ name: 'People' }]);
    const dataTableId = { __rl: true, mode: 'name', value: 'New' };
    expect((await run({ resource: 'table', operation: 'update', dataTableId, newName: 'Old' })).json).toEqual([
      { success: true, name: 'Old' },
    ]);
    const gone = await run({ resource: 'table', operation: 'delete', dataTableId: { ...dataTableId, value: 'Old' } });
    expect(gone.json).toEqual([{ success: true, deletedTableId: '2', deletedTableName: 'Old' }]);
    expect((await run(list)).json).toMatchObject([{ name: 'People' }]);
  });

  test('of others is not there for a workflow, and one that is only to be read is not written', async () => {
    const { table, fill, askAs, db } = await open();
    await fill('Ada');
    const dataTables = askAs({ workflowId: null, ranBy: 'ben' });
    const run = (parameters: object) =>
      runNode(node, {
        parameters: { dataTableId: { __rl: true, mode: 'id', value: table.id }, ...parameters },
        host: { dataTables },
      });
    expect((await run({ operation: 'get' })).error?.message).toBe('There is no data table with the id "1"');
    await db.insertInto('data_table_shares').values({ user_id: 'ben', data_table_id: 1, role: 'view' }).execute();
    expect((await run({ operation: 'get' })).json).toMatchObject([{ name: 'Ada' }]);
    expect((await run({ columns: { value: { name: 'Ben' } } })).error?.message).toBe(
      'You may not change the rows of the data table "People".',
    );
  });
});

test('in the editor it offers tables, columns, conditions by the type of the column, and columns to write', async () => {
  const { dataTables, table } = await open();
  const setUp = (parameters: Record<string, unknown>) => setUpNode(node, { parameters, host: { dataTables } }).context;
  const context = setUp({ dataTableId: { __rl: true, mode: 'id', value: table.id } });
  const { search, options, mapping } = node.methods!;
  expect(await search!.tableSearch!(context as never, { filter: 'peo' })).toEqual({
    results: [{ name: 'People', value: '1' }],
  });
  const columnChoices = await options!.getDataTableColumns!(context as never);
  expect(columnChoices.map(({ value }) => value)).toEqual(['id', 'name', 'age', 'createdAt', 'updatedAt']);
  const ofAge = await options!.getConditionsForColumn!({ ...context, sibling: () => 'age' } as never);
  expect(ofAge.map(({ value }) => value)).not.toContain('like');
  const { fields } = await mapping!.getDataTables!(context as never);
  expect(fields.map(({ id, type }) => [id, type])).toEqual([
    ['name', 'string'],
    ['age', 'number'],
  ]);
  const unset = setUp({ dataTableId: { __rl: true, mode: 'list', value: '' } });
  expect(await mapping!.getDataTables!(unset as never)).toEqual({ fields: [] });
  expect(await options!.getDataTableColumns!(unset as never)).toEqual([]);
});
