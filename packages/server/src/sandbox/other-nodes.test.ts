import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeOf, openTestSandbox, runWithCode } from './sandbox.testing.ts';

/** Nodes besides the Code node that run code. */

const sandbox = openTestSandbox();
beforeAll(() => sandbox.start());
afterAll(() => sandbox.close());

const people = [{ name: 'Ada' }, { name: 'Grace' }, { name: 'Edsger' }];

describe('Function', () => {
  test('finds items, changes them and gives them back', async () => {
    const { json } = await runWithCode(sandbox.client, await nodeOf('n8n-nodes-base.function', 1), {
      items: people,
      parameters: {
        functionCode:
          'items[0].json.first = true;\nconst data = getWorkflowStaticData("node"); data.seen = 1;\nreturn items;',
      },
    });
    expect(json).toEqual([{ name: 'Ada', first: true }, { name: 'Grace' }, { name: 'Edsger' }]);
  });

  test('takes the list of an item apart, and gives it on as it is', async () => {
    const definition = await nodeOf('n8n-nodes-base.function', 1);
    const after = async (functionCode: string) =>
      runWithCode(sandbox.client, definition, {
        items: [{ json: [{ a: 1 }, { a: 2 }] as never }],
        parameters: { functionCode },
      });
    expect((await after('return items[0].json.map((json) => ({ json }));')).json).toEqual([{ a: 1 }, { a: 2 }]);
    expect((await after('return items;')).json).toEqual([[{ a: 1 }, { a: 2 }]]);
  });

  test('fails with the line', async () => {
    const { error } = await runWithCode(sandbox.client, await nodeOf('n8n-nodes-base.function', 1), {
      parameters: { functionCode: '\nreturn nothing.there;' },
    });
    expect(error?.message).toBe('ReferenceError: nothing is not defined [line 2]');
  });
});

describe('Function Item', () => {
  test('finds the fields of each item in item', async () => {
    const { json, items } = await runWithCode(sandbox.client, await nodeOf('n8n-nodes-base.functionItem', 1), {
      items: people,
      parameters: { functionCode: 'item.letters = item.name.length;\nreturn item;' },
    });
    expect(json.map(({ letters }) => letters)).toEqual([3, 5, 6]);
    expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2]);
  });

  test('reads and writes the files of an item, and refuses what is no object', async () => {
    const functionItem = await nodeOf('n8n-nodes-base.functionItem', 1);
    const { items } = await runWithCode(sandbox.client, functionItem, {
      items: [{ json: {}, binary: { data: { mimeType: 'text/plain', data: '' } } }],
      parameters: { functionCode: 'setBinaryData({ file: getBinaryData().data });\nreturn item;' },
    });
    expect(Object.keys(items[0]?.binary ?? {})).toEqual(['file']);
    const { error } = await runWithCode(sandbox.client, functionItem, { parameters: { functionCode: 'return 1' } });
    expect(error?.message).toContain('must give back an object');
  });
});

describe('Sort by code', () => {
  const sort = async (code: string) =>
    runWithCode(sandbox.client, await nodeOf('core.sort', 1), { items: people, parameters: { type: 'code', code } });

  test('compares items a and b', async () => {
    const { json, items } = await sort('return b.json.name.length - a.json.name.length');
    expect(json.map(({ name }) => name)).toEqual(['Edsger', 'Grace', 'Ada']);
    expect(items.map(({ pairedItem }) => pairedItem)).toEqual([2, 1, 0]);
  });

  test('fails with the line', async () => {
    expect((await sort('const x = 1;\nreturn y')).error?.message).toBe('ReferenceError: y is not defined [line 2]');
  });
});

describe('Merge by SQL', () => {
  const left = [
    { id: 1, name: 'Ada', active: true, tags: ['a'] },
    { id: 2, name: 'Grace', active: false },
  ];
  const right = [{ person: 1, city: 'London' }];
  const merge = async (query: string) =>
    runWithCode(sandbox.client, await nodeOf('n8n-nodes-base.merge', 3.2), {
      typeVersion: 3.2,
      inputs: [left, right],
      parameters: { mode: 'combineBySql', query },
    });

  test('joins the inputs as tables, and keeps what is no text or number', async () => {
    const { json, items } = await merge(
      'SELECT * FROM input1 LEFT JOIN input2 ON input1.id = input2.person ORDER BY input1.id',
    );
    expect(json).toEqual([
      { id: 1, name: 'Ada', active: true, tags: ['a'], person: 1, city: 'London' },
      { id: 2, name: 'Grace', active: false, tags: null, person: null, city: null },
    ]);
    expect(items[0]?.pairedItem).toEqual([
      { item: 0, input: 0 },
      { item: 1, input: 0 },
      { item: 0, input: 1 },
    ]);
  });

  test('groups, and takes names in backticks, brackets and texts in double quotes', async () => {
    const { json } = await merge('SELECT count(*) AS `all`, max([name]) AS last FROM input1 WHERE name <> "nobody"');
    expect(json).toEqual([{ all: 2, last: 'Grace' }]);
  });

  test('may read and nothing else', async () => {
    for (const query of [
      "ATTACH DATABASE '/tmp/code-canary.db' AS other",
      'DROP TABLE input1',
      'PRAGMA writable_schema = 1',
      'INSERT INTO input1 (id) VALUES (3)',
    ])
      expect((await merge(query)).error?.message).toContain('may only read');
    expect((await merge('SELEC 1')).error?.message).toContain('syntax error');
    expect((await merge('SELECT load_extension("x")')).error).toBeDefined();
  });
});
