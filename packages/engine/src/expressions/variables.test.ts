import { describe, expect, test } from 'vitest';
import { createScope } from './scope.ts';
import { compileTemplate } from './template.ts';
import { dataOf, itemOf, taskOf } from './testing.ts';
import type { ExpressionData } from './types.ts';

const evaluate = (code: string, data: ExpressionData, itemIndex = 0, variables?: Record<string, unknown>): unknown => {
  const scope = createScope(data);
  scope.itemIndex = itemIndex;
  scope.variables = variables;
  return compileTemplate(`={{ ${code} }}`).evaluate(scope);
};

/** Start (3 items) → Sort (reversed, one left out) → Here. */
const start = [itemOf({ n: 1 }), itemOf({ n: 2 }), itemOf({ n: 3 })];
const sorted = [itemOf({ s: 3 }, 2), itemOf({ s: 1 }, { item: 0 })];
const runs = {
  Start: [taskOf(start)],
  Sort: [taskOf(sorted, [{ previousNode: 'Start' }])],
  Later: [],
};
const data = dataOf(runs, {
  inputs: [sorted],
  source: [{ previousNode: 'Sort' }],
  parametersOf: (name) => ({ of: name }),
  contextOf: (name) => ({ noItemsLeft: name === 'Sort' }),
  env: { HOME_PAGE: 'https://a.example' },
  vars: { region: 'eu' },
});

describe('variables', () => {
  test.each([
    ['$json.s', 3],
    ['$data.s', 3],
    ['$itemIndex', 0],
    ['$runIndex', 0],
    ['$input.item.json.s', 3],
    ['$input.all().length', 2],
    ['$input.first().json.s + $input.last().json.s', 4],
    ['$input.context.noItemsLeft', true],
    ['$prevNode', { name: 'Sort', outputIndex: 0, runIndex: 0 }],
    ['$workflow', { id: 'w1', name: 'Orders', active: true }],
    ['$execution.id + $execution.mode', '42test'],
    ['$execution.resumeUrl', 'https://example.com/resume/1'],
    ['$mode', 'manual'],
    ['$parameter.of', 'Here'],
    ['$nodeVersion + $nodeId + $webhookId', '2n1h1'],
    ['$env.HOME_PAGE', 'https://a.example'],
    ['$vars.region', 'eu'],
    ['$now.toISO()', '2024-05-15T12:00:00.000-04:00'],
    ['$today.toISO()', '2024-05-15T00:00:00.000-04:00'],
    ['$if(true, 1, foo)', 1],
    ['$if(false, foo)', false],
    ['$ifEmpty("", 1) + $ifEmpty([], 1) + $ifEmpty({}, 1) + $ifEmpty(0, 1) + $ifEmpty(false, 1)', 3],
    ['$jmespath($input.all(), "[?json.s > `1`].json.s")', [3]],
    ['$items().length', 2],
    ['$item(1).$json.s', 1],
    ['$item(1).$node["Start"].json.n', 2],
    ['$max(1, 3) + $min([4, 2])', 5],
    ['numberList(3, 1)', [3, 2, 1]],
    ['zip(["a"], [1])', { a: 1 }],
  ])('%s', (code, expected) => {
    expect(evaluate(code, data)).toEqual(expected);
  });

  test.each<[string, unknown]>([
    ['$execution.resumeFormUrl', 'https://example.com/form/1'],
    ['$executionId + $resumeWebhookUrl', '42https://example.com/resume/1'],
    ['$execution.customData.get("a")', 'kept a'],
    ['$execution.customData.getAll()', { a: '1' }],
    ['$getWorkflowStaticData("global").since', 'global'],
    ['$getWorkflowStaticData("node").since', 'node'],
    ['$rawParameter.url', '={{ 1 }}'],
    ['$evaluateExpression("{{ $json.s + 1 }}")', 4],
    ['$evaluateExpression("={{ $json.s }}", 1)', 1],
    ['$evaluateExpression("a {{ $itemIndex }} {{ $node.Start.json.n }}", 1)', 'a 1 2'],
    ['$json.s + $evaluateExpression("{{ $json.s }}", 1) + $json.s', 7],
    ['$evaluateExpression("{{ (() => { const a = []; a.push(1); return a })() }}")', [1]],
    ['$evaluateExpression("plain")', 'plain'],
    ['$item(1).$evaluateExpression("{{ $json.s }}")', 1],
    ['$item(1).$("Start").item.json.n', 1],
    ['$item(0).$("Start").item.json.n', 3],
    ['$item(1).$items().length + $item(1).$itemIndex', 3],
    ['$agentInfo', undefined],
    ['"abc".hash()', '900150983cd24fb0d6963f7d28e17f72'],
  ])('%s', (code, expected) => {
    const more: ExpressionData = {
      ...data,
      execution: { ...data.execution, resumeFormUrl: 'https://example.com/form/1' },
      rawParameters: { url: '={{ 1 }}' },
      customData: { get: (key) => `kept ${key}`, set: () => {}, getAll: () => ({ a: '1' }), setAll: () => {} },
      staticData: (kind) => ({ since: kind }),
    };
    expect(evaluate(code, more)).toEqual(expected);
  });

  test('custom data is set by the run, and by nothing else', () => {
    const kept = new Map<string, unknown>();
    const customData = {
      get: (key: string) => kept.get(key),
      set: (key: string, value: unknown) => void kept.set(key, value),
      getAll: () => Object.fromEntries(kept) as Record<string, string>,
      setAll: (values: Record<string, unknown>) => {
        for (const [key, value] of Object.entries(values)) kept.set(key, value);
      },
    };
    evaluate('$execution.customData.set("a", $json.s), $execution.customData.setAll({ b: 2 })', {
      ...data,
      customData,
    });
    expect([...kept]).toEqual([
      ['a', 3],
      ['b', 2],
    ]);
    expect(evaluate('$execution.customData.get("a")', data)).toBeUndefined();
    expect(() => evaluate('$execution.customData.set("a", 1)', data)).toThrow(
      expect.objectContaining({ kind: 'noData', type: 'no_custom_data' }),
    );
    expect(() => evaluate('$execution.customData.setAll(1)', { ...data, customData })).toThrow(
      expect.objectContaining({ kind: 'type' }),
    );
  });

  test('secrets are for fields of credentials only', () => {
    expect(() => evaluate('$secrets.vault.key', data)).toThrow(expect.objectContaining({ kind: 'reference' }));
    expect(evaluate('$secrets.vault.key', { ...data, secrets: { vault: { key: 's' } } })).toBe('s');
  });

  test('an expression in an expression shares its budget, and its errors say where they are', () => {
    const endless = { ...data, inputs: [[itemOf({ again: '{{ $evaluateExpression($json.again) }}' })]] };
    expect(() => evaluate('$evaluateExpression($json.again)', endless)).toThrow(
      expect.objectContaining({ kind: 'budget' }),
    );
    const looping = '(() => { while (true) { try { $evaluateExpression("{{ 1 + 1 }}") } catch {} } })()';
    expect(() => evaluate(looping.replace('}}")', '\\}}")'), data)).toThrow(
      expect.objectContaining({ kind: 'budget' }),
    );
    expect(() => evaluate('1 + $evaluateExpression("{{ 1 + ( }\\}")', data)).toThrow(
      expect.objectContaining({ kind: 'syntax', position: 8 }),
    );
    expect(() => evaluate('$getWorkflowStaticData("other")', data)).toThrow(expect.objectContaining({ kind: 'type' }));
    expect(() => evaluate('$getWorkflowStaticData("node")', data)).toThrow(expect.objectContaining({ kind: 'noData' }));
  });

  test('further variables come with the scope', () => {
    expect(
      evaluate('$response.body.next + $pageCount', data, 0, { $response: { body: { next: 'n' } }, $pageCount: 2 }),
    ).toBe('n2');
    expect(() => evaluate('$response.body', data)).toThrow(expect.objectContaining({ kind: 'reference' }));
  });

  test('what the scope or the data holds by an inherited name does not exist', () => {
    expect(() => evaluate('toString', data, 0, {})).toThrow(expect.objectContaining({ kind: 'reference' }));
    expect(evaluate('$json.toString', data)).toBeUndefined();
    expect(evaluate('$env.toString ?? $vars.valueOf', data)).toBeUndefined();
  });

  test('without an item $json is an error that says whether something is connected', () => {
    const none = { kind: 'noData', type: 'no_input_connection' };
    expect(() => evaluate('$json.a', dataOf({}, { inputs: [] }))).toThrow(expect.objectContaining(none));
    const empty = dataOf({}, { inputs: [[]], source: [{ previousNode: 'Start' }] });
    expect(() => evaluate('$json.a', empty)).toThrow(
      expect.objectContaining({ kind: 'noData', type: 'no_execution_data', message: 'No execution data available' }),
    );
  });

  test('$env may be closed', () => {
    expect(() => evaluate('$env.HOME', dataOf())).toThrow(expect.objectContaining({ kind: 'reference' }));
  });

  test('nothing is computed that is not read', () => {
    const untouched = dataOf(
      {},
      {
        now: () => {
          throw new Error('read');
        },
        parametersOf: () => {
          throw new Error('read');
        },
      },
    );
    expect(evaluate('$if(true, $itemIndex, $now)', untouched)).toBe(0);
    expect(evaluate('$input.item.json', untouched)).toEqual({});
  });
});

describe('data of other nodes', () => {
  test.each([
    ["$('Start').item.json.n", 0, 3],
    ["$('Start').item.json.n", 1, 1],
    ["$('Sort').item.json.s", 1, 1],
    ["$('Start').first().json.n", 0, 1],
    ["$('Start').last().json.n", 0, 3],
    ["$('Start').all().map(i => i.json.n)", 0, [1, 2, 3]],
    ["$('Start').itemMatching(1).json.n", 0, 1],
    ["$('Start').pairedItem(0).json.n", 1, 3],
    ["$('Start').isExecuted", 0, true],
    ["$('Later').isExecuted", 0, false],
    ["$('Start').params.of", 0, 'Start'],
    ["$('Sort').context.noItemsLeft", 0, true],
    ['$node["Start"].json.n', 1, 2],
    ['$node.Start.data.n', 0, 1],
    ['$node["Start"].runIndex', 0, 0],
    ["$items('Start')[1].json.n", 0, 2],
  ])('%s for item %i', (code, itemIndex, expected) => {
    expect(evaluate(code, data, itemIndex)).toEqual(expected);
  });

  test('outputs and runs default to the one that leads here and the last', () => {
    const task = (name: string) => ({
      ...taskOf([]),
      data: { main: [[itemOf({ name: `${name}0` })], [itemOf({ name: `${name}1` })]] },
    });
    const branching = dataOf({ If: [task('a'), task('b')] }, { outputLeadingHere: () => 1 });
    expect(evaluate("$('If').first().json.name", branching)).toBe('b1');
    expect(evaluate("$('If').first(0, 0).json.name", branching)).toBe('a0');
    expect(evaluate("$items('If', 0, -1)[0].json.name", branching)).toBe('b0');
  });

  test('a chain that splits and joins finds one item, or says that there are several', () => {
    const merged = [
      itemOf({}, [
        { item: 0, input: 0 },
        { item: 0, input: 1 },
      ]),
    ];
    const joined = (right: number) =>
      dataOf(
        {
          Start: [taskOf(start)],
          Left: [taskOf([itemOf({}, 0)], [{ previousNode: 'Start' }])],
          Right: [taskOf([itemOf({}, right)], [{ previousNode: 'Start' }])],
          Merge: [taskOf(merged, [{ previousNode: 'Left' }, { previousNode: 'Right' }])],
        },
        { inputs: [merged], source: [{ previousNode: 'Merge' }] },
      );
    expect(evaluate("$('Start').item.json.n", joined(0))).toBe(1);
    expect(() => evaluate("$('Start').item", joined(1))).toThrow(
      expect.objectContaining({
        kind: 'pairing',
        type: 'paired_item_multiple_matches',
        message: 'Multiple matches found',
      }),
    );
  });

  test('a long loop is followed to its beginning', () => {
    const turns = Array.from({ length: 5_000 }, (_, run) =>
      taskOf(
        [itemOf({ run }, 0)],
        [run === 0 ? { previousNode: 'Start' } : { previousNode: 'Loop', previousNodeRun: run - 1 }],
      ),
    );
    const looping = dataOf(
      {
        Start: [taskOf(start)],
        Loop: turns,
        After: [taskOf([itemOf({}, 0)], [{ previousNode: 'Loop', previousNodeRun: 4_999 }])],
      },
      { inputs: [[itemOf({}, 0)]], source: [{ previousNode: 'After' }] },
    );
    expect(evaluate("$('Loop').item.json.run", looping)).toBe(4_999);
    expect(evaluate("$('Start').item.json.n", looping)).toBe(1);
  });

  test.each<[string, Partial<ExpressionData>, Record<string, unknown>]>([
    ["$('Nowhere').item", {}, { kind: 'reference', message: "Referenced node doesn't exist" }],
    [
      "$('Later').item",
      {},
      { kind: 'noData', type: 'no_node_execution_data', message: 'Referenced node is unexecuted' },
    ],
    ["$('Later').first()", {}, { kind: 'noData', type: 'no_node_execution_data' }],
    [
      "$('Start').item",
      { leadsHere: () => false },
      { kind: 'pairing', type: 'paired_item_no_connection', message: 'Invalid expression' },
    ],
    ["$('Start').itemMatching()", {}, { kind: 'type' }],
    [
      "$('Start').itemMatching(9)",
      {},
      { type: 'paired_item_invalid_info', node: undefined, hint: 'The input has no such item.' },
    ],
    [
      "$('Start').item",
      { inputs: [null, [itemOf({})]], source: [null, { previousNode: 'Start' }] },
      { kind: 'noData', type: 'no_execution_data' },
    ],
  ])('%s', (code, changes, error) => {
    const around = { ...data, ...changes, hasNode: (name: string) => name === 'Later' || data.hasNode(name) };
    expect(() => evaluate(code, around)).toThrow(expect.objectContaining(error));
  });

  test('a broken chain names the node that broke it', () => {
    const broken = (pairedItem?: number) =>
      dataOf(
        { Start: [taskOf(start)], Code: [taskOf([itemOf({}, pairedItem)], [{ previousNode: 'Start' }])] },
        { inputs: [[itemOf({}, pairedItem)]], source: [{ previousNode: 'Code' }] },
      );
    expect(() => evaluate("$('Start').item", broken())).toThrow(
      expect.objectContaining({ type: 'paired_item_no_info', node: 'Code', message: expect.stringContaining('Code') }),
    );
    expect(() => evaluate("$('Start').item", broken(99))).toThrow(
      expect.objectContaining({
        type: 'paired_item_invalid_info',
        node: 'Code',
        message: "Can't get data for expression",
      }),
    );
  });

  test('nodes may have any name', () => {
    const named = dataOf({ constructor: [taskOf([itemOf({ a: 1 })])], toString: [taskOf([itemOf({ a: 2 })])] });
    expect(evaluate("$('constructor').first().json.a + $('toString').first().json.a", named)).toBe(3);
    expect(evaluate('$node["toString"].json.a', named)).toBe(2);
  });
});
