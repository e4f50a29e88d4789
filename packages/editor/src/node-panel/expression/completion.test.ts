import { completionsAt, type ExpressionData } from '@millrace/engine';
import { describe, expect, it } from 'vitest';
import { ofField } from './completion.ts';
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
const complete = ofField(async (text, position) => completionsAt(text, position, { nodeNames: ['A b', "It's"], data }));
const at = (marked: string) => complete(marked.replace('|', ''), marked.indexOf('|'));

describe('completion', () => {
  it('counts places without the sign at the beginning', async () => {
    expect(await at('{{ $json.na| }}')).toMatchObject({ from: 9, to: 11 });
    const fields = (await at('{{ $json.| }}'))?.options;
    expect(fields?.slice(0, 2)).toMatchObject([{ label: 'name' }, { label: 'two words', from: 8 }]);
    expect(await at("{{ $('|') }}")).toMatchObject({ from: 6, to: 8, options: [{ label: 'A b' }, { label: "It's" }] });
  });

  it('offers nothing outside of braces', async () => {
    expect(await at('$|')).toBeUndefined();
  });

  it('tells what a method does as plain text', async () => {
    const split = (await at("{{ 'a'.spl| }}"))?.options.find(({ label }) => label === 'split()');
    const node = documentationNode({ ...split!.documentation!, description: '<b>x</b>' });
    expect(node.querySelector('b')).toBeNull();
    expect(node.textContent).toContain('split(separator, limit?): list<b>x</b>"a,b,c".split(",")["a","b","c"]');
  });
});
