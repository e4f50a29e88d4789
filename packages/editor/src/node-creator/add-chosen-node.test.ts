import { expect, test } from 'vitest';
import { applied, documentOf, graph, nodeType } from '../canvas/testing.ts';
import { documentOf as namedDocument } from '../workflow/document-for-test.ts';
import type { NodeCreatorRequest } from '../workflow/panel-state.ts';
import { openSession } from '../workflow/session.ts';
import { addAndGoOn, addChosenNode, addCommand, limitText } from './add-chosen-node.ts';

const set = nodeType('core.set', { defaults: { name: 'Set' } });

const added = (
  document: ReturnType<typeof graph>,
  request: NodeCreatorRequest,
  { selection = [] as string[], type = set } = {},
) => {
  const after = applied(documentOf(document), addCommand(document, new Set(selection), type, request, 'new'));
  const wires = Object.values(after.wires).map(
    ({ source, sourceIndex, target }) => `${source}:${sourceIndex}>${target}`,
  );
  return { position: after.nodes.new!.data.position, wires, nodes: after.nodes };
};

test('a node goes to the right of the selected one and is wired to it', () => {
  const document = graph({ n1: [0, 0], n2: [0, 400] });
  expect(added(document, {}, { selection: ['n1'] })).toMatchObject({ position: [220, 0], wires: ['n1:0>new'] });
});

test('without a selection it follows the youngest node', () => {
  expect(added(graph({ n1: [0, 0], n2: [0, 400] }), {}).wires).toEqual(['n2:0>new']);
});

test('a trigger is put free', () => {
  const trigger = nodeType('core.webhook', { group: ['trigger'], inputs: [] });
  const result = added(graph({ n1: [40, 0] }), {}, { selection: ['n1'], type: trigger });
  expect(result).toMatchObject({ position: [40, 140], wires: [] });
});

test('the first node has the place that new workflows start at', () => {
  expect(added(graph({}), {}).position).toEqual([240, 300]);
});

test('from a port it is wired to that port, at the place where the wire was dropped', () => {
  const document = graph({ n1: [0, 0] });
  const from = { node: 'n1', type: 'main' as const, index: 1 };
  expect(added(document, { from, at: { x: 333, y: 96 } })).toMatchObject({ position: [340, 100], wires: ['n1:1>new'] });
});

test('from an input it is put before that node', () => {
  const from = { node: 'n1', type: 'main' as const, index: 0, side: 'input' as const };
  expect(added(graph({ n1: [440, 0] }), { from })).toMatchObject({ position: [220, 0], wires: ['new:0>n1'] });
});

test('in a wire it takes the place of the target, which moves on', () => {
  const result = added(graph({ n1: [0, 0], n2: [220, 0] }, ['n1>n2']), { wire: 'n1>n2' });
  expect(result).toMatchObject({ position: [220, 0], wires: ['n1:0>new', 'new:0>n2'] });
  expect(result.nodes.n2!.data.position).toEqual([440, 0]);
});

test('an action comes with the parameters that choose it', () => {
  const session = openSession(namedDocument('A'));
  addChosenNode(session, set, {}, { resource: 'row', operation: 'append' });
  const { document, selection } = session.state();
  const [key] = selection;
  expect(document.nodes[key!]!.data.parameters).toEqual({ resource: 'row', operation: 'append' });
  session.dispose();
});

test('no more nodes of a type than it allows, whatever name they have', () => {
  const document = graph({ n1: [0, 0] });
  document.nodes.n1!.data.type = 'n8n-nodes-base.only';
  const type = nodeType('core.only', { maxNodes: 1, aliases: ['n8n-nodes-base.only'], displayName: 'Only' });
  expect(limitText(document, type)).toBe('Only 1 “Only” node is allowed in a workflow.');
  expect(limitText(graph({}), type)).toBeUndefined();
});

test('with more to come the creator stays open, and what follows is wired to what was added', () => {
  const session = openSession(namedDocument('A'));
  session.panel.openCreator({});
  expect(addAndGoOn(session, set, {})).toBe(true);
  expect(session.panel.state()).toMatchObject({ node: null, creator: {} });
  const [added] = session.state().selection;
  addAndGoOn(session, set, session.panel.state().creator!);
  const { wires } = session.state().document;
  expect(Object.values(wires).map(({ source }) => source)).toContain(added);
  session.dispose();
});

test('the panel of the new node takes the place of the creator at once, so that the focus goes nowhere between', () => {
  const session = openSession(namedDocument('A'));
  session.panel.openCreator({});
  const moments: boolean[] = [];
  session.panel.store.subscribe(({ node, creator }) => moments.push(node !== null || creator !== null));
  addChosenNode(session, set, {});
  expect(session.panel.state()).toMatchObject({ node: expect.any(String), creator: null });
  expect(moments).not.toContain(false);
  session.dispose();
});
