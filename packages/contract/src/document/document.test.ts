import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WorkflowNode } from '../workflow.ts';
import { asStored, differenceOf } from './difference.ts';
import { inOrder, lastOrder, type WireEnds, type WorkflowDocument } from './document.ts';
import { type FormatWorkflow, fromFormat, toFormat } from './format.ts';
import { nodeKeys, wireKey } from './keys.ts';
import { documentPatchSchema, workflowDocumentSchema } from './patch-schema.ts';
import { type DocumentPatch, PatchError, withPatches } from './patches.ts';

const node = (name: string, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
  name,
  type: 'core.set',
  position: [0, 0],
  parameters: {},
  ...more,
});
const workflow = (nodes: WorkflowNode[], connections: FormatWorkflow['connections'] = {}): FormatWorkflow => ({
  name: 'Test',
  nodes,
  connections,
  settings: {},
});
const ends = (source: string, target: string): WireEnds => ({
  source,
  sourceType: 'main',
  sourceIndex: 0,
  target,
  targetType: 'main',
  targetIndex: 0,
});

test('nodes are known by their ids', () => {
  expect(nodeKeys([node('A', { id: 'a' }), node('B', { id: 'b' })])).toEqual(['a', 'b']);
});

test('a node without an id, or with that of another, is known by what is made from its name', () => {
  const keys = nodeKeys([node('A'), node('B', { id: 'x' }), node('C', { id: 'x' }), node('D', { id: '' })]);
  expect(new Set(keys).size).toBe(4);
  expect(keys).toEqual(nodeKeys([node('A'), node('B', { id: 'x' }), node('C', { id: 'x' }), node('D', { id: '' })]));
  expect(nodeKeys([node('B'), node('A')])[1]).toBe(keys[0]);
});

test('ids that would not do as keys have others made from them', () => {
  const ids = ['7', '__proto__', 'constructor'];
  const keys = nodeKeys(ids.map((id) => node(`of ${id}`, { id })));
  for (const key of keys) expect(ids).not.toContain(key);
  expect(keys).toEqual(nodeKeys(ids.map((id) => node(`renamed ${id}`, { id }))));
});

test('a workflow without ids, or with doubled ones, is written as it was read', () => {
  const given = workflow([node('A'), node('B', { id: 'x' }), node('C', { id: 'x' }), node('D', { id: '3' })]);
  expect(toFormat(fromFormat(given))).toEqual(given);
});

test('a node keeps the key that it is known by: its id is written when nothing else would give it', () => {
  const document = fromFormat(workflow([node('A'), node('B', { id: 'x' }), node('C', { id: 'x' })]));
  const [a, , c] = inOrder(document.nodes).map(({ key }) => key) as [string, string, string];
  const renamed = withPatches(document, [{ op: 'replace', path: `/nodes/${a}/data/name`, value: 'Anna' }]);
  expect(fromFormat(toFormat(renamed)).nodes[a]?.data).toMatchObject({ name: 'Anna', id: a });
  const without = withPatches(document, [{ op: 'remove', path: `/nodes/${inOrder(document.nodes)[1]!.key}` }]);
  expect(fromFormat(toFormat(without)).nodes[c]?.data).toMatchObject({ name: 'C', id: c });
});

test('a node whose id others have as well keeps it, and they get their own keys', () => {
  const document = fromFormat(workflow([node('B', { id: 'x' }), node('C', { id: 'x' })]));
  const nodes = { ...document.nodes, x: { key: 'x', order: 2, data: node('D', { id: 'x' }) } };
  expect(Object.keys(fromFormat(toFormat({ ...document, nodes })).nodes)).toEqual(Object.keys(nodes));
});

test('a wire that a file names twice is there twice', () => {
  const target = { node: 'B', type: 'main', index: 0 };
  const given = workflow([node('A', { id: 'a' }), node('B', { id: 'b' })], { A: { main: [[target, target]] } });
  const document = fromFormat(given);
  expect(Object.keys(document.wires)).toEqual(['a:main:0>b:main:0', 'a:main:0>b:main:0#2']);
  expect(toFormat(document)).toEqual(given);
});

test('ends of wires that look like other ends have keys of their own', () => {
  expect(wireKey(ends('a:main:0>b', 'c'))).not.toBe(wireKey(ends('a', 'b:main:0>c')));
});

const abc = () =>
  fromFormat(
    workflow([node('A', { id: 'a' }), node('B', { id: 'b' }), node('C', { id: 'c' })], {
      A: { main: [[{ node: 'B', type: 'main', index: 0 }]] },
    }),
  );

test('a change is as small as what it changes', () => {
  const document = abc();
  const parameters = { url: 'x', options: { list: [{ a: 1 }, { a: 2 }], tags: ['u', 'v'] } };
  const before = withPatches(document, [{ op: 'add', path: '/nodes/a/data/parameters', value: parameters }]);
  const after = structuredCloneOf(before);
  after.nodes.a!.data.parameters = { url: 'y', options: { list: [{ a: 1 }, { a: 3 }], tags: ['u'] }, 'a/b~c': 1 };
  expect(differenceOf(before, after)).toEqual([
    { op: 'replace', path: '/nodes/a/data/parameters/url', value: 'y' },
    { op: 'replace', path: '/nodes/a/data/parameters/options/list/1/a', value: 3 },
    { op: 'replace', path: '/nodes/a/data/parameters/options/tags', value: ['u'] },
    { op: 'add', path: '/nodes/a/data/parameters/a~1b~0c', value: 1 },
  ]);
  expect(withPatches(before, differenceOf(before, after))).toEqual(after);
});

test('what a person has deleted before does not show in the places of what stays', () => {
  const before = abc();
  const { b: _, ...nodes } = before.nodes;
  expect(differenceOf(before, { ...before, nodes, wires: {} })).toEqual([
    { op: 'remove', path: '/nodes/b' },
    { op: 'remove', path: '/wires/a:main:0>b:main:0' },
  ]);
});

test('a node that comes back stands where it stood', () => {
  const whole = abc();
  const { b, ...nodes } = whole.nodes;
  const stored = asStored({ ...whole, nodes, wires: {} });
  const patches = differenceOf(stored, { ...stored, nodes: { ...nodes, b: b! } });
  expect(patches).toEqual([{ op: 'add', path: '/nodes/b', value: { ...b, order: 0.5 } }]);
  expect(toFormat(withPatches(stored, patches)).nodes.map(({ name }) => name)).toEqual(['A', 'B', 'C']);
});

const structuredCloneOf = (document: WorkflowDocument): WorkflowDocument => JSON.parse(JSON.stringify(document));

/** Edits as people make them, each on the document before. */
const edits = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('add' as const), id: fc.constantFrom('d', 'e', 'f') }),
    fc.record({ kind: fc.constant('remove' as const), at: fc.nat(5) }),
    fc.record({ kind: fc.constant('set' as const), at: fc.nat(5), value: fc.jsonValue() }),
    fc.record({ kind: fc.constant('wire' as const), at: fc.nat(5), to: fc.nat(5) }),
    fc.record({ kind: fc.constant('pin' as const), at: fc.nat(5) }),
  ),
  { maxLength: 12 },
);

test('any edits travel as patches: what is stored is what was edited', () => {
  fc.assert(
    fc.property(edits, (list) => {
      const before = abc();
      let after = structuredCloneOf(before);
      for (const edit of list) {
        const keys = inOrder(after.nodes).map(({ key }) => key);
        const key = 'at' in edit ? keys[edit.at % Math.max(1, keys.length)] : undefined;
        if (edit.kind === 'add' && !after.nodes[edit.id]) {
          after.nodes[edit.id] = {
            key: edit.id,
            order: lastOrder(after.nodes),
            data: node(edit.id.toUpperCase(), { id: edit.id }),
          };
        }
        if (key === undefined) continue;
        if (edit.kind === 'remove') {
          const { [key]: _, ...nodes } = after.nodes;
          const wires = Object.entries(after.wires).filter(([, { source, target }]) => ![source, target].includes(key));
          const { [key]: __, ...pinData } = after.pinData;
          const { [key]: ___, ...placeholders } = after.placeholders;
          after = { ...after, nodes, pinData, placeholders, wires: Object.fromEntries(wires) };
        }
        if (edit.kind === 'set') after.nodes[key]!.data.parameters = { value: edit.value };
        if (edit.kind === 'pin') after.pinData[key] = [{ json: { x: 1 } }];
        if (edit.kind === 'wire') {
          const wire = ends(key, keys[edit.to % keys.length]!);
          after.wires[wireKey(wire)] ??= { key: wireKey(wire), order: lastOrder(after.wires), ...wire };
        }
      }
      const sent = JSON.parse(JSON.stringify(differenceOf(before, after))) as DocumentPatch[];
      const received = withPatches(before, sent);
      expect(workflowDocumentSchema.safeParse(received).success).toBe(true);
      expect(toFormat(received)).toEqual(JSON.parse(JSON.stringify(toFormat(after))));
      expect(fromFormat(toFormat(received))).toEqual(asStored(received));
    }),
    { numRuns: 200 },
  );
});

test('a patch whose path leads nowhere changes nothing and says which it is', () => {
  const good: DocumentPatch = { op: 'replace', path: '/name', value: 'x' };
  for (const path of [
    '/nodes/none/data/name',
    '/nodes/a/data/name/x',
    '/nodes/a/data/position/2',
    '/nodes/a/data/position/x',
  ]) {
    const attempt = () => withPatches(abc(), [good, { op: 'replace', path, value: 1 }]);
    expect(attempt).toThrow(PatchError);
    expect(attempt).toThrow(`there is nothing at ${path}`);
  }
});

test('names of what every object has are names like others', () => {
  expect(() => withPatches(abc(), [{ op: 'replace', path: '/nodes/constructor/name', value: 1 }])).toThrow(PatchError);
  const document = withPatches(abc(), [{ op: 'add', path: '/nodes/a/data/parameters/__proto__', value: { x: 1 } }]);
  expect(Object.keys(document.nodes.a!.data.parameters!)).toEqual(['__proto__']);
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('lists take entries at a place and at their end', () => {
  const document = withPatches(abc(), [
    { op: 'add', path: '/nodes/a/data/parameters/list', value: [1] },
    { op: 'add', path: '/nodes/a/data/parameters/list/-', value: 3 },
    { op: 'add', path: '/nodes/a/data/parameters/list/1', value: 2 },
    { op: 'remove', path: '/nodes/a/data/parameters/list/0' },
  ]);
  expect(document.nodes.a?.data.parameters).toEqual({ list: [2, 3] });
});

test('only parts of the document can be named, and no other operations', () => {
  expect(documentPatchSchema.safeParse({ op: 'replace', path: '/tags', value: [] }).success).toBe(false);
  for (const path of ['/nodes/__proto__', '/rest/__proto__/x', '/nodes/a/data/parameters/__proto__'])
    expect(documentPatchSchema.safeParse({ op: 'add', path, value: {} }).success).toBe(false);
  expect(documentPatchSchema.safeParse({ op: 'move', path: '/name', from: '/x' }).success).toBe(false);
  expect(documentPatchSchema.safeParse({ op: 'replace', path: '/name', value: 'x' }).success).toBe(true);
});

test('a document whose parts do not fit together is refused', () => {
  const issuesOf = (patches: DocumentPatch[]) =>
    workflowDocumentSchema.safeParse(withPatches(abc(), patches)).error?.issues.map(({ path }) => path.join('.'));
  expect(issuesOf([{ op: 'remove', path: '/nodes/b' }])).toEqual(['wires.a:main:0>b:main:0.target']);
  for (const key of ['nodes', 'active', 'ownerId', 'revision']) {
    expect(issuesOf([{ op: 'add', path: `/rest/${key}`, value: [] }])).toEqual([`rest.${key}`]);
  }
  expect(issuesOf([{ op: 'replace', path: '/nodes/b/key', value: 'z' }])).toEqual(['nodes.b.key']);
  expect(issuesOf([{ op: 'replace', path: '/wires/a:main:0>b:main:0/sourceIndex', value: 5_000_000 }])).toHaveLength(1);
});
