import type { NodeTypeDescription, ParameterDefinition } from '@millrace/contract';
import { expect, test } from 'vitest';
import { documentOf, keyOf, setType } from '../../workflow/document-for-test.ts';
import { placeText, valueText } from './place-text.ts';

const document = documentOf('Fetch Store', 'Fetch>Store');
const key = keyOf(document, 'Fetch');
document.nodes[key]!.data.parameters = {
  assignments: { assignments: [{ name: 'city', value: 'x' }, { value: 'y' }] },
};
const textOf = (path: string, type?: NodeTypeDescription) =>
  placeText(path, document, { theirs: document }, () => type);

test('places are named in the words of the canvas', () => {
  expect(textOf(`/nodes/${key}`)).toEqual({ where: 'Fetch' });
  expect(textOf(`/nodes/${key}/data/disabled`)).toEqual({ where: 'Fetch', what: 'Disabled' });
  expect(textOf(`/nodes/${key}/data/parameters/assignments/assignments/0/value`)).toEqual({
    where: 'Fetch',
    what: 'assignments › city › value',
  });
  expect(textOf(`/nodes/${key}/data/parameters/assignments/assignments/1/value`).what).toBe('assignments › 2 › value');
  expect(textOf(`/pinData/${key}`)).toEqual({ where: 'Fetch', what: 'Pinned data' });
  const [wire = ''] = Object.keys(document.wires);
  expect(textOf(`/wires/${wire}`)).toEqual({ where: 'Connection', what: 'Fetch → Store' });
  expect(textOf('/settings/timezone')).toEqual({ where: 'Workflow settings', what: 'Timezone' });
  expect(textOf('/name')).toEqual({ where: 'Workflow', what: 'Name' });
});

test('parameters are named as their fields are, where the type is known', () => {
  const text = (name: string, displayName: string, more: Partial<ParameterDefinition> = {}) =>
    ({ name, displayName, type: 'string', default: '', ...more }) as ParameterDefinition;
  const properties = [
    text('mode', 'Mode', { default: 'form' }),
    text('body', 'Form', { displayOptions: { show: { mode: ['form'] } } }),
    text('body', 'Body as JSON', { displayOptions: { show: { mode: ['json'] } } }),
    text('assignments', 'Fields to set', { type: 'assignmentCollection' }),
    text('conditions', 'Conditions', { type: 'filter' }),
    text('options', 'Options', { type: 'collection', options: [text('proxy', 'Address of a proxy')] } as never),
    text('rule', 'Rules', {
      type: 'fixedCollection',
      options: [{ name: 'interval', displayName: 'Interval', values: [text('field', 'Unit')] }],
    } as never),
  ];
  document.nodes[key]!.data.parameters = {
    ...document.nodes[key]!.data.parameters,
    mode: 'json',
    rule: { interval: [{ field: 'days' }] },
    conditions: { conditions: [{ leftValue: 'a' }] },
  };
  const whatOf = (path: string) => textOf(`/nodes/${key}/data/parameters/${path}`, { ...setType, properties }).what;
  expect(whatOf('mode')).toBe('Mode');
  expect(whatOf('body')).toBe('Body as JSON');
  expect(whatOf('assignments/assignments/0/value')).toBe('Fields to set › city › Value');
  expect(whatOf('conditions/conditions/0/leftValue')).toBe('Conditions › 1 › Left value');
  expect(whatOf('options/proxy')).toBe('Options › Address of a proxy');
  expect(whatOf('rule/interval/0/field')).toBe('Rules › Interval › 1 › Unit');
  expect(whatOf('gone/inner')).toBe('gone › inner');
});

test('entries are named by their ids, also those that only the other has still', () => {
  const entry = { id: 'x', name: 'city', value: 'x' };
  const path = `/nodes/${key}/data/parameters/assignments/assignments/x`;
  const of = (assignments: object[]) => {
    const copy = structuredClone(document);
    copy.nodes[key]!.data.parameters = { assignments: { assignments } } as never;
    return copy;
  };
  const none = of([{ id: 'y', name: 'other', value: 'y' }]);
  for (const [mine, theirs] of [
    [of([entry]), none],
    [none, of([entry])],
  ] as const)
    expect(placeText(path, mine, { theirs }, () => undefined).what).toBe('assignments › city');
});

test('values are shown as text that fits', () => {
  expect([valueText('a'), valueText(''), valueText(undefined), valueText(1)]).toEqual(['a', '(empty)', 'Deleted', '1']);
  expect(valueText('x'.repeat(1000))).toHaveLength(401);
});
