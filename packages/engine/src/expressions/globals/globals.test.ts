import { describe, expect, test } from 'vitest';
import { ExpressionError } from '../errors.ts';
import { evaluateCode } from '../testing.ts';
import { globals } from './index.ts';

describe('BigInt', () => {
  test.each([
    ['1n + 2n', 3n],
    ['2n ** 64n', 18446744073709551616n],
    ['-7n / 2n', -3n],
    ['7n % -2n', 1n],
    ['(5n & 3n) + (5n | 3n) + (5n ^ 3n) + (1n << 3n) + (9n >> 1n)', 26n],
    ['-(3n) + ~3n', -7n],
    ['BigInt("12345678901234567890") * 10n', 123456789012345678900n],
    ['BigInt(10) > 9.5 && 10n < "11" && 10n >= 10 && !(1n < NaN)', true],
    ['1n == 1 && 1n == "1" && 1n !== 1 && !(1n == null) && 1n == true', true],
    ['typeof 1n + (2n + "")', 'bigint2'],
    ['[3n, 1n, 2n].sort().join()', '1,2,3'],
    ['(255n).toString(16) + (1234567n).toLocaleString("en-US")', 'ff1,234,567'],
    ['Number(10n) + parseInt("7")', 17],
    ['BigInt.asUintN(8, 257n) + BigInt.asIntN(8, 255n)', 0n],
    ['(() => { let i = 1n; i++; ++i; return i--; })()', 3n],
    ['new Set([1n, 1n]).size', 1],
    ['0n ? 1 : 2', 2],
  ])('%s', (code, expected) => {
    expect(evaluateCode(code)).toEqual(expected);
  });

  test.each([
    '1n + 1',
    '1n * 0.5',
    '1n >>> 1n',
    'BigInt(1.5)',
    'BigInt("x")',
    'BigInt(null)',
    '1n / 0n',
    'JSON.stringify(1n)',
  ])('%s is an error', (code) => {
    expect(() => evaluateCode(code)).toThrow(expect.objectContaining({ kind: 'type' }));
  });

  test.each([
    '2n ** 1000000n',
    '2n ** 10n ** 9n',
    '1n << 999999999n',
    'BigInt("9".repeat(1e6))',
    '(() => { let a = 3n; while (true) a *= a })()',
  ])('%s is too large', (code) => {
    expect(() => evaluateCode(code)).toThrow(expect.objectContaining({ kind: 'budget' }));
  });
});

describe('bytes', () => {
  test.each<[string, unknown]>([
    ['Buffer.from("grüße").toString("base64")', 'Z3LDvMOfZQ=='],
    ['Buffer.from("Z3LDvMOfZQ==", "base64").toString()', 'grüße'],
    ['Buffer.from("user:pass").toString("hex")', '757365723a70617373'],
    ['Buffer.from("7a7A", "hex").toString("utf-8")', 'zz'],
    ['Buffer.from("é", "latin1").length', 1],
    ['Buffer.from("a?b>", "utf8").toString("base64url")', 'YT9iPg'],
    ['Buffer.from("ab", "utf16le").toString("ucs2")', 'ab'],
    ['Buffer.concat([Buffer.from("a"), Buffer.from([98])]).toString()', 'ab'],
    ['Buffer.byteLength("é") + Buffer.alloc(2).length', 4],
    [
      'Buffer.isBuffer(Buffer.from("a")) && Buffer.from("a") instanceof Buffer && Buffer.from("a").equals(Buffer.from([97]))',
      true,
    ],
    ['Buffer.from([1, 2, 3]).slice(1).readUInt16BE(0)', 515],
    ['`${Buffer.from("text")}`', 'text'],
    ['JSON.stringify(Buffer.from("a"))', '{"type":"Buffer","data":[97]}'],
    ['[...new Uint8Array([1, 2, 300])]', [1, 2, 44]],
    ['new Uint8Array([3, 1, 2]).map(x => x * 2).join("-")', '6-2-4'],
    ['new Float64Array(2).fill(1.5).reduce((a, b) => a + b)', 3],
    ['[...new Int16Array([10, 9, 1]).sort()]', [1, 9, 10]],
    ['Array.from(Uint8Array.from("123")).length + Uint8Array.of(1, 2)[1]', 5],
    ['(() => { const a = new Uint8Array(2); a[1] = 257; a[5] = 1; return [...a] })()', [0, 1]],
    [
      '(() => { const b = new ArrayBuffer(4); new DataView(b).setUint32(0, 258); return [...new Uint8Array(b)] })()',
      [0, 0, 1, 2],
    ],
    ['(() => { const a = new Uint8Array(4); a.subarray(1, 3).set([7, 8]); return a.join() })()', '0,7,8,0'],
    ['ArrayBuffer.isView(new Uint8Array(1)) && new ArrayBuffer(3).byteLength', 3],
    ['[...new BigInt64Array([1n, 2n])].join()', '1,2'],
    ['Uint16Array.BYTES_PER_ELEMENT + new Uint16Array(3).byteLength', 8],
    ['[...new Uint8Array([1, 2, 3]).toReversed()]', [3, 2, 1]],
  ])('%s', (code, expected) => {
    expect(evaluateCode(code)).toEqual(expected);
  });

  test.each([
    'new Uint8Array(1e9)',
    'Buffer.alloc(1e12)',
    'new ArrayBuffer(2 ** 33)',
    '(() => { const all = []; while (true) all.push(new Uint8Array(1e6)) })()',
  ])('%s is too much', (code) => {
    expect(() => evaluateCode(code)).toThrow(expect.objectContaining({ kind: 'budget' }));
  });

  test.each(['Buffer.from("a", "rot13")', 'new Uint8Array(-1)', 'new BigInt64Array([1])', 'Buffer.from(1)'])(
    '%s is an error',
    (code) => {
      expect(() => evaluateCode(code)).toThrow(expect.objectContaining({ kind: 'type' }));
    },
  );

  test('what threads share says plainly that it is not there', () => {
    for (const code of ['new SharedArrayBuffer(1)', 'Atomics.add([], 0, 1)']) {
      expect(() => evaluateCode(code)).toThrow(/is not available in expressions/);
    }
  });
});

describe('other types', () => {
  test.each<[string, unknown]>([
    ['Symbol("a").description + String(Symbol("b")) + typeof Symbol()', 'aSymbol(b)symbol'],
    ['Symbol("a") === Symbol("a")', false],
    [
      '(() => { const k = {}; const m = new WeakMap([[k, 1]]); m.set(k, 2); return [m.get(k), m.has({}), m.delete(k), m.has(k)] })()',
      [2, false, true, false],
    ],
    ['(() => { const k = {}; const s = new WeakSet(); s.add(k); return s.has(k) })()', true],
    ['new AggregateError([new Error("a")], "b").errors[0].message', 'a'],
    ['new Error("a", { cause: 1 }).cause', 1],
    ['new RangeError("a") instanceof RangeError && new RangeError("a") instanceof Error', true],
    ['new Intl.DisplayNames("en", { type: "region" }).of("DE")', 'Germany'],
    [
      'new Intl.Segmenter("en", { granularity: "word" }).segment("a b").filter(s => s.isWordLike).map(s => s.segment)',
      ['a', 'b'],
    ],
    ['new Intl.NumberFormat("de-DE").formatToParts(1.5).map(p => p.type)', ['integer', 'decimal', 'fraction']],
    ['new Intl.ListFormat("en").format(["a", "b"])', 'a and b'],
    ['Intl.getCanonicalLocales("EN-us")', ['en-US']],
    ['Intl.DateTimeFormat.supportedLocalesOf(["en-US"])', ['en-US']],
    ['URL.canParse("x") + "" + URL.parse("https://a.example/b").pathname', 'false/b'],
    [
      '(() => { const u = new URL("https://a.example/?x=1"); u.searchParams.set("y", "a b"); return u.toString() })()',
      'https://a.example/?x=1&y=a+b',
    ],
    ['new RegExp(RegExp.escape("a.b*c")).test("a.b*c") && !new RegExp(RegExp.escape("a.b")).test("axb")', true],
    ['/a/gi.ignoreCase && /a/m.multiline && /a/s.dotAll && !/a/.sticky', true],
    [
      'JSON.stringify({ a: 1, b: [2, "x"] }, (key, value) => typeof value === "number" ? value + 1 : value)',
      '{"a":2,"b":[3,"x"]}',
    ],
    [
      'JSON.parse(\'{"a": 1, "b": [1, 2]}\', (key, value) => typeof value === "number" ? value * 10 : value)',
      { a: 10, b: [10, 20] },
    ],
    ['JSON.parse(\'{"a": 1, "b": 2}\', (key, value) => key === "a" ? undefined : value)', { b: 2 }],
    ['[...Map.groupBy([1, 2, 3], x => x % 2).get(1)]', [1, 3]],
    ['Object.isFrozen(Object.freeze([1]))', true],
    ['Interval.fromDateTimes($now, $now.plus(3, "days")).splitBy({ days: 1 }).length', 3],
    ['Interval.after($now, { hours: 4 }).divideEqually(2)[1].length("hours")', 2],
    ['Duration.fromISOTime("01:30").as("minutes")', 90],
  ])('%s', (code, expected) => {
    expect(evaluateCode(code)).toEqual(expected);
  });

  test('a symbol names no field, frozen values stay, endless splits end', () => {
    expect(() => evaluateCode('({ [Symbol("a")]: 1 })')).toThrow(/symbol cannot name/);
    expect(() => evaluateCode('(() => { const a = Object.freeze([1]); a[0] = 2 })()')).toThrow(
      expect.objectContaining({ kind: 'forbidden' }),
    );
    expect(() => evaluateCode('Interval.after($now, { years: 9 }).splitBy({ seconds: 1 })')).toThrow(ExpressionError);
    expect(() => evaluateCode('Interval.after($now, { years: 9 }).splitBy(0)')).toThrow(ExpressionError);
  });
});

test('every global of the language is there', () => {
  const names =
    'Object Array Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array ' +
    'BigInt64Array BigUint64Array Map WeakMap Set WeakSet Error EvalError RangeError ReferenceError SyntaxError TypeError URIError ' +
    'AggregateError Intl String RegExp Math Number BigInt Boolean Symbol Date JSON ArrayBuffer SharedArrayBuffer Atomics DataView ' +
    'Infinity NaN isFinite isNaN parseFloat parseInt encodeURI encodeURIComponent decodeURI decodeURIComponent DateTime Interval ' +
    'Duration URL URLSearchParams Buffer';
  expect(names.split(' ').filter((name) => !globals.has(name))).toEqual([]);
});
