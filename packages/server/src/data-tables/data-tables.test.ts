import type { DataTable, DataTableCondition, DataTableRow, DataTableSort } from '@millrace/contract';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { forEachDatabase, type OpenTestDatabase, openTestSqlite } from '../db/testing.ts';
import { createAppWithPeople } from '../permissions/people.testing.ts';
import { openDataTables } from './data-tables.testing.ts';
import { findTable } from './table-store.ts';

const open = async (openDatabase: OpenTestDatabase, { maxSize = 1e9 } = {}) => {
  const opened = openDataTables(await openDatabase(), { maxSize });
  const { tables, caller } = opened;
  const create = (name: string, columns: Record<string, 'string' | 'number' | 'boolean' | 'date'>) =>
    tables.create(caller, { name, columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })) });
  const read = async ({ id }: DataTable, conditions: DataTableCondition[] = [], sort: DataTableSort[] = []) =>
    tables.readRows(caller, id, { filter: { match: 'all', conditions }, sort, offset: 0, limit: 1000 });
  return { ...opened, create, read };
};

const people = { name: 'string', age: 'number', member: 'boolean', since: 'date' } as const;

forEachDatabase('data tables', (openDatabase) => {
  test('keep what is written, by the types of their columns', async () => {
    const { tables, caller, create, read, clock } = await open(openDatabase);
    const table = await create('People', people);
    expect(table).toMatchObject({ name: 'People', rowCount: 0, size: 0 });
    const added = await tables.insertRows(caller, table.id, [
      { name: "Ada '; drop table data_tables --", age: 36.5, member: true, since: '2020-02-29T12:00:00Z' },
      { name: '', age: '-7', member: 'false', since: null },
      {},
    ]);
    const at = '2026-01-01T00:00:00.000Z';
    expect(added).toEqual([
      {
        id: 1,
        createdAt: at,
        updatedAt: at,
        name: "Ada '; drop table data_tables --",
        age: 36.5,
        member: true,
        since: '2020-02-29T12:00:00.000Z',
      },
      { id: 2, createdAt: at, updatedAt: at, name: '', age: -7, member: false, since: null },
      { id: 3, createdAt: at, updatedAt: at, name: null, age: null, member: null, since: null },
    ]);
    expect(await read(table)).toEqual({ count: 3, rows: added });
    clock.time += 1000;
    const later = '2026-01-01T00:00:01.000Z';
    const third = { match: 'all', conditions: [{ column: 'id', condition: 'eq', value: 3 }] } as const;
    expect(
      await tables.updateRows(caller, table.id, { ...third, conditions: [...third.conditions] }, { age: 3 }),
    ).toMatchObject({ count: 1 });
    expect((await read(table)).rows[2]).toEqual({
      ...added[2],
      age: 3,
      updatedAt: later,
    });
    expect(await tables.get(caller, table.id)).toMatchObject({ rowCount: 3, updatedAt: later });
  });

  test.each([
    [{ age: 'old' }, '"age" of item 1 of "rows" must be a number, and is "old".'],
    [{ age: true }, '"age" of item 1 of "rows" must be a number, and is true.'],
    [{ member: 'maybe' }, '"member" of item 1 of "rows" must be true or false, and is "maybe".'],
    [
      { since: 'yesterday' },
      '"since" of item 1 of "rows" must be a date such as "2026-01-31T12:00:00Z", and is "yesterday".',
    ],
    [{ name: 'a\0b' }, '"name" of item 1 of "rows" must not hold a null character.'],
    [{ nickname: 'x' }, '"nickname" of item 1 of "rows" is no column of the table "People".'],
    [{ id: 7 }, '"id" of item 1 of "rows" is set by the table itself.'],
  ])('refuse %j, and all that comes with it', async (row, message) => {
    const { tables, caller, create, read } = await open(openDatabase);
    const table = await create('People', people);
    await expect(tables.insertRows(caller, table.id, [row, { name: 'Fine' }])).rejects.toThrow(message);
    expect(await read(table)).toEqual({ count: 0, rows: [] });
  });

  const found: [string, DataTableCondition, string[]][] = [
    ['eq of a text', { column: 'name', condition: 'eq', value: 'Ada' }, ['Ada']],
    ['eq of a long text', { column: 'name', condition: 'eq', value: `${'x'.repeat(100)}2` }, [`${'x'.repeat(100)}2`]],
    ['eq of nothing', { column: 'age', condition: 'eq', value: null }, ['ada%', 'x'.repeat(100) + 2]],
    ['neq, with what is empty', { column: 'age', condition: 'neq', value: 1 }, ['Ben', 'ada%', 'x'.repeat(100) + 2]],
    ['gt', { column: 'age', condition: 'gt', value: 1 }, ['Ben']],
    ['lte', { column: 'age', condition: 'lte', value: '2' }, ['Ada', 'Ben']],
    ['gte of a date', { column: 'since', condition: 'gte', value: '2021-01-01' }, ['Ben']],
    ['lt of a text', { column: 'name', condition: 'lt', value: 'B' }, ['Ada']],
    ['like, in the case that is given', { column: 'name', condition: 'like', value: 'A%' }, ['Ada']],
    ['like, where * is a letter', { column: 'name', condition: 'like', value: '*' }, []],
    ['ilike', { column: 'name', condition: 'ilike', value: 'A%' }, ['Ada', 'ada%']],
    ['ilike, where _ is a letter', { column: 'name', condition: 'ilike', value: 'ad_' }, []],
    ['contains', { column: 'name', condition: 'contains', value: 'DA' }, ['Ada', 'ada%']],
    ['contains, where % is a letter', { column: 'name', condition: 'contains', value: '%' }, ['ada%']],
    ['isEmpty', { column: 'since', condition: 'isEmpty' }, ['ada%', 'x'.repeat(100) + 2]],
    ['isNotEmpty', { column: 'since', condition: 'isNotEmpty' }, ['Ada', 'Ben']],
    ['isTrue', { column: 'member', condition: 'isTrue' }, ['Ada']],
    ['isFalse', { column: 'member', condition: 'isFalse' }, ['Ben']],
    ['the id', { column: 'id', condition: 'gt', value: 3 }, ['x'.repeat(100) + 2]],
    [
      'createdAt',
      { column: 'createdAt', condition: 'lt', value: '2026-01-02' },
      ['Ada', 'Ben', 'ada%', 'x'.repeat(100) + 2],
    ],
  ];
  test('find rows by conditions', async () => {
    const { tables, caller, create, read } = await open(openDatabase);
    const table = await create('People', people);
    await tables.insertRows(caller, table.id, [
      { name: 'Ada', age: 1, member: true, since: '2020-01-01' },
      { name: 'Ben', age: 2, member: false, since: '2022-01-01' },
      { name: 'ada%' },
      { name: `${'x'.repeat(100)}2` },
    ]);
    for (const [what, condition, names] of found) {
      const { count, rows } = await read(table, [condition]);
      expect({ what, names: rows.map(({ name }) => name), count }).toEqual({ what, names, count: names.length });
    }
    const any = { match: 'any' as const, conditions: [found[0]![1], found[4]![1]] };
    expect(await tables.readRows(caller, table.id, { filter: any, offset: 1, limit: 1 })).toMatchObject({
      count: 2,
      rows: [{ name: 'Ben' }],
    });
  });

  test('refuse conditions and orders that do not fit', async () => {
    const { create, read } = await open(openDatabase);
    const table = await create('People', people);
    await expect(read(table, [{ column: 'x" or 1=1 --', condition: 'eq', value: 1 }])).rejects.toThrow(
      'names no column of the table: "x" or 1=1 --"',
    );
    await expect(read(table, [{ column: 'age', condition: 'gt' }])).rejects.toThrow('needs a value');
    await expect(read(table, [{ column: 'age', condition: 'gt', value: '1; drop' }])).rejects.toThrow(
      'must be a number',
    );
    await expect(read(table, [{ column: 'age', condition: 'contains', value: '1' }])).rejects.toThrow(
      'columns of text',
    );
    for (const condition of ['like', 'ilike', 'contains'] as const)
      await expect(read(table, [{ column: 'name', condition, value: 'a'.repeat(201) }])).rejects.toThrow(
        'more than 200 characters',
      );
    await expect(read(table, [], [{ column: 'id; drop table users', direction: 'asc' }])).rejects.toThrow(
      'names no column',
    );
  });

  test('are sorted, what is empty last', async () => {
    const { tables, caller, create, read } = await open(openDatabase);
    const table = await create('People', people);
    await tables.insertRows(caller, table.id, [
      { name: 'b', age: 1 },
      { name: 'A', age: 10 },
      { name: null, age: 2 },
      { name: 'a', age: null },
    ]);
    const order = async (column: string, direction: 'asc' | 'desc') =>
      (await read(table, [], [{ column, direction }])).rows.map(({ id }) => id);
    expect(await order('name', 'asc')).toEqual([2, 4, 1, 3]);
    expect(await order('name', 'desc')).toEqual([1, 4, 2, 3]);
    expect(await order('age', 'asc')).toEqual([1, 3, 2, 4]);
    expect(await order('id', 'desc')).toEqual([4, 3, 2, 1]);
  });

  test('get, lose, move and rename columns, and keep the values of the others', async () => {
    const { tables, caller, create, read } = await open(openDatabase);
    const table = await create('People', { a: 'string', b: 'number' });
    await tables.insertRows(caller, table.id, [{ a: 'x', b: 1 }]);
    const [a, b] = table.columns;
    const names = ({ columns }: DataTable) => columns.map(({ name }) => name);
    expect(names(await tables.addColumn(caller, table.id, { name: 'c d', type: 'boolean', position: 1 }))).toEqual([
      'a',
      'c d',
      'b',
    ]);
    expect(names(await tables.changeColumn(caller, table.id, a!.id, { name: 'e', position: 2 }))).toEqual([
      'c d',
      'b',
      'e',
    ]);
    await expect(tables.changeColumn(caller, table.id, a!.id, { name: 'b' })).rejects.toThrow('already a column');
    await expect(tables.addColumn(caller, table.id, { name: 'b', type: 'string' })).rejects.toThrow('already a column');
    expect((await read(table)).rows).toMatchObject([{ 'c d': null, b: 1, e: 'x' }]);
    const before = (await tables.get(caller, table.id)).size;
    expect(names(await tables.removeColumn(caller, table.id, b!.id))).toEqual(['c d', 'e']);
    expect((await tables.get(caller, table.id)).size).toBe(before - 8);
    expect((await read(table)).rows[0]).not.toHaveProperty('b');
    await expect(tables.removeColumn(caller, table.id, b!.id)).rejects.toMatchObject({
      error: 'dataTableColumnNotFound',
    });
  });

  test('have names that an owner uses once', async () => {
    const { tables, caller, create } = await open(openDatabase);
    const { id } = await create('One', {});
    await create('Two', {});
    await expect(create('One', {})).rejects.toMatchObject({ error: 'dataTableNameTaken' });
    await expect(tables.rename(caller, id, 'Two')).rejects.toMatchObject({ error: 'dataTableNameTaken' });
    await tables.rename(caller, id, 'Three');
    expect((await tables.list(caller)).map(({ name }) => name)).toEqual(['Three', 'Two']);
    await tables.remove(caller, id);
    expect((await tables.list(caller)).map(({ name }) => name)).toEqual(['Two']);
    await expect(tables.get(caller, id)).rejects.toMatchObject({ error: 'dataTableNotFound' });
  });

  test('give as many long rows at a time as an answer may hold, beside the thread that serves everyone', async () => {
    const { tables, rows, caller, create, database } = await open(openDatabase);
    const { id } = await create('Texts', { text: 'string' });
    const text = 'x'.repeat(1024 * 1024);
    await tables.insertRows(
      caller,
      id,
      Array.from({ length: 6 }, () => ({ text })),
    );
    const table = (await findTable(database.db, Number(id)))!;
    const filter = { match: 'all' as const, conditions: [] };
    const long = vi.spyOn(database.longReads, 'read');
    await expect(rows.select(table, { filter, limit: 6 }, 5 * text.length)).rejects.toMatchObject({
      error: 'badRequest',
      message: 'These rows take more than 5 MB.',
    });
    const found = await rows.select(table, { filter, offset: 1, limit: 5 }, 5 * text.length);
    expect(found.map((row) => row.id)).toEqual([2, 3, 4, 5, 6]);
    // Both times they were measured, and read once.
    expect(long).toHaveBeenCalledTimes(3);
    expect(await tables.readRows(caller, id, { offset: 0, limit: 100 })).toMatchObject({ count: 6 });
  });

  test('count their rows and bytes whatever is done, and refuse more than there is room for', async () => {
    const { tables, caller, create, database, db } = await open(openDatabase, { maxSize: 4000 });
    const table = await create('Texts', { text: 'string', number: 'number' });
    const all = { match: 'any' as const, conditions: [{ column: 'id', condition: 'gt' as const, value: 0 }] };
    const some = { match: 'any' as const, conditions: [{ column: 'number', condition: 'lt' as const, value: 3 }] };
    const actual = async () => {
      const columns = table.columns.map(({ id }) => sql.ref(`c${id}`));
      const { rows } = await sql<{ count: number; bytes: number }>`
        select count(*) as count, coalesce(sum(24 + coalesce(octet_length(${columns[0]}), 0) + case when ${columns[1]} is null then 0 else 8 end), 0) as bytes
        from ${sql.table(`data_table_rows_${table.id}`)}`.execute(db);
      return { rowCount: Number(rows[0]!.count), size: Number(rows[0]!.bytes) };
    };
    const holds = async () => expect(await tables.get(caller, table.id)).toMatchObject(await actual());
    await tables.insertRows(
      caller,
      table.id,
      Array.from({ length: 5 }, (_, number) => ({ text: 'ä'.repeat(number * 10), number })),
    );
    await holds();
    await tables.updateRows(caller, table.id, some, { text: 'long'.repeat(20), number: null });
    await holds();
    await expect(
      tables.insertRows(caller, table.id, [{ text: 'x' }, { text: 'x'.repeat(4000) }]),
    ).rejects.toMatchObject({ error: 'dataTablesFull' });
    await expect(tables.updateRows(caller, table.id, all, { text: 'x'.repeat(1000) })).rejects.toMatchObject({
      error: 'dataTablesFull',
    });
    await holds();
    await tables.removeRows(caller, table.id, {
      match: 'all',
      conditions: [{ column: 'id', condition: 'lte', value: 2 }],
    });
    await holds();
    await tables.removeRows(caller, table.id, all);
    expect(await actual()).toEqual({ rowCount: 0, size: 0 });
    await holds();
    expect(database.dialect).toBeDefined();
  });

  test('take as many rows and columns as may be', async () => {
    const { tables, caller, create } = await open(openDatabase);
    const columns = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`c ${index}`, 'number' as const]));
    const table = await create('Wide', columns);
    const row = Object.fromEntries(Object.keys(columns).map((name, index) => [name, index]));
    const added = await tables.insertRows(caller, table.id, Array(1000).fill(row));
    expect(added).toHaveLength(1000);
    expect(added.map(({ id }) => id)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
    await expect(tables.addColumn(caller, table.id, { name: 'more', type: 'string' })).rejects.toThrow('100 columns');
  });

  test('lose and double nothing where many upsert at a time', async () => {
    const { tables, caller, create, read } = await open(openDatabase);
    const table = await create('Counts', { key: 'string', value: 'number' });
    const upsert = (key: string, value: number) =>
      tables.upsertRow(
        caller,
        table.id,
        { match: 'all', conditions: [{ column: 'key', condition: 'eq', value: key }] },
        { key, value },
      );
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => upsert(`key ${index % 6}`, index)));
    expect(answers.filter(({ inserted }) => inserted)).toHaveLength(6);
    expect(answers.every(({ count }) => count === 1)).toBe(true);
    const { rows } = await read(table, [], [{ column: 'key', direction: 'asc' }]);
    expect(rows.map(({ key }) => key)).toEqual([0, 1, 2, 3, 4, 5].map((index) => `key ${index}`));
    expect((await tables.get(caller, table.id)).rowCount).toBe(6);
  });

  test('answer a write that is made once more with what it gave, and do not make it again', async () => {
    const { rows, create, read } = await open(openDatabase);
    const table = await create('Once', { a: 'number' });
    const id = Number(table.id);
    const key = { key: '7:3:1', executionId: 7 };
    const first = await rows.insert(id, [{ a: 1 }, { a: 2 }], key);
    expect(await rows.insert(id, [{ a: 1 }, { a: 2 }], key)).toEqual(first);
    const many = await Promise.all(
      Array.from({ length: 5 }, () => rows.insert(id, [{ a: 3 }], { ...key, key: '7:4:1' })),
    );
    expect(new Set(many.map((given) => JSON.stringify(given))).size).toBe(1);
    expect((await read(table)).rows.map(({ a }: DataTableRow) => a)).toEqual([1, 2, 3]);
  });
});

describe('over HTTP', () => {
  const filled = async () => {
    const app = await createAppWithPeople();
    const columns = [{ name: 'a', type: 'string' }];
    const { data } = await app.call('ada', 'POST', '/data-tables', { name: 'Shared', columns });
    await app.call('ada', 'POST', '/data-tables/1/rows', { rows: [{ a: 'x' }] });
    return { ...app, table: data as DataTable };
  };

  test('a table is described with whose it is and what the caller may do', async () => {
    const { call } = await filled();
    await call('ada', 'PUT', '/data-tables/1/shares', [{ userId: 'ben', role: 'use' }]);
    expect((await call('ben', 'GET', '/data-tables')).data).toMatchObject([
      { name: 'Shared', rowCount: 1, ownedBy: { id: 'ada' }, sharedWith: 1, permissions: ['read', 'use'] },
    ]);
    expect((await call('cleo', 'GET', '/data-tables')).data).toEqual([]);
    expect((await call('cleo', 'GET', '/data-tables/1')).error).toBe('dataTableNotFound');
    expect(await call('ben', 'PATCH', '/data-tables/1', { name: 'Mine' })).toMatchObject({
      status: 403,
      message: 'You may not change the data table "Shared".',
    });
  });

  test('rows are read by pages, and names and filters that cannot be are refused', async () => {
    const { call } = await filled();
    const filter = encodeURIComponent('{"conditions":[{"column":"a","condition":"contains","value":"X"}]}');
    expect((await call('ada', 'GET', `/data-tables/1/rows?filter=${filter}&limit=1`)).data).toMatchObject({
      count: 1,
      rows: [{ id: 1, a: 'x' }],
    });
    for (const [method, path, body] of [
      ['POST', '/data-tables/1/columns', { name: 'createdat', type: 'string' }],
      ['POST', '/data-tables/1/columns', { name: 'a\nb', type: 'string' }],
      ['POST', '/data-tables/1/columns', { name: 'b', type: 'text' }],
      ['POST', '/data-tables/1/rows/delete', { filter: { conditions: [] } }],
      ['GET', '/data-tables/1/rows?limit=1001', undefined],
      ['GET', '/data-tables/1/rows?limit=1;drop', undefined],
    ] as const)
      expect([path, (await call('ada', method, path, body)).status]).toEqual([path, 400]);
  });

  test('what is done with tables is on the audit list', async () => {
    const { call } = await filled();
    await call('ada', 'PATCH', '/data-tables/1', { name: 'Other' });
    await call('ada', 'DELETE', '/data-tables/1');
    const { data } = await call('owner', 'GET', '/audit-events');
    expect(data.map(({ action, name }: { action: string; name: string }) => [action, name])).toEqual([
      ['dataTable.deleted', 'Other'],
      ['dataTable.changed', 'Shared'],
      ['dataTable.created', 'Shared'],
    ]);
  });
});

test('the tables of a user who goes are handed on under free names, or deleted with their rows', async () => {
  const { call, db } = await createAppWithPeople({ openDatabase: openTestSqlite });
  for (const who of ['ada', 'ben'] as const) await call(who, 'POST', '/data-tables', { name: 'Same' });
  await call('ada', 'PUT', '/data-tables/1/shares', [{ userId: 'ben', role: 'view' }]);
  expect((await call('owner', 'DELETE', '/users/ada?transferId=ben')).status).toBe(200);
  expect((await call('ben', 'GET', '/data-tables')).data).toMatchObject([
    { name: 'Same', sharedWith: 0 },
    { name: 'Same 2', sharedWith: 0 },
  ]);
  expect((await call('owner', 'DELETE', '/users/ben')).status).toBe(200);
  const { rows } = await sql`select name from sqlite_schema where name like 'data_table_rows%'`.execute(db);
  expect(rows).toEqual([]);
});
