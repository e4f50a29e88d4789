import { fromFormat, inOrder, toFormat } from '@millrace/contract';
import { expect, test } from 'vitest';
import { documentOf, keyOf, nodeNamed, wiresAsText } from '../document-for-test.ts';
import { changed } from '../drafts.ts';
import type { WorkflowDocument } from '../types.ts';
import { calledId } from './called-id.ts';
import { extract } from './extract.ts';
import { inline } from './inline.ts';

const withText = (document: WorkflowDocument, name: string, text: string) => {
  nodeNamed(document, name).data.parameters = { text };
  return document;
};
const taken = (document: WorkflowDocument, names: string) =>
  extract(document, new Set(names.split(' ').map((name) => keyOf(document, name))), ({ name }) => name === 'Start');
const extracted = (document: WorkflowDocument, names: string) => {
  const result = taken(document, names);
  if ('reason' in result) throw new Error(`${result.reason}: ${result.node}`);
  return result;
};

test('the part becomes a workflow that begins with its call, and one node calls it in its place', () => {
  const document = documentOf('Start A B End Other', 'Start>A A>B B>End B>Other');
  const { workflow, command } = extracted(document, 'A B');
  expect(wiresAsText(fromFormat(workflow))).toEqual(['A>B', 'When Called by Another Workflow>A']);
  const after = changed(document, command('17', 'Part'));
  expect(wiresAsText(after)).toEqual(['Part>End', 'Part>Other', 'Start>Part']);
  const { data } = nodeNamed(after, 'Part');
  expect(data.type).toBe('core.executeWorkflow');
  expect(calledId(data)).toBe('17');
});

test('what is read of nodes outside is added to the items, and read from them inside', () => {
  const document = withText(
    documentOf('Start Orders A End', 'Start>Orders Orders>A A>End'),
    'A',
    "={{ $('Orders').item.json.total + $node[\"Orders\"].json['net price'] + $('Orders').item.json.total + $json.x }}",
  );
  const { workflow, command } = extracted(document, 'A');
  const inner = workflow.nodes.find(({ name }) => name === 'A')?.parameters?.text;
  const trigger = '$("When Called by Another Workflow").item.json';
  expect(inner).toBe(
    `={{ ${trigger}["Orders_total"] + ${trigger}["Orders_net_price"] + ${trigger}["Orders_total"] + $json.x }}`,
  );
  const after = changed(document, command('17', 'Part'));
  expect(wiresAsText(after)).toEqual(['Inputs of Part>Part', 'Orders>Inputs of Part', 'Part>End', 'Start>Orders']);
  expect(nodeNamed(after, 'Inputs of Part').data.parameters).toMatchObject({
    includeOtherFields: true,
    jsonOutput:
      '={{ { "Orders_total": $(\'Orders\').item.json.total, "Orders_net_price": $node["Orders"].json[\'net price\'] } }}',
  });
});

test('what was read of the last node is read of the call', () => {
  const document = withText(documentOf('Start A B End', 'Start>A A>B B>End'), 'End', "={{ $('B').item.json.x }}");
  const after = changed(document, extracted(document, 'A B').command('17', 'Part'));
  expect(nodeNamed(after, 'End').data.parameters?.text).toBe("={{ $('Part').item.json.x }}");
});

test('where the last node has several outputs, a node behind the one that leads on says what the call gives', () => {
  const document = documentOf('Start Loop Body End', 'Start>Loop Loop:1>Body Body>Loop Loop>End');
  const { workflow } = extracted(document, 'Loop Body');
  expect(wiresAsText(fromFormat(workflow))).toContain('Loop>Result');
});

test.each([
  ['Start A', 'trigger', 'Start'],
  ['A C', 'entries', 'C'],
  ['If', 'exits', 'If'],
  ['A B', 'readFromOutside', 'End'],
  ['Reader', 'reads', 'A'],
])('%s cannot be taken out: %s', (names, reason, node) => {
  const document = documentOf('Start A B C If X Y End Reader', 'Start>A A>B B>C Start>C C>If If:0>X If:1>Y B>End');
  withText(document, 'End', "={{ $('A').item.json.x }}");
  withText(document, 'Reader', "={{ $('A').all() }}");
  expect(taken(document, names)).toMatchObject({ reason, node });
});

test('inlined again, the same nodes stand there with the same references', () => {
  const document = withText(documentOf('Start A B End', 'Start>A A>B B>End'), 'B', "={{ $('A').item.json.x }}");
  const { workflow, command } = extracted(document, 'A B');
  const called = changed(document, command('17', 'Part'));
  const back = inline(called, keyOf(called, 'Part'), workflow);
  if (typeof back === 'string') throw new Error(back);
  const after = changed(called, back);
  expect(wiresAsText(after)).toEqual([
    'A>B',
    'B>End',
    'Start>When Called by Another Workflow',
    'When Called by Another Workflow>A',
  ]);
  expect(nodeNamed(after, 'B').data.parameters?.text).toBe("={{ $('A').item.json.x }}");
  expect(inOrder(after.nodes).map(({ data }) => data.type)).not.toContain('core.executeWorkflow');
  expect(toFormat(after).nodes).toHaveLength(5);
});

test('a call for each item, or of a workflow that cannot be called, stays', () => {
  const document = documentOf('Start A', 'Start>A');
  const { workflow, command } = extracted(document, 'A');
  const called = changed(document, command('17', 'Part'));
  const key = keyOf(called, 'Part');
  expect(inline(called, key, { nodes: [], connections: {} })).toBe('noTrigger');
  const each = changed(called, (draft) => {
    draft.nodes[key]!.data.parameters!.mode = 'each';
  });
  expect(inline(each, key, workflow)).toBe('each');
});
