import { type RunNodeOptions, runNode, setUpNode } from '@millrace/engine/testing';
import { loadNodeTypes } from '@millrace/nodes';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestPostgres } from './testing.ts';

type Definition = Awaited<ReturnType<typeof loadNodeTypes>>[number];

const credentials = { postgres: { id: '1', name: 'Database' } };
const table = { __rl: true, mode: 'name', value: 'people' };
const hostile = 'a"; drop table people; --';

let node: Definition;
let oldNode: Definition;
beforeAll(async () => {
  const found = await loadNodeTypes(['core.postgres']);
  [node, oldNode] = [2.6, 1].map((version) => found.find(({ versions }) => versions.includes(version))) as [
    Definition,
    Definition,
  ];
});

/** A database with three people in it. */
const setUp = async (version = 2.6) => {
  const url = new URL(await createTestPostgres());
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(
    `create table people (id serial primary key, name text unique, age int, tags text[], data jsonb, worth numeric);
     insert into people (name, age) values ('Ada', 36), ('Bob', 41), ('Cy', null)`,
  );
  const credential = {
    host: url.hostname,
    port: Number(url.port),
    database: url.pathname.slice(1),
    user: url.username,
    password: url.password,
    ssl: 'disable',
  };
  const run = (parameters: object, more: Partial<RunNodeOptions> = {}) =>
    runNode(version === 1 ? oldNode : node, {
      typeVersion: version,
      parameters: { table, ...parameters } as never,
      credentials,
      host: { credentials: { postgres: credential as never } },
      items: [{}],
      ...more,
    });
  const rows = async (text = 'select name, age from people order by id') => (await client.query(text)).rows;
  return { run, rows, credential };
};

const query = (text: string, options: object = {}) => ({ operation: 'executeQuery', query: text, options });
const mapped = (value: object, matchingColumns: string[] = []) => ({
  columns: { mappingMode: 'defineBelow', value, matchingColumns },
});

describe('Postgres: queries', () => {
  it('gives the rows of each item, linked to it, and connects only where there is one', async () => {
    const { run } = await setUp();
    const text = 'SELECT name FROM people WHERE age >= $1 ORDER BY id';
    const items = [{ n: 40 }, { n: 0 }, { n: 99 }];
    const found = await run(query(text, { queryReplacement: '={{ $json.n }}' }), { items });
    expect(found.error).toBeUndefined();
    expect(found.items).toEqual([
      { json: { name: 'Bob' }, pairedItem: 0 },
      { json: { name: 'Ada' }, pairedItem: 1 },
      { json: { name: 'Bob' }, pairedItem: 1 },
    ]);
    const none = await run(query(text), { items: [] });
    expect([none.items, none.host.reached]).toEqual([[], []]);
  });

  it('takes values as values, whatever is in them', async () => {
    const { run, rows } = await setUp();
    const items = [{ name: "x'; drop table people; --", list: ['Ada', 'Bob'], object: { a: "'" } }];
    const json = async (text: string, queryReplacement: unknown) =>
      (await run(query(text, { queryReplacement }), { items })).json;
    expect(await json('SELECT $1 AS a, $2 AS b', '={{ $json.name }}, b')).toEqual([{ a: items[0]?.name, b: 'b' }]);
    expect(await json('SELECT $1 AS a, $2::int AS b', '={{ [$json.name, 2] }}')).toEqual([{ a: items[0]?.name, b: 2 }]);
    expect(await json('SELECT count(*)::int AS n FROM people WHERE name = ANY($1)', '={{ [$json.list] }}')).toEqual([
      { n: 2 },
    ]);
    expect(await json('SELECT name FROM people WHERE name IN ($1:csv)', '={{ [$json.list] }}')).toHaveLength(2);
    expect(await json('SELECT $1::jsonb AS a', '={{ $json.object }}')).toEqual([{ a: { a: "'" } }]);
    expect(await json("SELECT '$1' AS a, $1 AS b -- $9", 'x')).toEqual([{ a: '$1', b: 'x' }]);
    expect(await json('SELECT $1:name FROM $2:name LIMIT 1', 'age, people')).toEqual([{ age: 36 }]);
    expect((await run(query('SELECT $1:name FROM people', { queryReplacement: hostile }))).error?.message).toContain(
      'does not exist',
    );
    expect((await run(query('SELECT $1:raw', { queryReplacement: '1' }))).error?.message).toContain('not safe');
    expect((await run(query('SELECT $3', { queryReplacement: '1' }))).error?.message).toBe(
      'The query has $3, and there are 1 query parameters',
    );
    expect(await rows()).toHaveLength(3);
  });

  it('fills fields into the query, with and without the mark of an expression, and takes only text', async () => {
    const { run } = await setUp();
    for (const mark of ['', '='])
      expect((await run(query(`${mark}SELECT '{{ $json.a }}' AS a`), { items: [{ a: 'b' }] })).json).toEqual([
        { a: 'b' },
      ]);
    expect((await run(query('={{ $json.a }}'), { items: [{ a: { b: 1 } }] })).error?.message).toBe(
      'The query is not text',
    );
  });

  it('executes several statements, and says that it did', async () => {
    const { run, rows } = await setUp();
    const text = "UPDATE people SET age = 1; INSERT INTO people (name) VALUES ('Di')";
    const done = await run(query(text), { items: [{}, { a: 1 }].slice(0, 1) });
    expect([done.error, done.items]).toEqual([undefined, [{ json: { success: true }, pairedItem: [{ item: 0 }] }]]);
    const both = 'UPDATE people SET age = $1; DELETE FROM people WHERE name = $2 RETURNING name';
    expect((await run(query(both, { queryReplacement: '7, Di' }))).json).toEqual([{ name: 'Di' }]);
    expect((await rows())[0]).toEqual({ name: 'Ada', age: 7 });
    expect((await run(query('SELECT 1 WHERE false'))).json).toEqual([]);
  });

  it('gives large numbers as text or as numbers, and times as text', async () => {
    const { run } = await setUp();
    const text = "SELECT 9007199254740993::bigint AS a, 1.5::numeric AS b, '2026-01-02T03:04:05Z'::timestamptz AS c";
    const c = '2026-01-02T03:04:05.000Z';
    expect((await run(query(text))).json).toEqual([{ a: '9007199254740993', b: '1.5', c }]);
    expect((await run(query(text, { largeNumbersOutput: 'numbers' }))).json).toEqual([
      { a: 9007199254740992, b: 1.5, c },
    ]);
  });
});

describe('Postgres: rows', () => {
  it('inserts what is mapped, or the fields of the items', async () => {
    const { run, rows } = await setUp();
    const value = { name: '={{ $json.n }}', tags: ['a', 'b'], data: { x: [1] }, age: '' };
    const options = { outputColumns: ['name', 'tags', 'data', 'age'], replaceEmptyStrings: true };
    const added = await run({ operation: 'insert', ...mapped(value), options }, { items: [{ n: 'Di' }, { n: 'Ed' }] });
    expect(added.error).toBeUndefined();
    expect(added.items).toEqual(
      ['Di', 'Ed'].map((name, index) => ({
        json: { name, tags: ['a', 'b'], data: { x: [1] }, age: null },
        pairedItem: index,
      })),
    );
    const columns = { mappingMode: 'autoMapInputData', value: null };
    const items = [{ name: "F'", data: [1] }];
    expect((await run({ operation: 'insert', columns }, { items })).json[0]).toMatchObject({
      id: 6,
      name: "F'",
      data: [1],
    });
    const skipped = { operation: 'insert', columns, options: { skipOnConflict: true } };
    expect((await run(skipped, { items })).json).toEqual([{ success: true }]);
    expect(await rows()).toHaveLength(6);
  });

  it('updates and upserts by the columns to match on', async () => {
    const { run, rows } = await setUp();
    const updated = await run({ operation: 'update', ...mapped({ name: 'Ada', age: 37 }, ['name']) });
    expect([updated.error, updated.json]).toMatchObject([undefined, [{ id: 1, age: 37 }]]);
    const missing = await run({ operation: 'update', ...mapped({ name: 'Zoe', age: 1 }, ['name']) });
    expect(missing.error).toMatchObject({ description: 'No row of "people" has name = Zoe.' });
    const items = [{ n: 'Bob' }, { n: 'Di' }];
    const upserted = await run(
      { operation: 'upsert', ...mapped({ name: '={{ $json.n }}', age: 5 }, ['name']) },
      { items },
    );
    expect(upserted.items.map(({ json, pairedItem }) => [json.name, json.age, pairedItem])).toEqual([
      ['Bob', 5, 0],
      ['Di', 5, 1],
    ]);
    expect((await rows()).map(({ age }) => age)).toEqual([37, 5, null, 5]);
    expect((await run({ operation: 'upsert', ...mapped({ age: 5 }, ['name']) })).error?.message).toContain(
      'no value for "name"',
    );
  });

  it('selects by conditions, in an order, up to a limit', async () => {
    const { run } = await setUp();
    const where = (...values: object[]) => ({ where: { values } });
    const names = async (parameters: object) =>
      (await run({ operation: 'select', ...parameters })).json.map(({ name }) => name);
    expect(await names({})).toEqual(['Ada', 'Bob', 'Cy']);
    expect(await names(where({ column: 'age', condition: '>', value: 36 }))).toEqual(['Bob']);
    expect(await names(where({ column: 'age', condition: 'IS NULL' }))).toEqual(['Cy']);
    expect(await names(where({ column: 'name', condition: 'LIKE', value: '%b' }))).toEqual(['Bob']);
    const either = where({ column: 'name', value: 'Ada' }, { column: 'name', value: 'Cy' });
    expect(await names({ ...either, combineConditions: 'OR' })).toEqual(['Ada', 'Cy']);
    expect(await names(either)).toEqual([]);
    const sort = { values: [{ column: 'name', direction: 'DESC' }] };
    expect(await names({ sort, limit: 2 })).toEqual(['Cy', 'Bob']);
    expect((await run({ operation: 'select', returnAll: true, options: { outputColumns: ['age'] } })).json[0]).toEqual({
      age: 36,
    });
  });

  it('deletes rows, empties and drops tables', async () => {
    const { run, rows } = await setUp();
    const where = { values: [{ column: 'name', value: 'Bob' }] };
    const done = [{ json: { success: true }, pairedItem: [{ item: 0 }] }];
    expect((await run({ operation: 'deleteTable', deleteCommand: 'delete', where })).items).toEqual(done);
    expect(await rows()).toHaveLength(2);
    expect((await run({ operation: 'deleteTable', restartSequences: true })).items).toEqual(done);
    expect(await rows()).toEqual([]);
    expect((await run({ operation: 'insert', ...mapped({ name: 'A' }) })).json[0]?.id).toBe(1);
    expect((await run({ operation: 'deleteTable', deleteCommand: 'drop', options: { cascade: true } })).items).toEqual(
      done,
    );
    expect(await rows("select to_regclass('people') as t")).toEqual([{ t: null }]);
  });

  it('runs what older versions have stored', async () => {
    const { run, rows } = await setUp();
    const older = { typeVersion: 2 };
    expect((await run({ operation: 'insert' }, { ...older, items: [{ name: 'Di', age: 2 }] })).json[0]).toMatchObject({
      id: 4,
    });
    const sent = { dataMode: 'defineBelow', valuesToSend: { values: [{ column: 'age', value: 9 }] } };
    const match = { columnToMatchOn: 'name', valueToMatchOn: 'Di' };
    expect((await run({ operation: 'update', ...sent, ...match }, older)).json[0]).toMatchObject({
      name: 'Di',
      age: 9,
    });
    expect((await run({ operation: 'upsert', ...sent, ...match, valueToMatchOn: 'Ed' }, older)).json[0]).toMatchObject({
      age: 9,
    });
    expect(await rows()).toHaveLength(5);
  });
});

describe('Postgres: the first version', () => {
  const old = { typeVersion: 1 };
  const place = { schema: 'public', table: 'people' };

  it('inserts and updates the fields that are named, and queries with their values', async () => {
    const { run, rows } = await setUp(1);
    const items = [{ name: 'Di', age: '5', other: 1 }, { name: 'Ed' }];
    const added = await run({ ...place, columns: 'name, age:int', returnFields: 'name,age' }, { ...old, items });
    expect([added.error, added.items]).toEqual([
      undefined,
      [
        { json: { name: 'Di', age: 5 }, pairedItem: 0 },
        { json: { name: 'Ed', age: null }, pairedItem: 1 },
      ],
    ]);
    const update = { operation: 'update', ...place, updateKey: 'name', columns: 'age' };
    expect((await run(update, { ...old, items: [{ name: 'Di', age: 6 }] })).json).toMatchObject([
      { name: 'Di', age: 6 },
    ]);
    const query = { operation: 'executeQuery', query: 'SELECT age FROM people WHERE name = $1' };
    const given = { ...query, additionalFields: { queryParams: 'name', mode: 'independently' } };
    expect((await run(given, { ...old, items })).items).toEqual([
      { json: { age: 6 }, pairedItem: 0 },
      { json: { age: null }, pairedItem: 1 },
    ]);
    const cast = { ...place, columns: 'name:text); drop table people; --' };
    expect((await run(cast, { ...old, items })).error?.message).toContain('is not the name of a type');
    expect(await rows()).toHaveLength(5);
  });
});

describe('Postgres: failures', () => {
  const insert = (queryBatching: string) => ({
    operation: 'insert',
    ...mapped({ name: '={{ $json.n }}' }),
    options: { queryBatching },
  });
  const items = [{ n: 'Di' }, { n: 'Ada' }, { n: 'Ed' }];

  it.each(['single', 'transaction'])('%s: all or nothing', async (batching) => {
    const { run, rows } = await setUp();
    const failed = await run(insert(batching), { items });
    expect(failed.error).toMatchObject({
      message: expect.stringContaining('duplicate key value'),
      description: expect.stringContaining('Key (name)=(Ada) already exists'),
    });
    const { outputs } = await run(insert(batching), { items, onError: 'continueErrorOutput' });
    expect(outputs[0] ?? []).toEqual([]);
    expect(outputs[1]?.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2]);
    expect(outputs[1]?.[0]?.json.error).toContain('Nothing was done, since item 1 failed');
    expect(await rows()).toHaveLength(3);
  });

  it('independently: each by itself', async () => {
    const { run, rows } = await setUp();
    const { outputs } = await run(insert('independently'), { items, onError: 'continueErrorOutput' });
    expect(outputs.map((list) => list?.map(({ pairedItem }) => pairedItem))).toEqual([[0, 2], [1]]);
    expect(await rows()).toHaveLength(5);
  });

  it('takes names only as names, and no limits, orders or conditions that are none', async () => {
    const { run, rows } = await setUp();
    const bad = [
      { operation: 'select', table: { ...table, value: hostile } },
      { operation: 'select', schema: { ...table, value: hostile } },
      { operation: 'select', options: { outputColumns: [hostile] } },
      { operation: 'select', where: { values: [{ column: hostile, value: 1 }] } },
      {
        operation: 'select',
        where: { values: [{ column: 'name', condition: '= name; drop table people; --', value: 1 }] },
      },
      { operation: 'select', where: { values: [{ column: 'name', value: '={{ ({ a: 1 }) }}' }] } },
      { operation: 'select', where: { values: [{ column: '={{ ({ a: 1 }) }}', value: 1 }] } },
      {
        operation: 'select',
        combineConditions: '={{ "OR 1=1 OR" }}',
        where: { values: [{ column: 'name', value: 1 }] },
      },
      { operation: 'select', sort: { values: [{ column: hostile }] } },
      { operation: 'select', sort: { values: [{ column: 'name', direction: '={{ "ASC; drop table people" }}' }] } },
      { operation: 'select', limit: '={{ "1; drop table people" }}' },
      { operation: 'select', limit: '={{ -1 }}' },
      { operation: 'insert', ...mapped({ [hostile]: 1 }) },
      { operation: 'update', ...mapped({ [hostile]: 1, name: 'Ada' }, [hostile]) },
      { operation: 'upsert', ...mapped({ name: 'Ada', age: 1 }, ['name', hostile]) },
      { operation: 'deleteTable', deleteCommand: '={{ "drop table people" }}' },
      { operation: 'deleteTable', deleteCommand: 'delete', where: { values: [{ column: hostile, value: 1 }] } },
    ];
    for (const parameters of bad) {
      const { error } = await run(parameters);
      expect(error, JSON.stringify(parameters)).toBeDefined();
      // A name that was taken for more than a name would have broken the statement.
      expect(error?.message).not.toMatch(/syntax/i);
    }
    expect(await rows()).toHaveLength(3);
  });

  it('ends with the execution', async () => {
    const { run, rows } = await setUp();
    const stop = new AbortController();
    const running = run(query('SELECT pg_sleep(600)'), { request: { signal: stop.signal } });
    const isRunning = async () =>
      (await rows("select 1 from pg_stat_activity where query = 'SELECT pg_sleep(600)'")).length > 0;
    while (!(await isRunning())) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    expect((await running).run.status).toBe('canceled');
  });
});

describe('Postgres: fields', () => {
  it('offers schemas, tables and columns', async () => {
    const { credential } = await setUp();
    const { context } = setUpNode(node, {
      parameters: { operation: 'upsert', table } as never,
      credentials,
      host: { credentials: { postgres: credential as never } },
    });
    const methods = node.methods as Record<string, Record<string, (...given: unknown[]) => Promise<never>>>;
    expect(await methods.search?.schemaSearch?.(context)).toEqual({ results: [{ name: 'public', value: 'public' }] });
    expect(await methods.search?.tableSearch?.(context, { filter: 'PEOP' })).toEqual({
      results: [{ name: 'people', value: 'people' }],
    });
    const columns = (await methods.options?.getColumns?.(context)) as { value: string }[] | undefined;
    expect(columns?.map(({ value }) => value)).toEqual(['id', 'name', 'age', 'tags', 'data', 'worth']);
    const mapping = (await methods.mapping?.getMappingColumns?.(context)) as { fields: object[] } | undefined;
    expect(mapping?.fields.slice(0, 3)).toMatchObject([
      { id: 'id', type: 'number', required: false, defaultMatch: true, canBeUsedToMatch: true },
      { id: 'name', type: 'string', canBeUsedToMatch: true },
      { id: 'age', type: 'number', canBeUsedToMatch: false },
    ]);
  });

  it.each([
    ['all right', {}, /^Connection successful!$/],
    ['another password', { password: 'wrong' }, /did not accept the user and password/],
    ['no password', { password: '' }, /did not accept the user and password|password/],
    ['another database', { database: 'nowhere' }, /There is no database "nowhere"/],
    ['a port where nobody listens', { port: 1 }, /127\.0\.0\.1:1 refused the connection/],
    ['SSL that the server does not offer', { ssl: 'require' }, /does not offer SSL/],
  ])('tests credentials: %s', async (_, change, message) => {
    const { credential } = await setUp();
    const given = { ...credential, ...change } as never;
    const result = await node.methods?.credentialTest?.postgresConnectionTest?.(setUpNode(node).context, given);
    expect(result?.message).toMatch(message);
  });
});
