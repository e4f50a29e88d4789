import { describe, expect, test } from 'vitest';
import { referencesOf, renameNodeReferences } from './references.ts';

describe('references to nodes', () => {
  test.each([
    [`={{ $('A').item.json.x }} {{ $node["B b"].json.y + $node.C.json.z }}`, ['A', 'B b', 'C']],
    ["={{ $items('A', 0, 1)[0] }} {{ $(`B`).all() }} {{ $item(0).$node['C'].json }}", ['A', 'B', 'C']],
    [`={{ $('it\\'s').first() }} {{ $("A").first() }} {{ $("A").last() }}`, ["it's", 'A']],
    [`={{ [1].map(() => $('A').item) }} $('no') {{ "$('no')" /* $('no') */ }}`, ['A']],
    [`{{ $('A').item }}`, []],
    [`={{ $('A' }} {{ $('B').item }}`, ['B']],
    [`={{ $($json.name).item }}`, []],
    [`={{ $ ('A').item.json.x }}`, ['A']],
    [`={{ $?.('A').item + ($)('B').item + $ /* ('no') */ ("C").first() }}`, ['A', 'B', 'C']],
    [`={{ $node /* a */ ["A"].json + ($node)?.B.json + $item(0)?.$node["C"].json }}`, ['A', 'B', 'C']],
    ["={{ \\u0024('A').item + $(7).item }}", ['A', '7']],
    [`={{ $json.$('no') + ({ $: 1 }).$ }}`, []],
  ])('%s refers to %j', (text, nodes) => {
    expect(referencesOf(text).nodes).toEqual(nodes);
  });

  test.each([
    [`={{ $ ('A').item.json.x + $items()[0] + $item(0).$('B').item }}`, true],
    [`={{ ({ $: 1, $node: 2 }).$node + $json.$items }}`, true],
    [`={{ $($json.name).item }}`, false],
    [`={{ $node['A' + 1].json }}`, false],
    [`={{ (find => find('A'))($) }}`, false],
    [`={{ [$node][0].A.json + Object.keys({ $node }) }}`, false],
    [`={{ (() => { const item = $item(0); return item.$node.A })() }}`, false],
    [`={{ $item(0)['$node'].A.json }}`, false],
    [`={{ $evaluateExpression("{{ $('A').item }}") }}`, false],
    [`={{ $(...['A']) }}`, false],
    [`={{ $('A' }} {{ $('B').item }}`, true],
  ])('%s tells all that it reads: %j', (text, isComplete) => {
    expect(referencesOf(text).isComplete).toBe(isComplete);
  });

  test('names the variables that are read, and no fields that are called alike', () => {
    const text = `={{ $json.$input + $item(0).$binary }} {{ { $now: $parameter } }} $env {{ '$vars' }}`;
    expect(referencesOf(text).variables.sort()).toEqual(['$binary', '$item', '$json', '$parameter']);
  });

  test('names the fields that are read, also in quotes', () => {
    const text = `={{ $('A').params.x + $node["B"]['parameter'] + $json[$json.key] }} params {{ 'other' }}`;
    expect(referencesOf(text).fields.sort()).toEqual(['B', 'key', 'parameter', 'params', 'x']);
  });

  test.each([
    [`={{ $ ('A').item + ($)('A') + $?.('A') }}`, 'A', 'B', `={{ $ ('B').item + ($)('B') + $?.('B') }}`],
    [`={{ $(/* of 'A' */'A').item + $(7).all() }}`, '7', 'A', `={{ $(/* of 'A' */'A').item + $("A").all() }}`],
    [`={{ $json.$('A') }}`, 'A', 'B', `={{ $json.$('A') }}`],
    [`={{ $('A').item.json.A }} A {{ 'A' }}`, 'A', 'B', `={{ $('B').item.json.A }} A {{ 'A' }}`],
    [`={{ $node["A"].json + $node.A.json }}`, 'A', 'B c', `={{ $node["B c"].json + $node["B c"].json }}`],
    [`={{ $node.A.json }}`, 'A', 'B', `={{ $node.B.json }}`],
    [`={{  $( "A" ) . item ;}}\n {{$items('A')}}`, 'A', `it's`, `={{  $( "it's" ) . item ;}}\n {{$items('it\\'s')}}`],
    [`={{ $node?.A.json + $node?.["A"].json }}`, 'A', 'B c', `={{ $node?.["B c"].json + $node?.["B c"].json }}`],
    [
      `={{ $item(0).$('A').item + $item(1).$items("A") }}`,
      'A',
      'B',
      `={{ $item(0).$('B').item + $item(1).$items("B") }}`,
    ],
    [`={{ '\\}}' + $('A').first() }}`, 'A', 'B', `={{ '\\}}' + $('B').first() }}`],
    [`={{ $('a').item }}`, 'A', 'B', `={{ $('a').item }}`],
    [`{{ $('A') }}`, 'A', 'B', `{{ $('A') }}`],
    [`={{ $('A' }}`, 'A', 'B', `={{ $('A' }}`],
    [`={{ $('constructor').item }}`, 'constructor', '__proto__', `={{ $('__proto__').item }}`],
  ])('%s with %s renamed to %s', (text, from, to, expected) => {
    expect(renameNodeReferences(text, from, to)).toBe(expected);
  });

  test('a name with braces stays a name', () => {
    const text = renameNodeReferences(`={{ $('A').item }} end`, 'A', 'x}} y');
    expect(referencesOf(text).nodes).toEqual(['x}} y']);
    expect(renameNodeReferences(text, 'x}} y', 'A')).toBe(`={{ $('A').item }} end`);
  });
});
