import { describe, expect, test } from 'vitest';
import { dataOf, itemOf, taskOf } from '../testing.ts';
import { completionsAt } from './index.ts';

const items = [
  itemOf({
    name: 'Ada',
    'two words': 1,
    list: [{ id: 7, 'a b': 1 }],
    at: '2024-05-15',
    nested: { deep: { value: true } },
    constructor: 'own',
  }),
];
const data = dataOf({ 'A b': [taskOf(items)] }, { inputs: [items], source: [{ previousNode: 'A b' }] });
const source = { data, nodeNames: ['A b', "It's"] };
const at = (marked: string) => completionsAt(`=${marked.replace('|', '')}`, 1 + marked.indexOf('|'), source);
const labels = (marked: string): string[] => at(marked)?.options.map(({ label }) => label) ?? [];
/** The text with the first option of that label put in, and the cursor in it. */
const chosen = (marked: string, label: string): string => {
  const text = `=${marked.replace('|', '')}`;
  const result = at(marked);
  const option = result?.options.find((candidate) => candidate.label === label);
  if (!result || !option) throw new Error(`No ${label}`);
  const before = text.slice(1, option.from ?? result.from) + option.insert;
  const place = before.length - option.cursorBack;
  return `${before.slice(0, place)}|${before.slice(place)}${text.slice(result.to)}`;
};

describe('completionsAt', () => {
  test.each([
    '$|',
    '{{ $json }} $|',
    '\\{{ $|',
    '{{ "$|" }}',
    "{{ 'it is $j| }}",
    '{{ 12.| }}',
    '{{ $json |',
    '{{ 1| }}',
  ])('offers nothing at %s', (marked) => {
    expect(at(marked)).toBeUndefined();
  });

  test('offers the input first, then variables, and globals once a letter is typed', () => {
    expect(labels('{{ | }}').slice(0, 3)).toEqual(['$json', '$json.name', "$json['two words']"]);
    expect(labels('{{ $| }}')).toEqual(expect.arrayContaining(["$('node')", '$now', '$fromAI()', '$ifEmpty()']));
    expect(labels('{{ $| }}')).not.toContain('Math');
    expect(labels('{{ $| }}')).not.toContain('$response');
    expect(labels('{{ Ma| }}')).toContain('Math');
    expect(at('Hi {{ 1 + $j| }}')).toMatchObject({ from: 11, to: 13 });
    expect(labels('{{ "}}" + $| }}')).toContain('$json');
    expect(labels('{{ `a` + $| }}')).toContain('$json');
  });

  test.each([
    ['{{ $json.| }}', ['name', 'two words', 'list', 'at', 'nested', 'constructor']],
    ['{{ $json?.na| }}', ['name']],
    ['{{ $json.nested.deep.| }}', ['value']],
    ["{{ $('A b').item.json.| }}", ['name']],
    ["{{ $('A b').| }}", ['item', 'first()', 'all()', 'isExecuted']],
    ['{{ $input.| }}', ['item', 'first()', 'all()']],
    ['{{ $input.first().| }}', ['json']],
    ['{{ $node.| }}', ['A b', "It's"]],
    ['{{ $node["A b"].| }}', ['json', 'runIndex']],
    ['{{ $workflow.| }}', ['id', 'name', 'active']],
    ['{{ $execution.customData.| }}', ['get()', 'set()']],
    ['{{ $json.list[0].| }}', ['id', 'a b']],
    ['{{ $json.list.map(row => row.| }}', ['id', 'a b']],
    ['{{ $json.list.filter(r => r.id > 1).map((row, i) => row.| ) }}', ['id', 'a b']],
    ['{{ $json.list.map((row, i) => row.| ) }}', ['id']],
    ['{{ $json.list.| }}', ['[0]', 'length', 'map()', 'pluck()']],
    ['{{ $json.name.| }}', ['toUpperCase()', 'extractEmail()', 'length']],
    ['{{ $json.at.toDateTime().| }}', ['format()', 'plus()', 'year']],
    ['{{ $now.| }}', ['toISO()', 'weekday']],
    ['{{ new Date().| }}', ['getTime()', 'format()']],
    ['{{ new Map().| }}', ['get()', 'size']],
    ['{{ Math.| }}', ['round()', 'PI']],
    ['{{ DateTime.| }}', ['fromISO()', 'DATE_MED']],
    ['{{ (1 + 2).| }}', ['toFixed()']],
    ['{{ "a.b (c".| }}', ['split()']],
    ['{{ $item(0).| }}', ['$json']],
    ["{{ 1 + $('A b').first().json['two words'].| }}", ['toFixed()']],
    ['{{ `${$json.name}`.| }}', ['trim()']],
  ])('offers what the value has at %s', (marked, expected) => {
    expect(labels(marked)).toEqual(expect.arrayContaining(expected));
  });

  test('fields show their values, methods their type, signature, description and example', () => {
    expect(at('{{ $json.n| }}')?.options[0]).toMatchObject({ label: 'name', kind: 'field', detail: 'Ada' });
    const split = at('{{ $json.name.sp| }}')?.options.find(({ label }) => label === 'split()');
    expect(split).toMatchObject({
      kind: 'method',
      detail: 'list',
      documentation: {
        signature: 'split(separator, limit?): list',
        example: '"a,b,c".split(",")',
        result: '["a","b","c"]',
      },
    });
  });

  test.each([
    ['{{ $json.na| }}', 'name', '{{ $json.name| }}'],
    ['{{ $json.| }}', 'two words', "{{ $json['two words']| }}"],
    ['{{ $json?.| }}', 'two words', "{{ $json?.['two words']| }}"],
    ['{{ $json.name.to| }}', 'toUpperCase()', '{{ $json.name.toUpperCase()| }}'],
    ['{{ $json.name.spl|xx }}', 'split()', '{{ $json.name.split(|) }}'],
    ['{{ $json.list.| }}', 'map()', '{{ $json.list.map(item => |) }}'],
    ['{{ $json.list.| }}', 'sort()', '{{ $json.list.sort((a, b) => |) }}'],
    ['{{ $json.list.| }}', '[0]', '{{ $json.list[0]| }}'],
    ['{{ $| }}', "$('node')", "{{ $('|') }}"],
    ["{{ $('|') }}", "It's", "{{ $('It\\'s')| }}"],
    ['{{ $("A|") }}', 'A b', '{{ $("A b")| }}'],
    ['{{ $node["| }}', 'A b', '{{ $node["A b"]| }}'],
    ["{{ $items('|", 'A b', "{{ $items('A b')|"],
    ['{{ na| }}', '$json.name', '{{ $json.name| }}'],
  ])('%s with %s gives %s', (marked, label, expected) => {
    expect(chosen(marked, label)).toBe(expected);
  });

  test('reads no data that is not asked for, and survives any text', () => {
    const texts = [
      '{{',
      '{{ . ',
      '{{ ).',
      '{{ (.',
      "{{ $('.",
      '{{ a?.b?.',
      '{{ ...',
      '{{ [].',
      '{{ }}}}{{',
      '{{ "\\',
      '{{ (x => x.',
    ];
    for (const text of texts) {
      for (let position = 0; position <= text.length + 1; position += 1) completionsAt(`=${text}`, position, source);
    }
  });
});
