import { describe, expect, test } from 'vitest';
import { evaluateCode } from './testing.ts';

const json = {
  name: 'ann',
  n: 5,
  list: [3, 1, 2],
  people: [
    { name: 'Bo', age: 3 },
    { name: 'Al', age: 7 },
  ],
  'a b': 1,
  keys: 'mine',
};

describe('syntax', () => {
  test.each([
    ['1 + 2 * 3 - 4 / 2 % 3', 5],
    ['2 ** 3 ** 2', 512],
    ["'a' + 1 + null + undefined + true", 'a1nullundefinedtrue'],
    ['[1] + [2, 3]', '12,3'],
    ['({}) + 1', '[object Object]1'],
    ['1 + null', 1],
    ["'5' * '2'", 10],
    ['5 & 3 | 8 ^ 1 << 2 >> 1 >>> 0', 11],
    ["'b' > 'a' && 2 >= '2' && !('10' < '9' === false)", true],
    ["1 == '1' && null == undefined && null !== undefined && [1] == 1", true],
    ["'a' in { a: 1 } && !('toString' in {})", true],
    ['[1] instanceof Array && new Date() instanceof Date', true],
    [
      'typeof 1 + typeof "" + typeof {} + typeof (() => 1) + typeof nothing + typeof Math',
      'numberstringobjectfunctionundefinedobject',
    ],
    ['void 0 ?? null ?? 0 ?? 1', 0],
    ["'' || 0 || 'x' && 'y'", 'y'],
    ['$json.n > 3 ? "big" : "small"', 'big'],
    ['(1, 2, 3)', 3],
    [`\`a\${1 + 1}b\${$json.name}\``, 'a2bann'],
    ['$json["a b"] + $json.list[1] + $json.list["2"]', 4],
    ['$json?.missing?.[0]?.deep.er ?? "none"', 'none'],
    ['$json.missing?.toUpperCase().trim()', undefined],
    ['($json?.missing).length', undefined],
    ['$json.name.length + $json.name[0] + "😀".length', '3a2'],
    ['[...$json.list, ...[4], ...("ab")]', [3, 1, 2, 4, 'a', 'b']],
    ['({ ...{ a: 1, b: 2 }, b: 3, ["c" + 1]: 4, "d e": 5 })', { a: 1, b: 3, c1: 4, 'd e': 5 }],
    ['Math.max(...$json.list)', 3],
    ['$json.list.map((x, i) => x * i)', [0, 1, 4]],
    ['$json.people.filter(p => p.age > 5).map(({ name }) => name)', ['Al']],
    [
      '$json.people.map(({ name: who = "?", ...rest }) => [who, rest])',
      [
        ['Bo', { age: 3 }],
        ['Al', { age: 7 }],
      ],
    ],
    ['(([a, , b = 9, ...rest]) => [a, b, rest])([1, 2, undefined, 4, 5])', [1, 9, [4, 5]]],
    ['((...all) => all.length)(1, 2, 3)', 3],
    ['(function (a) { return a * 2 })(4)', 8],
    ['(() => { let sum = 0; for (const x of $json.list) { if (x === 1) continue; sum += x } return sum })()', 5],
    ['(() => { let s = ""; for (let i = 0; i < 5; i++) { if (i === 3) break; s += i } return s })()', '012'],
    ['(() => { let i = 3; while (i > 0) i--; return i })()', 0],
    ['(() => { const keys = []; for (const key in $json.people[0]) keys.push(key); return keys })()', ['name', 'age']],
    ['(() => { const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i); return fs.map(f => f()) })()', [0, 1, 2]],
    ['$json.people.reduce((all, p) => { all[p.name] = p.age; return all }, {})', { Bo: 3, Al: 7 }],
    ['(() => { const o = { n: 1 }; o.n += 2; o.n++; o.x ??= 5; return o })()', { n: 4, x: 5 }],
    ['$json.keys', 'mine'],
    ['/A(n+)/i.exec($json.name)[1]', 'nn'],
    ['new Set([1, 1, 2]).size + new Map([["a", 1]]).get("a")', 3],
    ['[...new Set([1, 1, 2])]', [1, 2]],
    ['new URL("https://a.example/x?y=1").searchParams.get("y")', '1'],
    ['["1", "2"].map(Number)', [1, 2]],
    ['[0, 1, ""].filter(Boolean)', [1]],
    ['$json.name.toUpperCase?.() + $json.list.first?.()', 'ANN3'],
    ['$json.nothing?.() ?? "no"', 'no'],
    ['[3, 1, 2].sort((a, b) => a - b)', [1, 2, 3]],
    ['new Date(2024, 0, 31).getMonth()', 0],
    ['-"3" + +true + ~1', -4],
    ['(() => { function twice(x) { return x * 2 } return twice(2) })()', 4],
    ['(() => { const f = () => later(); function later() { return 1 } return f() })()', 1],
    ['(() => { let n = 0; do { n++ } while (n < 3); return n })()', 3],
    ['(() => { try { return JSON.parse("{") } catch { return "bad" } })()', 'bad'],
    ['(() => { try { throw new Error("no") } catch (error) { return error.message } })()', 'no'],
    ['(() => { let s = ""; try { s += 1; return s } finally { s += 2 } })()', '1'],
    ['(() => { try { return 1 } finally { return 2 } })()', 2],
    ['(() => { for (const x of [1, 2]) { try { throw x } finally { continue } } return "end" })()', 'end'],
    [
      '(() => { let s = ""; for (const x of [1, 2, 3]) { try { if (x === 2) continue; s += x } finally { s += "." } } return s })()',
      '1..3.',
    ],
    [
      '[1, 2, 3, 4].map(x => { switch (x) { case 1: return "a"; case 2: case 3: break; default: return "d" } return "b" })',
      ['a', 'b', 'b', 'd'],
    ],
    ['(() => { const o = { a: 1, b: 2 }; delete o.a; return o })()', { b: 2 }],
    ['(() => { let a = 1, b = 2; [a, b] = [b, a]; return [a, b] })()', [2, 1]],
    ['(() => { let a, b, c; ({ a, x: b = 5, ...c } = { a: 1, y: 2 }); return [a, b, c] })()', [1, 5, { y: 2 }]],
    [
      '(() => { const o = { l: [0, 0] }; [o.x, o.l[1], ...o.rest] = "abcd"; return o })()',
      { l: [0, 'b'], x: 'a', rest: ['c', 'd'] },
    ],
    ['(() => { let a, b; return [a, [b = 3]] = [1, []], a + b })()', 4],
    ['(() => { let a; for (a of [1, 2]); let b; for ({ b = a } of [{}]); return a + b })()', 4],
    ['(() => { const o = {}; for (o.k in { x: 1 }); return o.k })()', 'x'],
    [
      '(() => { if (true) { var a = 1 } for (var i = 0; i < 3; i++); var a; return a + i + typeof b; var b = 1 })()',
      '4undefined',
    ],
    ['(() => { const fs = []; for (var i = 0; i < 2; i++) fs.push(() => i); return fs.map(f => f()) })()', [2, 2]],
    ['((a) => { var a; return a })(7)', 7],
    ['(function fact(n) { return n < 2 ? 1 : n * fact(n - 1) })(5)', 120],
    ['(() => { switch (2) { case 1: const a = 1; default: let b = 2; function c() { return b } return c() } })()', 2],
    ['({ double(x) { return x * 2 }, n: 3 }).double(4)', 8],
    ['(() => { try { throw { code: 7 } } catch ({ code }) { return code } })()', 7],
    [
      '(() => { try { throw new TypeError("t") } catch (e) { return e.name + (e instanceof TypeError) } })()',
      'TypeErrortrue',
    ],
    ['(() => { try { JSON.parse("{") } catch (e) { return e.name } })()', 'SyntaxError'],
    ['(() => { try { try { throw 1 } finally { } } catch (e) { return e } })()', 1],
    ['var a = 2; function b() { return a * 2 } b()', 4],
    ['switch ($json.n) { case 5: return "five" }', 'five'],
    ['NaN', Number.NaN],
  ])('%s', (code, expected) => {
    expect(evaluateCode(code, json)).toEqual(expected);
  });

  test.each([
    'this',
    'class A {}',
    'async () => 1',
    'function* () {}',
    'import("x")',
    'new.target',
    'tag`x`',
    '({ get a() { return 1 } })',
    '(() => { a: for (const x of []) break a })()',
    'super.x',
    'await x',
    '(() => { with ({}) { x } })()',
    '(() => { using a = 1 })()',
    '(() => { label: for (;;) { continue label } })()',
    '({ set a(x) {} })',
    '(() => { debugger })()',
    'import.meta',
    '#x in {}',
    'arguments',
  ])('%s is refused', (code) => {
    expect(() => evaluateCode(code)).toThrow(
      expect.objectContaining({ kind: expect.stringMatching(/notSupported|syntax/) }),
    );
  });

  test.each<[string, Record<string, unknown>]>([
    ['1 + await $json', { kind: 'notSupported', position: 8, hint: expect.stringContaining('leave it out') }],
    ['1 + )', { kind: 'syntax', position: 8, message: '")" is not expected here' }],
    ['1 +', { kind: 'syntax', message: 'The expression ends too early' }],
    ["$json.n + 'it", { kind: 'syntax', position: 14, message: 'The text has no end' }],
    ['(() => { with ($json) { n } })()', { kind: 'notSupported', position: 13 }],
    ['(() => { const a = 1; [a] = [2] })()', { kind: 'type', position: 27, message: '"a" is a constant' }],
    ['[$json.n] = [1]', { kind: 'forbidden' }],
    ['({ n: Math.PI } = { n: 1 })', { kind: 'type' }],
    ['(() => { let x; ({ x: x.constructor } = {}) })()', { kind: 'forbidden' }],
    ['(() => { throw "plain" })()', { kind: 'type', message: 'plain', position: 13 }],
  ])('%s is refused where it is wrong', (code, error) => {
    expect(() => evaluateCode(code, json)).toThrow(expect.objectContaining(error));
  });

  test('what is not supported says what to do instead', () => {
    expect(() => evaluateCode('class A {}')).toThrow(
      expect.objectContaining({ kind: 'notSupported', hint: expect.stringContaining('Code node') }),
    );
  });
});

describe('data of the run', () => {
  test.each([
    '$json.list[0] = 9',
    '$json.name = "x"',
    '$json.list.push(4)',
    '$json.list.unshift(4)',
    '(() => { const o = { ...$json }; o.people[0].name = "x"; return o })()',
    '(() => { const all = { map: () => $json.list }; all.map().push(1); return 1 })()',
    '$json.n++',
    'delete $json.n',
    'Math.max = 1',
    'JSON.stringify = x => 1',
    'foo = 1',
  ])('%s is refused', (code) => {
    const data = structuredClone(json);
    expect(() => evaluateCode(code, data)).toThrow(expect.objectContaining({ name: 'ExpressionError' }));
    expect(data).toEqual(json);
  });

  test.each([
    ['$json.list.sort()', [1, 2, 3]],
    ['$json.list.reverse()', [2, 1, 3]],
    ['$json.list.pop()', 2],
    ['$json.list.shift()', 3],
    ['$json.list.splice(0, 2)', [3, 1]],
    ['Object.assign($json.people[0], { x: 1 })', { name: 'Bo', age: 3, x: 1 }],
  ])('%s works on a copy', (code, expected) => {
    const data = structuredClone(json);
    expect(evaluateCode(code, data)).toEqual(expected);
    expect(data).toEqual(json);
  });
});

test.each([
  ['(() => { try { return 1 } finally { (() => 2)() } })()', 1],
  ['(() => { try { return 1 } finally { [1].map(x => x * 5) } })()', 1],
  ['(() => { try { throw 1 } catch { return 3 } finally { (() => { return 4 })() } })()', 3],
  ['(() => { for (const x of [1, 2]) { try { return x } finally { (() => { return 9 })() } } })()', 1],
  ['(() => { try { return 1 } finally { return 2 } })()', 2],
])('what is returned stays while %s cleans up', (code, expected) => {
  expect(evaluateCode(code)).toBe(expected);
});
