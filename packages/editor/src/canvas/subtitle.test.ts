import type { NodeTypeDescription, WorkflowNode } from '@millrace/contract';
import { evaluateTypeText } from '@millrace/engine';
import { expect, test } from 'vitest';
import { setType } from '../workflow/document-for-test.ts';
import { subtitleOf } from './subtitle.ts';

const type: NodeTypeDescription = {
  ...setType,
  subtitle: '={{ $parameter.method + ": " + $parameter.url }}',
  properties: [
    { name: 'method', displayName: 'Method', type: 'string', default: 'GET' },
    { name: 'url', displayName: 'URL', type: 'string', default: '' },
  ],
};
const subtitle = (parameters: WorkflowNode['parameters']) =>
  subtitleOf({ name: 'N', type: type.name, position: [0, 0], parameters }, type, evaluateTypeText);

test('a subtitle tells parameters, those with a default as well', () => {
  expect(subtitle({ url: 'https://example.com/a: b' })).toBe('GET: https://example.com/a: b');
});

test('an expression is told without its sign, and nothing stands before what is not there', () => {
  expect(subtitle({ url: '=https://example.com/{{ $json.id }}' })).toBe('GET: https://example.com/{{ $json.id }}');
  expect(subtitle({ method: '=post' })).toBe('post');
});

test('what was chosen from a list is told as the list shows it', () => {
  const mode = {
    name: 'mode',
    displayName: 'Mode',
    type: 'options',
    default: 'append',
    options: [{ name: 'Append items', value: 'append' }],
  } as const;
  const merge = {
    ...type,
    subtitle: '={{ $parameter.mode }}: {{ $parameter.url }}',
    properties: [mode, ...type.properties!],
  };
  const node = { name: 'N', type: type.name, position: [0, 0] as [number, number], parameters: { url: 'append.it' } };
  expect(subtitleOf(node, merge, evaluateTypeText)).toBe('Append items: append.it');
});

test('a unit that was chosen is told as its list shows it, behind its number', () => {
  const unit = {
    name: 'unit',
    displayName: 'Unit',
    type: 'options',
    default: 'hours',
    options: [{ name: 'Stunden', value: 'hours' }],
  } as const;
  const amount = { name: 'amount', displayName: 'Amount', type: 'number', default: 5 } as const;
  const wait = { ...type, subtitle: '={{ $parameter.amount + " " + $parameter.unit }}', properties: [amount, unit] };
  const node = { name: 'N', type: type.name, position: [0, 0] as [number, number], parameters: {} };
  expect(subtitleOf(node, wait, evaluateTypeText)).toBe('5 Stunden');
});
