import { runNode } from '@millrace/engine/testing';
import { expect, test } from 'vitest';
import { renameKeysNode } from './rename-keys.node.ts';

const keys = (...key: { currentKey: string; newKey: string }[]) => ({ keys: { key } });
const regex = (...replacements: object[]) => ({ additionalOptions: { regexReplacement: { replacements } } });

const renamed = async (parameters: object, ...items: object[]) => {
  const { json, error } = await runNode(renameKeysNode, { parameters, items: items as { a?: number }[] });
  expect(error).toBeUndefined();
  return json;
};

test('keys get other names, in and out of objects, and items stay linked', async () => {
  const { items } = await runNode(renameKeysNode, {
    parameters: keys(
      { currentKey: 'a', newKey: 'x' },
      { currentKey: 'o.b', newKey: 'o.c' },
      { currentKey: 'missing', newKey: 'm' },
      { currentKey: '', newKey: 'e' },
    ),
    items: [{ a: 1, o: { b: 2, d: 3 } }, { a: 4 }],
  });
  expect(items).toEqual([
    { json: { x: 1, o: { c: 2, d: 3 } }, pairedItem: 0 },
    { json: { x: 4 }, pairedItem: 1 },
  ]);
  expect(await renamed(keys({ currentKey: 'a', newKey: 'b' }))).toEqual([]);
});

test('regular expressions rename on all levels, or down to a depth', async () => {
  const item = { old_a: 1, list: [{ old_b: 2 }], o: { OLD_c: 3, p: { old_d: 4 } } };
  expect(await renamed(regex({ searchRegex: '^old_(.+)$', replaceRegex: 'new_$1' }), item)).toEqual([
    { list: [{ new_b: 2 }], o: { OLD_c: 3, p: { new_d: 4 } }, new_a: 1 },
  ]);
  expect(
    await renamed(regex({ searchRegex: 'old_', replaceRegex: '', options: { caseInsensitive: true, depth: 1 } }), item),
  ).toEqual([{ a: 1, list: [{ old_b: 2 }], o: { c: 3, p: { old_d: 4 } } }]);
});

test('an expression of an item names its keys', async () => {
  expect(await renamed(keys({ currentKey: 'a', newKey: '={{ $json.name }}' }), { a: 1, name: 'n1' })).toEqual([
    { name: 'n1', n1: 1 },
  ]);
});

test('a pattern that would run away, and one that is none, are errors of their item', async () => {
  const failing = async (searchRegex: string) =>
    (
      await runNode(renameKeysNode, {
        parameters: regex({ searchRegex, replaceRegex: 'x' }),
        items: [{ [`${'a'.repeat(200)}!`]: 1 }],
        onError: 'continueRegularOutput',
      })
    ).json[0]?.error;
  expect(await failing('^(a+)+$')).toContain('takes too long on this text');
  expect(await failing('(')).toContain('"(" is not a regular expression');
});

test('__proto__ is a name like any other', async () => {
  const { json } = await runNode(renameKeysNode, {
    parameters: keys({ currentKey: 'a', newKey: '__proto__.polluted' }),
    items: [{ a: true }],
  });
  expect(JSON.stringify(json)).toBe('[{"__proto__":{"polluted":true}}]');
  expect(JSON.stringify(await renamed(regex({ searchRegex: 'a', replaceRegex: '__proto__' }), { a: 1 }))).toBe(
    '[{"__proto__":1}]',
  );
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
