import { emptyDocument, toFormat } from '@millrace/contract';
import { expect, test } from 'vitest';
import { copyFragment } from '../copy-fragment.ts';
import { documentOf, graph, keyOf, nodeNamed, wiresAsText } from '../document-for-test.ts';
import { changed } from '../drafts.ts';
import { addGroup, groupsOf, nodesIn } from '../groups.ts';
import { parseWorkflow } from '../parse-workflow.ts';
import { renameReferences } from '../references.ts';
import { duplicateNodes, type LimitOf, pasteFragment } from './paste-fragment.ts';

test('pasted nodes keep their wires and get free names', () => {
  const after = changed(documentOf('A B', 'A>B'), pasteFragment(graph('A B', 'A>B'), renameReferences));
  expect(wiresAsText(after)).toEqual(['A1>B1', 'A>B']);
});

test('a new name does not meet another name of the fragment', () => {
  const after = changed(documentOf('A'), pasteFragment(graph('A A1', 'A>A1'), renameReferences));
  expect(wiresAsText(after)).toEqual(['A2>A1']);
});

test('expressions of the fragment follow its new names, those of the document stay', () => {
  const fragment = graph('A B');
  for (const node of fragment.nodes) node.parameters = { text: "={{ $('A').item.json.x }}" };
  const after = changed(
    changed(documentOf('C'), pasteFragment(fragment, renameReferences)),
    pasteFragment(fragment, renameReferences),
  );
  expect(nodeNamed(after, 'B').data.parameters).toEqual({ text: "={{ $('A').item.json.x }}" });
  expect(nodeNamed(after, 'B1').data.parameters?.text).toContain('A1');
});

test('the upper left node lands at the given place, the others keep their distance', () => {
  const after = changed(documentOf('X'), pasteFragment(graph('A B'), renameReferences, { x: 1000, y: 40 }));
  expect(nodeNamed(after, 'A').data.position).toEqual([1000, 40]);
  expect(nodeNamed(after, 'B').data.position).toEqual([1220, 40]);
});

test('webhooks get ids of their own, nodes only where theirs is taken', () => {
  const fragment = graph('A');
  fragment.nodes = fragment.nodes.map((node) => ({ ...node, webhookId: 'old', id: 'old' }));
  const once = changed(documentOf('X'), pasteFragment(fragment, renameReferences));
  expect(nodeNamed(once, 'A').data.webhookId).not.toBe('old');
  expect(nodeNamed(once, 'A').data.id).toBe('old');
  expect(nodeNamed(changed(once, pasteFragment(fragment, renameReferences)), 'A1').data.id).not.toBe('old');
  expect(fragment.nodes[0]?.webhookId).toBe('old');
});

test('a workflow without ids that is pasted on an empty canvas is written as it came', () => {
  const fragment = graph('A B C', 'A>B B>C');
  const { nodes, connections } = toFormat(changed(emptyDocument(), pasteFragment(fragment, renameReferences)));
  expect({ nodes, connections }).toEqual({ nodes: fragment.nodes, connections: fragment.connections });
});

test('duplicates lie below, with the wires among them and none to others', () => {
  const start = documentOf('A B C', 'A>B B>C', { pinData: { B: [{ x: 1 }] } });
  const after = changed(start, duplicateNodes([keyOf(start, 'A'), keyOf(start, 'B')], renameReferences));
  expect(wiresAsText(after)).toEqual(['A1>B1', 'A>B', 'B>C']);
  expect(nodeNamed(after, 'B1').data.position).toEqual([220, 440]);
  expect(after.pinData[keyOf(after, 'B1')]).toEqual([{ x: 1 }]);
});

test('a thousand nodes with names that are taken are pasted under free ones', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `N${index}x`);
  const wires = names.slice(1).map((name, index) => `${names[index]}>${name}`);
  const fragment = graph(names.join(' '), wires.join(' '));
  for (const [index, node] of fragment.nodes.entries())
    node.parameters = { text: `={{ $('${names[index]}').item.json.x }}` };
  const start = changed(documentOf('A'), pasteFragment(fragment, renameReferences));
  const after = changed(start, pasteFragment(fragment, renameReferences));
  expect(Object.keys(after.nodes)).toHaveLength(2001);
  expect(nodeNamed(after, 'N7x1').data.parameters?.text).toContain('N7x1');
});

test('a group from off the grid keeps its shape', () => {
  const fragment = graph('X Y');
  fragment.nodes[0]!.position = [3, 7];
  fragment.nodes[1]!.position = [228, 31];
  const after = changed(documentOf('A'), pasteFragment(fragment, renameReferences, { x: 411, y: 89 }));
  expect(nodeNamed(after, 'X').data.position).toEqual([420, 80]);
  expect(nodeNamed(after, 'Y').data.position).toEqual([645, 104]);
});

test('of a type that may occur once the node that is there takes the wires and references of the pasted one', () => {
  const once: LimitOf = ({ name }) => (name.startsWith('Start') ? { type: 'start', max: 1 } : undefined);
  const fragment = graph('StartHere X', 'StartHere>X');
  fragment.nodes[1]!.parameters = { text: "={{ $('StartHere').item.json.a }}" };
  const after = changed(documentOf('Start A', 'Start>A'), pasteFragment(fragment, renameReferences, undefined, once));
  expect(wiresAsText(after)).toEqual(['Start>A', 'Start>X']);
  expect(Object.keys(after.nodes)).toHaveLength(3);
  expect(nodeNamed(after, 'X').data.parameters?.text).toContain("$('Start')");
  const twice = changed(
    documentOf('A'),
    pasteFragment(graph('Start1 Start2 X', 'Start2>X'), renameReferences, undefined, once),
  );
  expect(wiresAsText(twice)).toEqual(['Start1>X']);
});

test('the bare trigger of a new workflow gives way to a pasted one that leads somewhere', () => {
  const once: LimitOf = ({ name }) => (name.startsWith('Start') ? { type: 'start', max: 1 } : undefined);
  const after = changed(
    documentOf('Start'),
    pasteFragment(graph('Start X', 'Start>X'), renameReferences, undefined, once),
  );
  expect(wiresAsText(after)).toEqual(['Start>X']);
  expect(Object.keys(after.nodes)).toHaveLength(2);
  const start = documentOf('Start');
  expect(changed(start, duplicateNodes([keyOf(start, 'Start')], renameReferences, once))).toBe(start);
});

const grouped = () => {
  const document = documentOf('A B C', 'A>B B>C');
  const [a, b, c] = ['A', 'B', 'C'].map((name) => keyOf(document, name)) as [string, string, string];
  const inner = changed(document, addGroup('inner', [a], 'Inner'));
  return { document: changed(inner, addGroup('outer', [a, b], 'Outer')), a, b, c };
};

test('groups go along with a copy of all their nodes, and are groups of their own', () => {
  const { document, a, b } = grouped();
  const after = changed(document, duplicateNodes([a, b], renameReferences));
  const groups = groupsOf(after);
  expect([...groups.values()].map(({ title }) => title).sort()).toEqual(['Inner', 'Inner', 'Outer', 'Outer']);
  const copied = [...groups.values()].find(({ id, title }) => title === 'Outer' && id !== 'outer')!;
  expect(nodesIn(copied.id, groups).sort()).toEqual([keyOf(after, 'A1'), keyOf(after, 'B1')].sort());
  expect(nodesIn('outer', groups).sort()).toEqual([a, b].sort());
});

test('a copy of a part of a group is in none', () => {
  const { document, b, c } = grouped();
  expect(groupsOf(changed(document, duplicateNodes([b, c], renameReferences))).size).toBe(2);
});

test('groups are copied as text of the public format, and pasted elsewhere', () => {
  const { document, a, b } = grouped();
  const fragment = parseWorkflow(copyFragment(document, [a, b]));
  const after = changed(documentOf('X'), pasteFragment(fragment, renameReferences));
  const groups = groupsOf(after);
  expect([...groups.values()].map(({ title, nodes }) => [title, nodes.length])).toEqual([
    ['Inner', 1],
    ['Outer', 1],
  ]);
  expect(JSON.parse(copyFragment(document, [b]))).not.toHaveProperty('meta');
});
