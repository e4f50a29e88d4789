import { toFormat } from '@millrace/contract';
import { expect, test } from 'vitest';
import { removeNodes } from './commands/index.ts';
import { documentOf, keyOf } from './document-for-test.ts';
import { changed } from './drafts.ts';
import { addGroup, changeGroup, groupPaths, groupsOf, nodesIn, removeGroup, showNode } from './groups.ts';
import type { WorkflowDocument } from './types.ts';

const keys = (document: WorkflowDocument, names: string) => names.split(' ').map((name) => keyOf(document, name));
const start = () => documentOf('A B C D', 'A>B B>C C>D');

test('a group is kept in the public format, and its removal leaves the workflow as it was', () => {
  const document = start();
  const grouped = changed(document, addGroup('g', keys(document, 'A B'), 'First'));
  expect(toFormat(grouped)).toMatchObject({
    meta: { groups: { g: { title: 'First', color: 1, nodes: keys(document, 'A B') } } },
  });
  expect(toFormat(changed(grouped, removeGroup('g')))).toEqual(toFormat(document));
});

test('what else is under meta stays there', () => {
  const document = documentOf('A B', '', { meta: { templateId: '7' } } as object);
  const grouped = changed(document, addGroup('g', keys(document, 'A'), 'First'));
  expect(changed(grouped, removeGroup('g')).rest).toEqual({ meta: { templateId: '7' } });
});

test('groups stand in groups: around a whole one, and within one', () => {
  const document = start();
  const inner = changed(document, addGroup('inner', keys(document, 'A B'), 'Inner'));
  const around = changed(inner, addGroup('outer', keys(document, 'A B C'), 'Outer'));
  const paths = groupPaths(groupsOf(around));
  expect(keys(document, 'A B C').map((key) => paths.get(key))).toEqual([
    ['outer', 'inner'],
    ['outer', 'inner'],
    ['outer'],
  ]);
  expect(nodesIn('outer', groupsOf(around)).sort()).toEqual(keys(document, 'A B C').sort());
  const within = changed(around, addGroup('core', keys(document, 'A'), 'Core'));
  expect(groupPaths(groupsOf(within)).get(keyOf(document, 'A'))).toEqual(['outer', 'inner', 'core']);
  const flat = changed(within, removeGroup('inner'));
  expect(groupPaths(groupsOf(flat)).get(keyOf(document, 'A'))).toEqual(['outer', 'core']);
  expect(groupPaths(groupsOf(flat)).get(keyOf(document, 'B'))).toEqual(['outer']);
});

test('nodes that are taken into another group leave theirs, and an empty one goes', () => {
  const document = start();
  const first = changed(document, addGroup('one', keys(document, 'A B'), 'One'));
  const second = changed(first, addGroup('two', keys(document, 'B C'), 'Two'));
  expect(groupsOf(second).get('one')?.nodes).toEqual(keys(document, 'A'));
  const gone = changed(changed(second, removeNodes(keys(document, 'A'))), changeGroup('two', { title: 'Second' }));
  expect([...groupsOf(gone).keys()]).toEqual(['two']);
});

test('groups open around a node that is to be shown', () => {
  const document = start();
  let grouped = changed(document, addGroup('inner', keys(document, 'A'), 'Inner'));
  grouped = changed(grouped, addGroup('outer', keys(document, 'A B'), 'Outer'));
  for (const id of ['inner', 'outer']) grouped = changed(grouped, changeGroup(id, { isCollapsed: true }));
  const shown = groupsOf(changed(grouped, showNode(keyOf(document, 'A'))));
  expect([...shown.values()].some(({ isCollapsed }) => isCollapsed)).toBe(false);
});

test('whatever stands there is read: nonsense is no group, and none is in itself', () => {
  const document = documentOf('A B', '', {
    meta: { groups: { a: { nodes: 'x', parent: 'b' }, b: { nodes: [1, 'n'], parent: 'a', color: 99 }, c: 5 } },
  } as object);
  const groups = groupsOf(document);
  expect([...groups.keys()]).toEqual(['a', 'b']);
  expect(groups.get('b')).toMatchObject({ nodes: ['n'], color: 1, title: '' });
  expect(groupPaths(groups).get('n')).toHaveLength(groups.get('b')?.parent === undefined ? 1 : 2);
});
