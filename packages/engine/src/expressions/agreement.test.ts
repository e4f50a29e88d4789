import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExpressionError } from './errors.ts';
import { compileTemplate } from './template.ts';
import { scopeOf } from './testing.ts';

/** Where the language and JavaScript both give a value, it is the same: checked against the host on generated code. */

const json = { a: { b: 1, c: 'xyz' }, list: [3, 'x', null, { a: 1 }, 2], s: 'Hello, World', n: 12.5 };

const textMethods =
  'toUpperCase() trim() slice(1) slice(-2,-1) substring(2,0) substr(-3,2) replace(/l+/g,"$&-$&") replace("a","$$1") replaceAll("l","L") ' +
  'replace(/(.)(.)/,"$2$1") padStart(8,"ab") repeat(2) at(-1) charAt(1) concat(1,null) split("").reverse().join("") split(/(l)/).join("|") ' +
  'split(/,\\s*/,1).join() split("",3).join() replace(/x*/g,"-") replace(/[aeiou]/gi,(m,i)=>m+i) match(/./g)';
const listMethods =
  'map((x,i)=>[x,i]) filter(x=>x) slice(1) slice(-2) concat([1],2) toSorted() toReversed() flat() flat(2) flatMap(x=>[x,x]) map(String) ' +
  'map(Number) filter(Boolean) toSpliced(1,1,"q") map(x=>x??0) map(x=>({...x})) map(([...r])=>r) keys().toArray()';

const { any: anyCode } = fc.letrec<Record<'any' | 'number' | 'text' | 'list', string>>((tie) => {
  const [any, number, text, list] = [tie('any'), tie('number'), tie('text'), tie('list')];
  const depth = { maxDepth: 4 };
  return {
    number: fc.oneof(
      depth,
      fc.constantFrom('1', '-3', '0.5', '10', '$json.n'),
      fc
        .tuple(any, fc.constantFrom('+', '-', '*', '/', '%', '**', '|', '&', '^', '<<', '>>', '>>>'), any)
        .map(([left, operator, right]) => `((${left}) ${operator} (${right}))`),
      text.map((value) => `(${value}).length`),
      fc.tuple(text, text).map(([value, wanted]) => `(${value}).indexOf(${wanted})`),
      any.map((value) => `Number(${value})`),
      any.map((value) => `-(${value})`),
      fc.tuple(any, any).map(([left, right]) => `Math.max(${left}, ${right})`),
      list.map((value) => `(${value}).reduce((sum, x, i) => sum + i, 0)`),
    ),
    text: fc.oneof(
      depth,
      fc.constantFrom("'a'", "''", "'1,2'", '$json.s', '$json.a.c'),
      any.map((value) => `\`x\${${value}}y\``),
      any.map((value) => `String(${value})`),
      any.map((value) => `typeof (${value})`),
      any.map((value) => `JSON.stringify(${value})`),
      number.map((value) => `(${value}).toFixed(2)`),
      fc.tuple(text, fc.constantFrom(...textMethods.split(' '))).map(([value, method]) => `(${value}).${method}`),
      fc.tuple(list, fc.constantFrom('', '","', '""')).map(([value, separator]) => `(${value}).join(${separator})`),
    ),
    list: fc.oneof(
      depth,
      fc.constantFrom('[]', '[1, 2, 3]', '$json.list', '["b", "a"]'),
      fc.array(any, { maxLength: 4 }).map((values) => `[${values.join(', ')}]`),
      fc.tuple(list, fc.constantFrom(...listMethods.split(' '))).map(([value, method]) => `(${value}).${method}`),
      fc.tuple(list, list).map(([left, right]) => `[...(${left}), ...(${right})]`),
      any.map((value) => `Array.from(new Set([${value}, 1, 1]))`),
      any.map((value) => `Object.entries({ ...(${value}) })`),
    ),
    any: fc.oneof(
      depth,
      fc.constantFrom('1', '0', "'a'", '""', 'null', 'true', 'undefined', 'NaN', '"12"', '$json.a.b', '$json.s'),
      number,
      text,
      list,
      fc
        .tuple(any, fc.constantFrom('==', '===', '!=', '<', '>', '<=', '>=', '&&', '||', '+'), any)
        .map(([left, operator, right]) => `((${left}) ${operator} (${right}))`),
      fc.tuple(any, any).map(([left, right]) => `((${left}) ?? (${right}))`),
      fc.tuple(any, any, any).map(([test, value, otherwise]) => `((${test}) ? (${value}) : (${otherwise}))`),
      fc.tuple(any, any).map(([value, key]) => `({ k: ${value}, ['c' + (${key})]: 1 })`),
      fc.tuple(list, number).map(([value, index]) => `(${value})[${index}]`),
      fc
        .tuple(any, any)
        .map(
          ([first, other]) =>
            `(() => { let r = ${first}; for (const x of [1, 2]) { if (r) { r = [r, x] } else r = ${other} } return r })()`,
        ),
      fc
        .tuple(any, any)
        .map(([a, b]) => `(() => { let x = ${a}, y = [${b}]; [x, y[1]] = [y[0], x]; return [x, y] })()`),
      fc
        .tuple(any, any)
        .map(([a, b]) => `(() => { let p, q; ({ p, r: [q = ${b}] = [] } = { p: ${a} }); return [p, q] })()`),
      fc
        .tuple(any, any)
        .map(([a, b]) => `(() => { if (${a}) { var v = ${b} } for (var i = 0; i < 2; i++); return [v, i] })()`),
      fc
        .tuple(any, any, any)
        .map(([a, b, c]) => `(() => { switch (${a}) { case ${b}: return 1; default: const d = ${c}; return [d] } })()`),
      fc
        .tuple(any, any)
        .map(
          ([a, b]) =>
            `(() => { try { if (${a}) throw [${b}]; return 0 } catch (e) { if (e instanceof Error) throw e; return e } finally { void 0 } })()`,
        ),
      fc.tuple(any, number).map(([a, n]) => `({ m(x) { return [x, ${a}] } }).m(${n})`),
      fc.tuple(any, any).map(([a, b]) => `(function f(n) { return n > 0 ? [f(n - 1), ${a}] : ${b} })(2)`),
      any.map(
        (a) =>
          `(() => { const out = []; let k; for (k in { a: 1, b: ${a} }) out.push(k); for (k of [${a}, 2]) out.push(k); return out })()`,
      ),
      fc.tuple(list, any).map(([a, b]) => `((...[first = ${b}, ...rest]) => [first, rest])(...(${a}))`),
      any.map(
        (a) =>
          `JSON.parse(JSON.stringify({ a: ${a} }, (k, v) => typeof v === 'number' ? v + 1 : v), (k, v) => v === null ? undefined : v)`,
      ),
      fc
        .tuple(any, any)
        .map(([value, otherwise]) => `(({ k, z = ${otherwise}, ...rest }) => [k, z, rest])({ k: ${value}, q: 1 })`),
    ),
  };
});

test('the language agrees with JavaScript', () => {
  let compared = 0;
  fc.assert(
    fc.property(anyCode, (code) => {
      let expected: unknown;
      try {
        expected = new Function('$json', `"use strict"; return (${code})`)(structuredClone(json));
      } catch {
        return;
      }
      try {
        expect(compileTemplate(`={{ ${code.replaceAll('}}', '} }')} }}`).evaluate(scopeOf(json))).toEqual(expected);
        compared += 1;
      } catch (error) {
        if (!(error instanceof ExpressionError) || error.kind !== 'budget') throw error;
      }
    }),
    { numRuns: 4_000, seed: 20_261_121 },
  );
  expect(compared).toBeGreaterThan(3_200);
}, 60_000);
