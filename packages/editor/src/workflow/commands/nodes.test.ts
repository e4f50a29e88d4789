import { toFormat } from '@millrace/contract';
import { expect, test } from 'vitest';
import { documentOf, keyOf, nodeNamed } from '../document-for-test.ts';
import { changed } from '../drafts.ts';
import { renameReferences } from '../references.ts';
import { moveNodes, renameNode, setNodeSetting, setNodesDisabled, setPinData } from './nodes.ts';
import { setParameters } from './parameters.ts';

test('moved nodes snap to the grid', () => {
  const start = documentOf('A B');
  const after = changed(start, moveNodes([[keyOf(start, 'A'), { x: 31, y: -11 }]]));
  expect(nodeNamed(after, 'A').data.position).toEqual([40, -20]);
  expect(nodeNamed(after, 'B')).toBe(nodeNamed(start, 'B'));
});

test('a group from off the grid keeps its shape: one step for all', () => {
  const start = documentOf('A B');
  const [a, b] = [keyOf(start, 'A'), keyOf(start, 'B')];
  const after = changed(
    start,
    moveNodes([
      [a, { x: 107, y: 51 }],
      [b, { x: 316, y: 64 }],
    ]),
  );
  expect(nodeNamed(after, 'A').data.position).toEqual([100, 60]);
  expect(nodeNamed(after, 'B').data.position).toEqual([309, 73]);
});

test('a move within the same square of the grid changes nothing', () => {
  const start = documentOf('A');
  expect(changed(start, moveNodes([[keyOf(start, 'A'), { x: 3, y: 302 }]]))).toBe(start);
});

test('a rename reaches connections, pinned data and the expressions of other nodes', () => {
  const base = documentOf('A B', 'A>B', { pinData: { A: [{ x: 1 }] } });
  const start = changed(
    base,
    setParameters(keyOf(base, 'B'), {
      text: "={{ $('A').item.json.x }}",
      deep: { list: ["={{ $node['A'].json.x + $('B').item.json.y }}", 'A'] },
      plain: "$('A') is no expression here",
    }),
  );
  const after = toFormat(changed(start, renameNode(keyOf(start, 'A'), "Anna's node", renameReferences)));
  expect(after.nodes.map((node) => node.name)).toEqual(["Anna's node", 'B']);
  expect(after.connections).toEqual({ "Anna's node": { main: [[{ node: 'B', type: 'main', index: 0 }]] } });
  expect(after.pinData).toEqual({ "Anna's node": [{ x: 1 }] });
  const parameters = after.nodes[1]?.parameters as { text: string; deep: { list: string[] }; plain: string };
  expect(parameters.text).not.toContain("$('A')");
  expect(parameters.text).toContain('Anna');
  expect(parameters.deep.list[0]).toContain("$('B').item.json.y");
  expect(parameters.deep.list[0]).not.toMatch(/\$node\[['"]A['"]\]/);
  expect(parameters.deep.list[1]).toBe('A');
  expect(parameters.plain).toBe("$('A') is no expression here");
});

test('a name that is taken gets a number; the own name is free', () => {
  const start = documentOf('A B');
  expect(Object.values(changed(start, renameNode(keyOf(start, 'B'), 'A', renameReferences)).nodes)[1]?.data.name).toBe(
    'A1',
  );
  expect(changed(start, renameNode(keyOf(start, 'B'), 'B', renameReferences))).toBe(start);
});

test('nodes may be named like members of objects', () => {
  const start = documentOf('constructor toString', 'constructor>toString');
  const after = toFormat(changed(start, renameNode(keyOf(start, 'toString'), 'hasOwnProperty', renameReferences)));
  expect(after.connections).toEqual({ constructor: { main: [[{ node: 'hasOwnProperty', type: 'main', index: 0 }]] } });
});

test('disabling is written, enabling leaves no trace', () => {
  const start = documentOf('A B');
  const keys = Object.keys(start.nodes);
  const off = changed(start, setNodesDisabled(keys, true));
  expect(Object.values(off.nodes).map((node) => node.data.disabled)).toEqual([true, true]);
  expect(changed(off, setNodesDisabled(keys, false))).toEqual(start);
  expect(changed(start, setNodesDisabled(keys, false))).toBe(start);
});

test('a setting is set and taken away', () => {
  const start = documentOf('A');
  const key = keyOf(start, 'A');
  const set = changed(start, setNodeSetting(key, 'retryOnFail', true));
  expect(nodeNamed(set, 'A').data.retryOnFail).toBe(true);
  expect(nodeNamed(changed(set, setNodeSetting(key, 'retryOnFail', undefined)), 'A').data).not.toHaveProperty(
    'retryOnFail',
  );
});

test('pinned data is set and taken away', () => {
  const start = documentOf('A');
  const key = keyOf(start, 'A');
  const pinned = changed(start, setPinData(key, [{ json: { a: 1 } }]));
  expect(toFormat(pinned).pinData).toEqual({ A: [{ json: { a: 1 } }] });
  expect(toFormat(changed(pinned, setPinData(key, undefined)))).not.toHaveProperty('pinData');
});
