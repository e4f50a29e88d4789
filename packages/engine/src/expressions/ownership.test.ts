import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExpressionError } from './errors.ts';
import { globals } from './globals/index.ts';
import { FunctionValue, Namespace } from './language/values.ts';
import { allTables } from './methods/index.ts';
import { createScope } from './scope.ts';
import { compileTemplate } from './template.ts';
import { dataOf, evaluateCode } from './testing.ts';
import type { ExpressionData } from './types.ts';

/** An expression changes only what a literal or constructor of its own made, whatever it gives to whom. */

const freshJson = () => ({
  a: 1,
  b: { c: [1, { d: 2 }] },
  list: [{ n: 2 }, { n: 1 }, { n: 1 }],
  names: ['b', 'a'],
  when: '2024-05-15',
});

/** All that a run lends to an expression. */
interface Lent {
  json: Record<string, unknown>;
  staticData: Record<string, unknown>;
  parameters: Record<string, unknown>;
  context: Record<string, unknown>;
  vars: Record<string, string>;
  env: Record<string, string>;
  variables: Record<string, unknown>;
}

const lend = (): Lent => ({
  json: freshJson(),
  staticData: { seen: [1], at: { last: 1 } },
  parameters: { options: { deep: [1] } },
  context: { noItemsLeft: false, done: [1] },
  vars: { name: 'x' },
  env: { PATH: '/bin' },
  variables: { $response: { body: { list: [1] }, headers: {} } },
});

function scopeOver(lent: Lent) {
  const item = { json: lent.json, binary: {} } as never;
  const data: Partial<ExpressionData> = {
    inputs: [[item]],
    staticData: () => lent.staticData,
    parametersOf: () => lent.parameters,
    contextOf: () => lent.context,
    vars: lent.vars,
    env: lent.env,
    fromAI: () => lent.parameters,
  };
  const runs = { A: [{ startTime: 0, executionTime: 0, source: [null], data: { main: [[item]] } }] };
  const scope = createScope(dataOf(runs, data));
  scope.variables = lent.variables;
  return scope;
}

/** The globals as text: what a namespace holds, but for its functions. */
const globalsAsText = (): string =>
  JSON.stringify([...globals].map(([name, value]) => [name, value instanceof Namespace ? [...value.members] : value]));

/** What is reached by each of these belongs to the run or to everybody. */
const lenders = [
  '$json',
  '$json.b',
  '$json.b.c',
  '$json.list',
  '$json.list[0]',
  '$json.names',
  '$input.all()',
  '$input.item',
  '$input.first().json',
  "$('A').all()",
  "$('A').first().json",
  "$('A').params",
  '$node.A.json',
  '$items()',
  '$binary',
  "$getWorkflowStaticData('global')",
  "$getWorkflowStaticData('global').seen",
  '$parameter',
  '$parameter.options',
  '$input.context',
  '$vars',
  '$env',
  '$response.body',
  "$fromAI('key')",
  'DateTime.DATE_FULL',
  '$if(true, $json, 1)',
  '$ifEmpty($json.b, 1)',
  "$evaluateExpression('{{ $json }}')",
  '$item(0).$json',
  "$jmespath($json, 'b')",
];

/** Ways to change a value `o`. */
const changes = [
  'o.a = 2',
  'o[0] = 2',
  'o.n++',
  'delete o.a',
  'o.push(9)',
  'o.pop()',
  'o.sort((a, b) => 1)',
  'o.reverse()',
  'o.splice(0, 1)',
  'o.fill(0)',
  'o.unshift(1)',
  'o.shift()',
  'Object.assign(o, { a: 3 })',
  '[o.a, o.b] = [4, 5]',
  '({ x: o.a } = { x: 6 })',
  'for (o.a of [7]) {}',
  'for (o.a in { y: 1 }) {}',
  '(o.b ??= 1, o.zz ||= 1, o.a &&= 8)',
  'o[Object.keys(o)[0]] = 9',
  'o.copyWithin(0, 1)',
];

/** Ways in which somebody's value may come back as if it were new. */
const passages = [
  'X',
  'new Object(X)',
  'Object(X)',
  "JSON.parse('1', () => X)",
  `JSON.parse('{"k":1}', (k, v) => k === 'k' ? X : v).k`,
  'Object.freeze(X)',
  'Object.values({ x: X })[0]',
  'Object.entries({ x: X })[0][1]',
  'Object.fromEntries([["x", X]]).x',
  'Object.assign(X)',
  'Object.groupBy([X], () => "k").k[0]',
  'Map.groupBy([X], () => "k").get("k")[0]',
  'new Map([["k", X]]).get("k")',
  '[...new Set([X])][0]',
  'Array.of(X)[0]',
  'Array.from([X])[0]',
  'Array.from([1], () => X)[0]',
  '[X].map(x => x)[0]',
  '[X].filter(() => true)[0]',
  '[[X]].flat()[0]',
  '[1].flatMap(() => [X])[0]',
  '[X].slice()[0]',
  '[X].concat([])[0]',
  '[X].toSorted()[0]',
  '[X].toReversed()[0]',
  '[X].splice(0, 1)[0]',
  '[X].unique()[0]',
  '[X].chunk(1)[0][0]',
  '[X].append(1)[0]',
  '[X].pluck()[0]',
  '[X].first()',
  '[X].randomItem()',
  '[X].reduce((a, b) => a, X)',
  '[X].with(0, X)[0]',
  '[X].find(() => true)',
  '[{ k: "x", v: X }].smartJoin("k", "v").x',
  '[{ x: X }].renameKeys("x", "y")[0].y',
  '[{ x: X }].merge([]).x',
  '({ x: X }).values()[0]',
  '({ x: X }).merge({}).x',
  '({ x: X }).removeField("y").x',
  '({ ...{ x: X } }).x',
  '[...[X]][0]',
  '(({ x }) => x)({ x: X })',
  '(([...r]) => r[0])([X])',
  '((...r) => r[0])(X)',
  '$if(true, X)',
  '$ifEmpty(X, X)',
  'zip(["x"], [X]).x',
  'new Error("e", { cause: X }).cause',
  'new AggregateError([X]).errors[0]',
  '(() => { try { throw X } catch (e) { return e } })()',
  '(X || 1)',
  '(1, X)',
  'new Array(X)[0]',
  'Array(X, 1)[0]',
];

describe('an expression changes only what it made', () => {
  test.each(lenders)('nothing of %s, however it is passed on', (lender) => {
    const lent = lend();
    const before = structuredClone(lent);
    const tables = globalsAsText();
    for (const passage of passages) {
      for (const change of changes) {
        const code = `={{ (() => { const o = ${passage.replaceAll('X', lender)}; ${change}; return 1 })() }}`;
        try {
          compileTemplate(code).evaluate(scopeOver(lent));
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
        }
        if (JSON.stringify(lent) !== JSON.stringify(before)) throw new Error(`changed by ${code}`);
      }
    }
    expect(lent).toEqual(before);
    expect(globalsAsText()).toBe(tables);
  });

  test.each<[string, unknown]>([
    ['(() => { const o = new Object(); o.a = 2; return o.a })()', 2],
    ['(() => { const o = JSON.parse(\'{"a":{"b":1}}\', (k, v) => v); o.a.b = 2; return o.a.b })()', 2],
    ['(() => { const o = Object.assign({}, $json); o.a = 2; return [o.a, $json.a] })()', [2, 1]],
    ['(() => { const o = { ...$json }; o.a = 2; delete o.b; return [o.a, o.b, $json.a] })()', [2, null, 1]],
    ['(() => { const d = $now.toJSDate(); d.setHours(0); return d.getHours() })()', 0],
    ["(() => { const d = '2024-05-15'.toDate(); d.setTime(7); return d.getTime() })()", 7],
    ['(() => { const g = Object.groupBy([1, 2], x => "k"); g.k.push(3); g.m = 1; return g.k.length + g.m })()', 4],
    ['(() => { const l = $json.names.map(x => x); l.push("c"); l[0] = "z"; return l.join("") })()', 'zac'],
    ['(() => { const l = [3, 1].toSorted(); l.push(2); return l.join("") })()', '132'],
    ['(() => { const s = new Set([1]).union(new Set([2])); s.add(3); return s.size })()', 3],
    ['(() => { const m = "a1".match(/(a)(1)/); m.push("x"); return m.length })()', 4],
    ['(() => { const p = "a,b".split(","); p.push("c"); return p.length })()', 3],
  ])('%s is its own', (code, expected) => {
    expect(evaluateCode(code, freshJson())).toEqual(
      Array.isArray(expected) ? expected.map((element) => element ?? undefined) : expected,
    );
  });

  test('an object of the run given to any function or constructor stays as it is', () => {
    const functions: string[] = [];
    const add = (name: string, value: unknown): void => {
      if (!(value instanceof FunctionValue)) return;
      functions.push(name);
      if (!(value instanceof Namespace)) return;
      if (value.construct) functions.push(`new ${name}`);
      for (const [member, inner] of value.members) add(`${name}.${member}`, inner);
    };
    for (const [name, value] of globals) add(name, value);
    const methods = [...new Set(allTables.flatMap((table) => [...table.methods.keys()]))];

    const lent = lend();
    const before = JSON.stringify(lent);
    const tables = globalsAsText();
    const lender = fc.constantFrom(...lenders);
    const callback = lender.map((code) => `() => ${code}`);
    const argument = fc.oneof(
      lender,
      callback,
      fc.constantFrom('1', '"k"', '[]', '{}', '(a, b) => a', '(a, b) => b', 'x => x', '/a/g', '$now', 'new Map()'),
    );
    const receiver = fc.oneof(
      lender,
      lender.map((code) => `[${code}]`),
      lender.map((code) => `({ k: ${code} })`),
      fc.constantFrom('"text"', '[3, 1]', 'new Map([["k", $json]])', 'new Set([$json])'),
    );
    const call = fc.oneof(
      fc
        .tuple(fc.constantFrom(...functions), fc.array(argument, { maxLength: 3 }))
        .map(([name, args]) => `${name}(${args})`),
      fc
        .tuple(receiver, fc.constantFrom(...methods), fc.array(argument, { maxLength: 3 }))
        .map(([self, name, args]) => `(${self}).${name}(${args})`),
    );
    const reach = fc.constantFrom('', '[0]', '.k', '[0][0]', '?.[0]?.[1]', '.get("k")', '?.json', '.values()[0]');
    const code = fc
      .tuple(call, reach, fc.constantFrom(...changes))
      .map(([value, path, change]) => `={{ (() => { const o = (${value})${path}; ${change}; return 1 })() }}`);
    fc.assert(
      fc.property(code, (text) => {
        try {
          compileTemplate(text).evaluate(scopeOver(lent));
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
        }
        expect(JSON.stringify(lent)).toBe(before);
      }),
      { numRuns: 20_000, seed: 20_261_122 },
    );
    expect(globalsAsText()).toBe(tables);
  }, 60_000);
});
