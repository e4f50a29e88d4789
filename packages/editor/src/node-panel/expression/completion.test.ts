import { describe, expect, it } from 'vitest';
import { codeStartAt, completionsAt, operandBefore } from './completion.ts';
import type { Evaluate } from './evaluation.ts';

const evaluate: Evaluate = (text) => {
  const values = new Map<string, unknown>([
    ['={{ $json }}', { name: 'Ada', 'two words': 1, list: [1] }],
    ['={{ $json.name }}', 'Ada'],
    ["={{ $('A b').item.json }}", { id: 7 }],
  ]);
  return { kind: 'value', value: values.get(text) as never };
};
const context = { nodeNames: ['A b', "It's"], evaluate };
const at = (marked: string) => completionsAt(marked.replace('|', ''), marked.indexOf('|'), context);
const texts = (marked: string) => at(marked)?.options.map(({ text }) => text);

describe('completion', () => {
  it('offers nothing outside of braces', () => {
    expect(at('$|')).toBeUndefined();
    expect(at('{{ $json }} $|')).toBeUndefined();
    expect(codeStartAt('{{ a }} {{ b', 12)).toBe(10);
  });

  it('offers variables', () => {
    expect(texts('{{ $|')).toContain('$json');
    expect(at('Hi {{ 1 + $j| }}')).toMatchObject({ from: 10, to: 12 });
  });

  it('offers fields of real data, odd names in brackets', () => {
    expect(texts('{{ $json.| }}')).toEqual(['name', "['two words']", 'list']);
    expect(texts('{{ $json?.na| }}')).toContain('name');
    expect(texts("{{ $('A b').item.json.| }}")).toEqual(['id']);
  });

  it('offers methods by the type of the value', () => {
    expect(texts('{{ $json.name.| }}')).toContain('toUpperCase()');
    expect(texts('{{ $now.| }}')).toContain('format()');
  });

  it('offers node names within quotes, escaped, and replaces what closes them', () => {
    const result = at("{{ $('|') }}");
    expect(result?.options.map(({ text }) => text)).toEqual(["A b')", "It\\'s')"]);
    expect(result).toMatchObject({ from: 6, to: 8 });
    expect(texts("{{ $('A b').| }}")).toContain('item');
  });

  it('finds what stands before the dot, calls and strings included', () => {
    const code = "1 + $('a.b (c').first().json['x y']";
    expect(operandBefore(code, code.length)).toBe("$('a.b (c').first().json['x y']");
  });
});
