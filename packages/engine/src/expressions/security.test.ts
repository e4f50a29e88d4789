import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { ExpressionError } from './errors.ts';
import { createScope } from './scope.ts';
import { compileTemplate } from './template.ts';
import { dataOf, evaluateCode, scopeOf } from './testing.ts';

const canary = () => (globalThis as { __pwn?: unknown }).__pwn;
const prototypes = [Object, Array, Function, String, Number, Boolean, Date, RegExp, Map, Set, Error, Promise].map(
  (type) => [type, JSON.stringify(Object.getOwnPropertyNames(type.prototype))],
) as [{ prototype: object }, string][];

const assertUntouched = () => {
  expect(canary()).toBeUndefined();
  for (const [type, names] of prototypes)
    expect(JSON.stringify(Object.getOwnPropertyNames(type.prototype))).toBe(names);
};

afterEach(assertUntouched);

const attack = 'globalThis.__pwn = 1; return process';
const spellings = [
  `constructor.constructor('${attack}')()`,
  `[].constructor.constructor('${attack}')()`,
  `[]["con" + "structor"]["con" + "structor"]('${attack}')()`,
  `[]["con\\u0073tructor"].constructor('${attack}')()`,
  `[].con\\u0073tructor.constructor('${attack}')()`,
  `(0)?.constructor?.constructor?.('${attack}')?.()`,
  `[][\`constructor\`]`,
  `[][["constructor"]]`,
  `[][{ toString: () => "constructor" }]`,
  `(() => {}).constructor('${attack}')()`,
  `(x => x).call.constructor('${attack}')()`,
  `(function () { return this })().__pwn = 1`,
  `Math.max.constructor('${attack}')()`,
  `"".sub.constructor('${attack}')()`,
  `Object.getPrototypeOf(() => {}).constructor('${attack}')()`,
  `Object.getOwnPropertyDescriptor(Object, "constructor")`,
  `Object.defineProperty(globalThis, "__pwn", { value: 1 })`,
  `Object.setPrototypeOf([], null)`,
  `Object.create({}).constructor`,
  `Reflect.construct(Function, ['${attack}'])()`,
  `Reflect.get([], "constructor")`,
  `new Proxy({}, { get: (t, k, r) => r }).x`,
  `new Function('${attack}')()`,
  `Function('${attack}')()`,
  `eval("globalThis.__pwn = 1")`,
  `setTimeout("globalThis.__pwn = 1", 0)`,
  `globalThis.__pwn = 1`,
  `window.__pwn = 1`,
  `self["__pwn"] ??= 1`,
  `import("data:text/javascript,globalThis.__pwn=1")`,
  `import.meta.url`,
  `new.target`,
  `process.mainModule.require("child_process")`,
  `require("fs")`,
  `(async () => 1)().constructor`,
  `(function* () {})().constructor`,
  `class A { static x = globalThis.__pwn = 1 }`,
  `(class extends ([].constructor) {})`,
  `((a = globalThis.__pwn = 1) => a)()`,
  `(({ constructor }) => constructor)([])`,
  `(({ ["constructor"]: c }) => c)([])`,
  `(({ ["con" + "structor"]: c }) => c)([])`,
  `(({ __proto__: p }) => p)({})`,
  `({})[[..."constructor"].join("")]`,
  `({ ...[].constructor })`,
  `({ get x() { return globalThis } }).x`,
  `({ __proto__: { x: 1 } }).x`,
  `({ ["__proto__"]: { x: 1 } }).x`,
  `JSON.parse('{"__proto__": {"x": 1}}').__proto__.x`,
  `Object.assign({}, JSON.parse('{"__proto__": {"x": 1}}')).x`,
  `Object.fromEntries([["__proto__", { x: 1 }]]).x`,
  `String.raw\`\${globalThis.__pwn = 1}\``,
  `/x/.constructor("a")`,
  `"a".replace(/a/, [].constructor)`,
  `"a".replace("a", () => (() => {}).constructor)`,
  `[1].map([].constructor)`,
  `[1].map(eval)`,
  `["globalThis.__pwn = 1"].map(Function)`,
  `Array.from({ length: 1 }, Function)`,
  `$now.constructor.constructor('${attack}')()`,
  `$now.loc`,
  `$now["zone"].constructor`,
  `$now.get("constructor")`,
  `$now.get("loc")`,
  `$now.get("toISO")`,
  `$jmespath({ f: x => x }, "f.invoke")`,
  `$jmespath({ d: $now }, "d.loc")`,
  `$jmespath([$input], "[0].label")`,
  `(x => x).invoke`,
  `Duration.fromObject({ days: 1 }).get("constructor")`,
  `$input.constructor`,
  `$("x").constructor`,
  `$workflow["__proto__"]`,
  `new Error("x").stack`,
  `new Error("x").constructor`,
  `Error.prepareStackTrace`,
  `Error.captureStackTrace({})`,
  `Intl.NumberFormat().constructor`,
  `new Intl["DateTimeFormat"]().constructor`,
  `$jmespath({}, "constructor")`,
  `$jmespath({}, "__proto__.constructor")`,
  `$jmespath({}, "toString")`,
  `$jmespath([{}], "[].{a: constructor}")`,
  `[].groupBy(x => x)`,
  `Object.groupBy([1], () => "__proto__").__proto__`,
  `["__proto__"].reduce((o, k) => { o[k] = 1; return o }, {})`,
  `with ({}) { x }`,
  `x: for (;;) break x`,
  `switch (1) { case globalThis.__pwn = 1: }`,
  `try { throw 1 } catch (e) { e.constructor }`,
  `(() => { throw globalThis.__pwn = 1 })()`,
  `arguments.callee.caller`,
  `(function f() { return f.caller })()`,
  `super.x`,
  `document.cookie`,
  `fetch("http://a.example")`,
  `new XMLHttpRequest()`,
  `new WebAssembly.Module()`,
  `new Promise(r => r(1)).then(eval)`,
  `Symbol.iterator`,
  `$json[Symbol.toPrimitive]`,
  `Symbol.for("x").constructor`,
  `Symbol("constructor")["constructor"]`,
  `[][Symbol("constructor")]`,
  `new Uint8Array(1).constructor`,
  `new Uint8Array(1)["constr" + "uctor"]`,
  `new Uint8Array(1).buffer.constructor`,
  `Buffer.from("a").parent`,
  `Buffer.from("a").constructor.from`,
  `Buffer.poolSize`,
  `1n.constructor`,
  `BigInt.prototype`,
  `new WeakMap().constructor`,
  `$evaluateExpression("{{ [].constructor }}")`,
  `$evaluateExpression("={{ globalThis.__pwn = 1 }}")`,
  `$item(0).constructor`,
  `$item(0)["__proto__"]`,
  `$execution.customData.constructor`,
  `$fromAI.constructor`,
  `$secrets`,
  `({ constructor() { return 1 } })`,
  `({ __proto__() { return 1 } })`,
  `(() => { let a; ({ constructor: a } = []); return a })()`,
  `(() => { let a; [a] = []["constructor"] })()`,
  `(() => { const o = {}; [o.__proto__] = [{ x: 1 }]; return o.x })()`,
  `(() => { const o = {}; for (o["__proto__"] of [{ x: 1 }]); return o.x })()`,
  `(() => { try { null.x } catch (e) { return e.constructor } })()`,
  `(() => { try { [].at({ valueOf: 1 }); throw 1 } catch ({ constructor: c }) { return c } })()`,
  `JSON.stringify({}, (k, v) => v.constructor)`,
  `new Intl.Segmenter("en").segment("a").constructor`,
  `new AggregateError([], "x").constructor`,
  `var constructor = 1`,
  `(function constructor() {})`,
];

describe('an expression cannot reach its host', () => {
  test.each(spellings)('%s', (code) => {
    let value: unknown;
    try {
      value = evaluateCode(code);
    } catch (error) {
      expect(error).toBeInstanceOf(ExpressionError);
      return;
    }
    expect(typeof value).not.toBe('function');
    expect(
      (value ?? undefined) === undefined ||
        (typeof value === 'object' && value !== null && Object.keys(value).length <= 1),
    ).toBe(true);
  });

  test('hidden globals are empty objects', () => {
    for (const name of [
      'window',
      'globalThis',
      'eval',
      'Function',
      'Reflect',
      'Proxy',
      'Promise',
      'fetch',
      'setTimeout',
    ]) {
      expect(evaluateCode(name)).toEqual({});
    }
  });

  test('a function of the host in the data is not callable and has no members', () => {
    const leaked = { run: () => 'leaked', toString: () => 'leaked' };
    const scope = createScope(dataOf({}, { inputs: [[{ json: leaked as never }]] }));
    const run = (code: string) => compileTemplate(`={{ ${code} }}`).evaluate(scope);
    expect(() => run('$json.run()')).toThrow(ExpressionError);
    expect(() => run('[1].map($json.run)')).toThrow(ExpressionError);
    expect(run('$json.run.name')).toBeUndefined();
    expect(() => run('$json.toString()')).toThrow(ExpressionError);
    expect(run('"" + $json')).toBe('[object Object]');
  });

  test.each([
    'JSON.stringify = () => "x"',
    'Object.prototype.x = 1',
    '[].map = () => 1',
    '$json.__proto__.a = 1',
    '"".x = 1',
    'Math.PI = 3',
    'undefined = 1',
    '$json.list.length = 0',
    '(() => { const a = []; a.length = 9; return a })()',
    '(() => { const a = []; a[-1] = 9; return a })()',
    '(() => { const a = [].map; a.x = 1 })()',
    'Object.assign(Math, { x: 1 }).x && Math.x.y',
    'Object.assign(JSON, { stringify: 1 }); JSON.stringify.length.x.y = 1',
  ])('no write reaches further than the expression: %s', (code) => {
    try {
      evaluateCode(code, { list: [1] });
    } catch (error) {
      expect(error).toBeInstanceOf(ExpressionError);
    }
    expect(evaluateCode('JSON.stringify([1].map(x => x + Math.PI)) + ({}).x')).toBe('[4.141592653589793]undefined');
  });
});

describe('data is never evaluated', () => {
  const evil = { value: '={{ 7*7 }}', nested: { list: ['{{ 7*7 }}'] }, '={{ 7*7 }}': 1 };

  test.each([
    ['={{ $json.value }}', '={{ 7*7 }}'],
    ['=a {{ $json.value }} {{ $json.nested.list[0] }}', 'a ={{ 7*7 }} {{ 7*7 }}'],
    ['={{ $json.nested }}', { list: ['{{ 7*7 }}'] }],
    ['={{ Object.keys($json)[2] }}', '={{ 7*7 }}'],
    ['={{ "=" + "{{ 7*7 \\}}" }}', '={{ 7*7 }}'],
    ['={{ $json.value.replace("7", "$&$&") }}', '={{ 77*7 }}'],
  ])('%s', (text, expected) => {
    expect(compileTemplate(text).evaluate(scopeOf(evil))).toEqual(expected);
  });
});

describe('an expression ends', () => {
  const lists = 'numberList(1, 1000)';
  test.each([
    "'a'.repeat(2 ** 30)",
    "'a'.padEnd(1e9)",
    'Array.from({ length: 1e9 })',
    'new Array(1e9)',
    'numberList(1, 1e12)',
    `${lists}.map(() => ${lists}.map(() => ${lists}.map(() => 1)))`,
    '(() => { while (true) {} })()',
    '(() => { for (;;) {} })()',
    '(f => f(f))(f => f(f))',
    '(() => { while (true) { try { while (true) {} } catch {} } })()',
    '(() => { while (true) { try { while (true) {} } finally { continue } } })()',
    '(() => { function f() { try { f() } finally { f() } } f() })()',
    '(() => { function f() { try { f() } catch { f() } } f() })()',
    "(() => { let s = 'x'; while (true) s += s })()",
    `(() => { let s = 'x'; while (true) s = \`\${s}\${s}\` })()`,
    "(() => { let s = 'x'; while (true) s = s.concat(s) })()",
    "(() => { let s = 'x'; while (true) s = s.replace(/x/g, 'xx') })()",
    "(() => { let s = 'xx'; while (true) s = s.replaceAll('x', '$`$`') })()",
    "(() => { let s = 'x'; while (true) s = s.replace(/.*/, '$&$&') })()",
    '(() => { let a = [1]; while (true) a = [...a, ...a] })()',
    '(() => { let a = [1]; while (true) a = a.concat(a) })()',
    '(() => { let a = [1]; while (true) a = a.flatMap(x => [x, x]) })()',
    '(() => { let a = [1]; for (const i of numberList(1, 60)) a = [a, a]; return a.join() })()',
    '(() => { let a = [1]; for (const i of numberList(1, 60)) a = [a, a]; return a + "" })()',
    '(() => { let a = [1]; for (const i of numberList(1, 60)) a = [a, a]; return a.flat(99) })()',
    '(() => { let a = [1]; for (const i of numberList(1, 60)) a = [a, a]; return JSON.stringify(a) })()',
    '(() => { let a = [1]; for (const i of numberList(1, 60)) a = [a, a]; return a.toJsonString() })()',
    '(() => { let a = {}; for (const i of numberList(1, 60)) a = { a, b: a }; return a.compact() })()',
    '(() => { let a = {}; for (const i of numberList(1, 60)) a = { a, b: a }; return $jmespath(a, "a") })()',
    '(() => { const a = []; a.push(a); return JSON.stringify(a) })()',
    '(() => { const a = []; a.push(a); return a + "" })()',
    '(() => { const a = []; for (const x of [1]) a.push(a); return a.flat(1e9) })()',
    '(() => { const a = [1]; for (const x of a) a.push(x) })()',
    '(() => { const a = [1]; a.forEach(x => a.push(x)); return [1].map(() => { while (true) a.push(1) }) })()',
    "/(a+)+$/.test('a'.repeat(40) + 'b')",
    "/^(a|aa)+$/.test('a'.repeat(60) + 'b')",
    "new RegExp('(x+x+)+y').test('x'.repeat(99))",
    "'a'.repeat(50000).replace(/a+b/g, '')",
    "'a'.repeat(99999).match(/(.*)*b/)",
    "'a'.repeat(40).split(/(a+)+c/)",
    "'a'.repeat(40).match('(a*)*c')",
    "DateTime.fromFormat('1'.repeat(30) + 'x', 'dM'.repeat(10))",
    "(() => { const a = 'x'.repeat(9e6); while (a + 'a' === a + 'a') {} })()",
    "(() => { const o = {}; let k = 'x'.repeat(9e6); while (true) o[k + 'a'] = 1 })()",
    `${lists}.sort((a, b) => { while (true) {} })`,
    `${lists}.map(() => ${lists}.map(() => new Intl.NumberFormat('en', { style: 'percent' })))`,
    `${lists}.map(() => ${lists}.map(x => x.toLocaleString('de-DE', { style: 'percent' })))`,
    `${lists}.map(() => ${lists}.map(x => $now.plus(x, 'day').toFormat('DDDD')))`,
    `${lists}.map(() => ${lists}.map(x => '1-Feb-2024'.toDateTime()))`,
    `${lists}.map(() => ${lists}.map(x => new RegExp('a' + x)))`,
    `$jmespath([1, 2, 3], '${'[@,@]|[]|'.repeat(60)}@')`,
    `$jmespath([1, 2, 3], '${'[@,@]|'.repeat(60)}to_string(@)')`,
    "'** '.repeat(200000).removeMarkdown()",
    "'http://[ '.repeat(200000).extractUrl()",
    "','.repeat(9e6).split(',')",
    'Interval.after($now, { days: 3 }).splitBy(-1)',
    'Interval.after($now, { days: 3 }).splitBy({ years: 1, months: -12 })',
    'Interval.after($now, { days: 3 }).divideEqually(-1)',
    "JSON.parse('[' + '{},'.repeat(3e6) + '{}]')",
    "('[' + '{},'.repeat(3e6) + '{}]').parseJson()",
    `(() => { while (true) new URLSearchParams(Object.fromEntries(${lists}.map(x => [x, x]))) })()`,
    '(() => { while (true) new AggregateError([1]) })()',
    `${lists}.map(() => numberList(1, 9e4).renameKeys('a', 'b'))`,
    '(() => { let a = 1; for (const i of numberList(1, 900)) a = [a, a, a].slice(0, 1 + i % 2); return JSON.stringify(a, null, 10) })()',
  ])('%s', (code) => {
    expect(() => evaluateCode(code)).toThrow(
      expect.objectContaining({ name: 'ExpressionError', kind: expect.stringMatching(/budget|type/) }),
    );
  });

  test.each<[string, string]>([
    ['a megabyte of code', `={{ ${'1+'.repeat(500_000)}1 }}`],
    ['a megabyte of text in code', `={{ '${'x'.repeat(1_000_000)}' }}`],
    ['brackets', `={{ ${'['.repeat(10_000)}${']'.repeat(10_000)} }}`],
    ['parentheses', `={{ ${'('.repeat(10_000)}1${')'.repeat(10_000)} }}`],
    ['objects', `={{ ${'{a:'.repeat(10_000)}1${'}'.repeat(10_000)} }}`],
    ['operators', `={{ ${'!'.repeat(50_000)}1 }}`],
    ['sums', `={{ ${'1+'.repeat(40_000)}1 }}`],
    ['functions', `={{ ${'x=>'.repeat(20_000)}1 }}`],
    ['members', `={{ a${'.b'.repeat(40_000)} }}`],
    ['calls', `={{ a${'()'.repeat(40_000)} }}`],
    ['template literals', `={{ ${'`${'.repeat(5_000)}1${'}`'.repeat(5_000)} }}`],
    ['parts', '={{1}}'.repeat(200_000)],
    ['bad parts', `=${'{{(}}'.repeat(200_000)}`],
    ['openings', `=${'{{'.repeat(500_000)}`],
  ])('%s without end are refused', (_, text) => {
    const template = compileTemplate(text);
    expect(template.error).toMatchObject({ name: 'ExpressionError', kind: expect.stringMatching(/budget|syntax/) });
  });

  test('after a refusal the next evaluation has its full budget', () => {
    const scope = scopeOf();
    expect(() => compileTemplate('={{ (() => { while (true) {} })() }}').evaluate(scope)).toThrow(/steps/);
    expect(compileTemplate('={{ numberList(1, 10000).map(x => x * 2).length }}').evaluate(scope)).toBe(10_000);
  });

  test('work on all items of a large input is no runaway', () => {
    const items = Array.from({ length: 100_000 }, (_, n) => ({ json: { n } }));
    const scope = createScope(dataOf({}, { inputs: [items] }));
    const code =
      '={{ $input.all().map(i => i.json.n).filter(n => n % 2 === 0).reduce((sum, n) => Math.max(sum, n), 0) }}';
    expect(compileTemplate(code).evaluate(scope)).toBe(99_998);
  });
});

describe('any text', () => {
  const name = fc.constantFrom(
    '$json',
    '$now',
    '$input',
    'Math',
    'Object',
    'JSON',
    'x',
    'y',
    '$',
    'Array',
    'DateTime',
    'eval',
    '$jmespath',
    '$if',
    '$evaluateExpression',
    '$fromAI',
    '$item(0)',
    '$execution.customData',
    'Buffer',
    'Intl',
    'URL',
    'Map',
    'RegExp',
    'Error',
  );
  const member = fc.constantFrom(
    'a',
    'list',
    'map',
    'constructor',
    'toString',
    'length',
    '__proto__',
    'prototype',
    'all',
    'first',
    'keys',
    'from',
    'replace',
    'sort',
    'call',
    'format',
    'plus',
    'assign',
    'push',
    'toDateTime',
    'compact',
    'item',
    'valueOf',
    'set',
    'get',
    'subarray',
    'toJSON',
    'hash',
    'groupBy',
    'freeze',
    'escape',
    'toSorted',
    'exec',
    'then',
    'invoke',
    'members',
  );
  const literal = fc.constantFrom(
    '1',
    '-1',
    '1e9',
    "'a'",
    '""',
    'null',
    'undefined',
    'true',
    '[]',
    '({})',
    '/a*/g',
    '`t`',
    "'constructor'",
    "'__proto__'",
    'NaN',
    'Buffer.from("ab")',
    '"{{ $json.a }}"',
    'new Map([[1, 2]])',
    'new Date(0)',
  );
  const { code } = fc.letrec<{ code: string }>((tie) => {
    const inner = tie('code');
    return {
      code: fc.oneof(
        { maxDepth: 5, withCrossShrink: true },
        literal,
        name,
        fc.tuple(inner, member).map(([object, key]) => `(${object}).${key}`),
        fc.tuple(inner, member).map(([object, key]) => `${object}?.${key}`),
        fc.tuple(inner, inner).map(([object, key]) => `(${object})[${key}]`),
        fc
          .tuple(inner, member, fc.array(inner, { maxLength: 3 }))
          .map(([object, key, args]) => `(${object}).${key}(${args.join(', ')})`),
        fc.tuple(inner, fc.array(inner, { maxLength: 2 })).map(([callee, args]) => `(${callee})(${args.join(', ')})`),
        fc
          .tuple(
            inner,
            fc.constantFrom('+', '-', '*', '===', '==', '<', '&&', '||', '??', 'in', 'instanceof', '**'),
            inner,
          )
          .map(([a, op, b]) => `(${a}) ${op} (${b})`),
        fc
          .tuple(fc.constantFrom('!', '-', 'typeof ', 'void ', '~', 'delete ', 'await '), inner)
          .map(([op, a]) => `${op}(${a})`),
        inner.map((body) => `(x => ${body})`),
        fc
          .tuple(inner, inner)
          .map(([a, b]) => `(() => { let y = ${a}; for (const x of [1, 2]) { y = ${b} } return y })()`),
        fc.tuple(inner, inner).map(([a, b]) => `(() => { const o = {}; o[${a}] = ${b}; return o })()`),
        fc.tuple(inner, inner).map(([a, b]) => `{ a: ${a}, [${b}]: 1, ...(${a}) }`),
        fc.array(inner, { maxLength: 3 }).map((elements) => `[${elements.join(', ')}, ...[${elements.join()}]]`),
        fc
          .tuple(fc.constantFrom('Date', 'Set', 'Map', 'RegExp', 'URL', 'Error', 'Array', 'Function', 'Proxy'), inner)
          .map(([type, a]) => `new ${type}(${a})`),
        fc.tuple(inner, inner, inner).map(([a, b, c]) => `(${a}) ? (${b}) : (${c})`),
        inner.map((a) => `\`\${${a}}\``),
        fc.tuple(inner, inner).map(([a, b]) => `(${a}) = (${b})`),
        fc.tuple(inner, inner).map(([a, b]) => `(${a}).b = (${b})`),
        fc.tuple(inner, inner).map(([a, b]) => `[x, (${a}).c] = (${b})`),
        fc
          .tuple(inner, inner, inner)
          .map(([a, b, c]) => `(() => { let p, q; ({ p = ${a}, [${b}]: q } = ${c}); return [p, q] })()`),
        fc
          .tuple(inner, inner)
          .map(([a, b]) => `(() => { var v = ${a}; switch (v) { case ${b}: let w = v; return w } return v })()`),
        fc.tuple(inner, inner).map(([a, b]) => `(() => { try { throw ${a} } catch (e) { return [e, ${b}] } })()`),
        fc.tuple(inner, inner).map(([a, b]) => `({ m(x) { return x ?? ${a} } }).m(${b})`),
        inner.map((a) => `(function f(n) { return n > 0 ? f(n - 1) : ${a} })(3)`),
      ),
    };
  });

  const json = () => ({ a: { b: 1 }, list: [3, 'x', null, { a: 1 }], x: 'text' });

  test('gives a value or an ExpressionError, and changes nothing', () => {
    fc.assert(
      fc.property(code, (source) => {
        const data = json();
        try {
          const value = compileTemplate(`={{ ${source} }}`).evaluate(scopeOf(data));
          expect(typeof value).not.toBe('function');
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
        }
        expect(data).toEqual(json());
        assertUntouched();
      }),
      { numRuns: 3_000, seed: 20_261_121 },
    );
  }, 60_000);

  test('even if it is no code at all', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'{}={}$json.a[]()\'"`\\/;:?,x1 +\n'), maxLength: 40 }),
        (text) => {
          try {
            compileTemplate(`=${text}`).evaluate(scopeOf(json()));
          } catch (error) {
            if (!(error instanceof ExpressionError)) throw error;
          }
        },
      ),
      { numRuns: 5_000, seed: 20_261_121 },
    );
  });
});
