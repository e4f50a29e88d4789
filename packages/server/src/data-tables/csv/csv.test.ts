import { describe, expect, test } from 'vitest';
import { createAppWithPeople, type Person } from '../../permissions/people.testing.ts';

const open = async () => {
  const people = await createAppWithPeople();
  const { call, app } = people;
  await call('ada', 'POST', '/data-tables', {
    name: 'People & co',
    columns: [
      { name: 'name', type: 'string' },
      { name: 'age', type: 'number' },
      { name: 'since', type: 'date' },
    ],
  });
  const send = async (text: string, query = '', person: Person = 'ada', type = 'text/csv') => {
    const response = await app.inject({
      method: 'POST',
      url: `/rest/data-tables/1/csv${query}`,
      payload: text,
      headers: { 'x-person': person, 'content-type': type },
    });
    return { status: response.statusCode, ...response.json() };
  };
  const receive = (person: Person = 'ada') =>
    app.inject({ method: 'GET', url: '/rest/data-tables/1/csv', headers: { 'x-person': person } });
  const rows = async () => (await call('ada', 'GET', '/data-tables/1/rows?limit=1000')).data.rows;
  return { ...people, send, receive, rows };
};

describe('import', () => {
  test('adds the rows of a file, in quotes or not, with the separators that spreadsheets write', async () => {
    const { send, rows } = await open();
    const file = '\ufeff"name";age;since\r\n"Ada; Countess";36.5;1815-12-10\r\n"A ""B""\nC";;\r\n';
    expect(await send(file)).toMatchObject({ status: 200, data: { count: 2, table: { rowCount: 2 } } });
    expect(await rows()).toMatchObject([
      { name: 'Ada; Countess', age: 36.5, since: '1815-12-10T00:00:00.000Z' },
      { name: 'A "B"\nC', age: null, since: null },
    ]);
  });

  test('stores nothing unless every line fits, and names the line and the column', async () => {
    const { send, rows } = await open();
    const many = Array.from({ length: 1200 }, (_, age) => `N,${age}`).join('\n');
    expect(await send(`name,age\n${many}\nBen,old\n`)).toMatchObject({
      status: 400,
      message: 'Line 1202 of the file: "age" must be a number, and is "old".',
    });
    expect(await send('name,age\nBen,1,2\n')).toMatchObject({
      status: 400,
      message: expect.stringContaining('line 2'),
    });
    expect(await send('name,name\n')).toMatchObject({ message: expect.stringContaining('two columns with the name') });
    expect(await send('')).toMatchObject({ status: 400, message: expect.stringContaining('The file is empty') });
    expect(await send('name,nick\nA,B\n')).toMatchObject({
      error: 'dataTableColumnsMissing',
      message: 'The table has no column "nick".',
    });
    expect(await rows()).toEqual([]);
  });

  test('takes columns that differ in upper and lower case for the same', async () => {
    const { send, rows } = await open();
    expect(await send('NAME,Age\nAda,36\n')).toMatchObject({ status: 200, data: { count: 1 } });
    expect(await rows()).toMatchObject([{ name: 'Ada', age: 36 }]);
    expect(await send('NAME,nick,Nick2\nAda,a,b\n')).toMatchObject({
      status: 409,
      message: 'The table has no columns "nick", "Nick2".',
    });
  });

  test('refuses what is no text, has no rows or names no column, and adds no column of it', async () => {
    const { send, call } = await open();
    for (const [file, message] of [
      ['xx\0\x01garbage\n1\n', 'not text'],
      [Buffer.from([0x6e, 0x0a, 0xff, 0xfe, 0x80]), 'not text'],
      ['other\n', 'no rows'],
      ['a\x01b\nvalue\n', 'must be a single line'],
    ] as const)
      expect(await send(file as string, '?addColumns=true')).toMatchObject({
        status: 400,
        message: expect.stringContaining(message),
      });
    expect((await call('ada', 'GET', '/data-tables/1')).data.columns).toHaveLength(3);
  });

  test('adds the columns of the file, of the type that all their values have', async () => {
    const { send, rows, call } = await open();
    const file = 'name,count,ok,on,code,mixed\nA,1,true,2026-01-01,007,1\nB,-2.5e3,FALSE,2026-01-02T03:04:05Z,8,x\n';
    expect(await send(file, '?addColumns=true')).toMatchObject({ status: 200, data: { count: 2 } });
    const { columns } = (await call('ada', 'GET', '/data-tables/1')).data;
    expect(columns.slice(3).map(({ name, type }: Record<string, string>) => [name, type])).toEqual([
      ['count', 'number'],
      ['ok', 'boolean'],
      ['on', 'date'],
      ['code', 'string'],
      ['mixed', 'string'],
    ]);
    expect(await rows()).toMatchObject([
      { count: 1, ok: true, code: '007' },
      { count: -2500, ok: false, on: '2026-01-02T03:04:05.000Z' },
    ]);
  });

  test('is for those who may change rows, and columns for those who may change them', async () => {
    const { send, call } = await open();
    expect((await send('name\nA\n', '', 'ben')).status).toBe(404);
    await call('ada', 'PUT', '/data-tables/1/shares', [
      { userId: 'ben', role: 'use' },
      { userId: 'cleo', role: 'view' },
    ]);
    expect((await send('name\nA\n', '', 'cleo')).status).toBe(403);
    expect((await send('name\nA\n', '', 'ben')).status).toBe(200);
    expect((await send('other\nA\n', '?addColumns=true', 'ben')).status).toBe(403);
    expect((await send('{}', '', 'ada', 'application/json')).status).toBe(415);
    expect((await send('name\nA\n', '?nope=1')).status).toBe(400);
  });
});

describe('export', () => {
  test('gives all rows, with formulas disarmed, and comes back as it was', async () => {
    const { send, receive, call, rows } = await open();
    const texts = [
      '=cmd|/C calc',
      '+1',
      '-1',
      '@SUM(A1)',
      '\tx',
      'plain, with "quotes"\nand lines',
      "'quoted",
      'x\r=1+1',
      'y\n=1+1',
    ];
    await call('ada', 'POST', '/data-tables/1/rows', { rows: texts.map((name, age) => ({ name, age: -age })) });
    const { body, headers } = await receive();
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="People _ co.csv"');
    const [head, first, second] = body.split('\r\n');
    expect(head).toBe('id,createdAt,updatedAt,name,age,since');
    expect(first).toMatch(/^1,2026-01-15T12:00:00.000Z,2026-01-15T12:00:00.000Z,'=cmd\|\/C calc,0,$/);
    expect(second).toMatch(/,\+1,-1,$/);
    expect(body).toContain('"x\r=1+1"');
    expect(body).toContain('"y\n=1+1"');
    expect(await send(body)).toMatchObject({ status: 200, data: { count: texts.length } });
    const all = await rows();
    expect(all.slice(texts.length).map(({ name, age }: Record<string, unknown>) => [name, age])).toEqual(
      all.slice(0, texts.length).map(({ name, age }: Record<string, unknown>) => [name, age]),
    );
  });

  test('is for those who may read the table', async () => {
    const { receive, call } = await open();
    expect((await receive('ben')).statusCode).toBe(404);
    await call('ada', 'PUT', '/data-tables/1/shares', [{ userId: 'ben', role: 'view' }]);
    expect((await receive('ben')).statusCode).toBe(200);
  });
});
