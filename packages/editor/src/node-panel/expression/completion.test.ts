import type { ExpressionData } from '@millrace/engine';
import { describe, expect, it } from 'vitest';
import { completeTemplate } from './completion.ts';
import { documentationNode } from './template-completion.ts';

const items = [{ json: { name: 'Ada', 'two words': 1 } }];
const data: ExpressionData = {
  workflow: { id: '1', name: 'W', active: false },
  execution: { id: '1', mode: 'manual' },
  node: { name: 'Here', typeVersion: 1 },
  runIndex: 0,
  inputs: [items],
  source: [{ previousNode: 'A b' }],
  timezone: 'UTC',
  now: () => 0,
  random: () => 0,
  hasNode: () => true,
  runsOf: () => [{ startTime: 0, executionTime: 0, source: [null], data: { main: [items] } }],
  outputLeadingHere: () => 0,
  leadsHere: () => true,
  parametersOf: () => ({}),
  contextOf: () => ({}),
};
const context = { nodeNames: ['A b', "It's"], data, itemIndex: 0 };
const at = (marked: string) => completeTemplate(marked.replace('|', ''), marked.indexOf('|'), context);

describe('completion', () => {
  it('counts places without the sign at the beginning', () => {
    expect(at('{{ $json.na| }}')).toMatchObject({ from: 9, to: 11 });
    expect(at('{{ $json.| }}')?.options).toMatchObject([
      { label: 'name' },
      { label: 'two words', from: 8 },
      ...Array(at('{{ $json.| }}')!.options.length - 2).fill({}),
    ]);
    expect(at("{{ $('|') }}")).toMatchObject({ from: 6, to: 8, options: [{ label: 'A b' }, { label: "It's" }] });
  });

  it('offers nothing outside of braces, or without data', () => {
    expect(at('$|')).toBeUndefined();
    expect(completeTemplate('{{ $ }}', 4, { ...context, data: undefined })).toBeUndefined();
  });

  it('tells what a method does as plain text', () => {
    const split = at("{{ 'a'.spl| }}")?.options.find(({ label }) => label === 'split()');
    const node = documentationNode({ ...split!.documentation!, description: '<b>x</b>' });
    expect(node.querySelector('b')).toBeNull();
    expect(node.textContent).toContain('split(separator, limit?): list<b>x</b>"a,b,c".split(",")["a","b","c"]');
  });
});
