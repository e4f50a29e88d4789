import { expect, test } from 'vitest';
import { moveNodes } from '../workflow/commands/index.ts';
import { nodeIssueText } from '../workflow/node-issues.ts';
import {
  deriveNodes,
  deriveWires,
  type FlowSource,
  type FlowSurroundings,
  portPoint,
  storedPosition,
} from './flow-model.ts';
import { applied, documentOf, graph, nodeType } from './testing.ts';

interface Given extends Partial<FlowSurroundings> {
  selection?: ReadonlySet<string>;
}

const source = (
  { nodes, wires }: ReturnType<typeof graph>,
  { selection = new Set(), ...more }: Given = {},
): FlowSource => ({
  nodes,
  selection,
  roomBelow: () => room,
  surroundings: {
    wires,
    live: new Map(),
    typesLoaded: true,
    evaluate: undefined,
    issueText: nodeIssueText,
    typeOf: () => noOp,
    fullTypeOf: () => undefined,
    labelOf: ({ name }) => name,
    ...more,
  },
});
const noOp = nodeType('core.noOp');
const room = { width: 208, height: 72 };
const two = graph({ a: [0, 0], b: [220, 0] }, ['a>b']);

test('what did not change keeps its object', () => {
  const before = deriveNodes(new Map(), source(two));
  const moved = applied(documentOf(two), moveNodes([['b', { x: 440, y: 0 }]]));
  moved.nodes.a = two.nodes.a!;
  const after = deriveNodes(before, source(moved));
  expect(after.get('a')).toBe(before.get('a'));
  expect(after.get('b')).not.toBe(before.get('b'));
  expect(after.get('b')?.handles).toBe(before.get('b')?.handles);
});

test('parameters of types that come later render the cards alone that look different with them', () => {
  const before = deriveNodes(new Map(), source(two));
  const required = { name: 'url', displayName: 'URL', type: 'string', default: '', required: true } as const;
  const fullTypeOf: FlowSurroundings['fullTypeOf'] = ({ name }) => ({
    ...noOp,
    properties: name === 'b' ? [required] : [],
  });
  const after = deriveNodes(before, source(two, { fullTypeOf }));
  expect(after.get('a')).toBe(before.get('a'));
  expect(after.get('b')).toMatchObject({ data: { issues: expect.stringContaining('URL') } });
});

test('a card whose ports have changed is drawn anew with them, though its node has not', () => {
  const before = deriveNodes(new Map(), source(two));
  const joined = { ...two, wires: graph({ a: [0, 0], b: [220, 0] }, ['a>b', 'a>b:1']).wires };
  const after = deriveNodes(before, source(joined));
  expect(after.get('b')).not.toBe(before.get('b'));
  expect(after.get('b')?.handles?.map(({ id }) => id)).toEqual(['main:0', 'main:1', 'main:0']);
  expect(after.get('b')).toMatchObject({ data: { ports: { inputs: [{ id: 'main:0' }, { id: 'main:1' }] } } });
});

test('a change of one node looks at that node alone', () => {
  const first = source(two);
  const before = deriveNodes(new Map(), first);
  const edited = applied(documentOf(two), (draft) => {
    draft.nodes.b!.data.parameters = { url: 'x' };
  });
  const looked: string[] = [];
  first.surroundings.typeOf = ({ name }) => {
    looked.push(name);
    return noOp;
  };
  deriveNodes(before, { ...first, nodes: { ...two.nodes, b: edited.nodes.b! } });
  expect(looked).toEqual(['b']);
});

test('a selection renders the selected node alone', () => {
  const before = deriveNodes(new Map(), source(two));
  const after = deriveNodes(before, source(two, { selection: new Set(['a']) }));
  expect(after.get('a')?.selected).toBe(true);
  expect(after.get('b')).toBe(before.get('b'));
});

test('during a drag a node is where the pointer has it, and the document knows nothing', () => {
  const nodes = deriveNodes(new Map(), source(two, { live: new Map([['a', { x: 70, y: 120 }]]) }));
  expect(nodes.get('a')?.position).toEqual({ x: 70, y: 120 });
  expect(storedPosition(nodes.get('a')!, { x: 70, y: 120 })).toEqual({ x: 68, y: 118 });
});

test('a wire between level nodes is level, from the right edge to the left', () => {
  const nodes = deriveNodes(new Map(), source(two));
  const from = portPoint(nodes.get('a')!, 'source', 'main:0');
  const to = portPoint(nodes.get('b')!, 'target', 'main:0');
  expect(from.y).toBe(to.y);
  expect(to.x - from.x).toBe(114);
});

test('outputs that no wire leaves from are known', () => {
  const type = nodeType('core.if', { outputs: ['main', 'main'] });
  const forked = graph({ a: [0, 0], b: [220, 0] }, ['a:1>b']);
  const nodes = deriveNodes(new Map(), source(forked, { typeOf: () => type }));
  expect(nodes.get('a')).toMatchObject({ data: { freeOutputs: 'main:0' } });
});

test('notes lie behind, and no wire leads to them', () => {
  const noted = graph({ a: [0, 0], note: [0, 0] }, ['a>note']);
  noted.nodes.note!.data = { ...noted.nodes.note!.data, type: 'core.stickyNote', parameters: { width: 400 } };
  const nodes = deriveNodes(new Map(), source(noted));
  expect(nodes.get('note')).toMatchObject({ type: 'note', width: 400 });
  expect(nodes.get('note')!.zIndex).toBeLessThan(0);
  expect(deriveWires(new Map(), noted.wires, nodes, new Set()).size).toBe(0);
});

test('during a drag the wires of the dragged node change, no others', () => {
  const three = graph({ a: [0, 0], b: [220, 0], c: [440, 0], d: [660, 0] }, ['a>b', 'b>c', 'c>d']);
  const before = deriveNodes(new Map(), source(three));
  const wires = deriveWires(new Map(), three.wires, before, new Set());
  const dragged = deriveNodes(before, source(three, { live: new Map([['a', { x: 5, y: 5 }]]) }));
  const during = deriveWires(wires, three.wires, dragged, new Set());
  expect(during.get('a>b')?.source).toEqual({ x: 106, y: 53 });
  expect(during.get('b>c')).toBe(wires.get('b>c'));
  expect(deriveWires(during, three.wires, dragged, new Set())).toBe(during);
});

test('a wire is drawn anew when it is selected, not when a node at its end changes in place', () => {
  const before = deriveNodes(new Map(), source(two));
  const wires = deriveWires(new Map(), two.wires, before, new Set());
  const selected = deriveNodes(before, source(two, { selection: new Set(['a']) }));
  expect(deriveWires(wires, two.wires, selected, new Set())).toBe(wires);
  expect(deriveWires(wires, two.wires, before, new Set(['a>b'])).get('a>b')?.isSelected).toBe(true);
});
