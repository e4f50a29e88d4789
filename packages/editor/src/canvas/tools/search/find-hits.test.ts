import { expect, test } from 'vitest';
import { documentOf, nodeNamed } from '../../../workflow/document-for-test.ts';
import { findHits, type Hit } from './find-hits.ts';

const workflow = () => {
  const document = documentOf('Orders Notify Hint', 'Orders>Notify');
  nodeNamed(document, 'Notify').data.parameters = {
    text: "=Total: {{ $('Orders').item.json.total }}",
    list: [{ value: 'x' }, { value: 42 }],
  };
  nodeNamed(document, 'Notify').data.notes = 'Tells the team about orders';
  Object.assign(nodeNamed(document, 'Hint').data, {
    type: 'core.stickyNote',
    parameters: { content: 'See\nthe ORDERS' },
  });
  return document;
};
const find = (query: string) => findHits(workflow(), query, ({ data }) => `Type ${data.type}`);
const text = ({ before, found, after }: Hit) => `${before}[${found}]${after}`;

test('names, notes, expressions and sticky notes are searched, whatever the case', () => {
  expect(find('orders').map((hit) => [hit.kind, hit.path, text(hit)])).toEqual([
    ['name', '', '[Orders]'],
    ['note', '', '…ells the team about [orders]'],
    ['parameter', 'text', "…=Total: {{ $('[Orders]').item.json.total }}".replace('…', '')],
    ['note', '', 'See the [ORDERS]'],
  ]);
});

test('types and numbers are found, deep in lists as well', () => {
  expect(find('core.set').map(({ kind }) => kind)).toEqual(['type', 'type']);
  expect(find('42').map(({ path }) => path)).toEqual(['list.1.value']);
});

test('nothing is searched for blanks', () => {
  expect(find('  ')).toEqual([]);
});
