import { describe, expect, test } from 'vitest';
import { ExpressionError } from '../errors.ts';
import { compileTemplate } from '../template.ts';
import { evaluateCode } from '../testing.ts';
import { globals } from './index.ts';

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
    ['Buffer.from([1, 258, 3]).slice(1).toJSON().data', [2, 3]],
    ['`${Buffer.from("text")}`', 'text'],
    ['JSON.stringify(Buffer.from("a"))', '{"type":"Buffer","data":[97]}'],
    ['[...Buffer.from("ab")].concat(Buffer.from("c")[0], Buffer.from("d").at(-1))', [97, 98, 99, 100]],
  ])('%s', (code, expected) => {
    expect(evaluateCode(code)).toEqual(expected);
  });

  test.each(['Buffer.alloc(1e12)', '(() => { const all = []; while (true) all.push(Buffer.alloc(1e6)) })()'])(
    '%s is too much',
    (code) => {
      expect(() => evaluateCode(code)).toThrow(expect.objectContaining({ kind: 'budget' }));
    },
  );

  test.each(['Buffer.from("a", "rot13")', 'Buffer.alloc(-1)', 'Buffer.from(1)'])('%s is an error', (code) => {
    expect(() => evaluateCode(code)).toThrow(expect.objectContaining({ kind: 'type' }));
  });
});

describe('other types', () => {
  test.each<[string, unknown]>([
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

  test('frozen values stay, endless splits end', () => {
    expect(() => evaluateCode('(() => { const a = Object.freeze([1]); a[0] = 2 })()')).toThrow(
      expect.objectContaining({ kind: 'forbidden' }),
    );
    expect(() => evaluateCode('Interval.after($now, { years: 9 }).splitBy({ seconds: 1 })')).toThrow(ExpressionError);
    expect(() => evaluateCode('Interval.after($now, { years: 9 }).splitBy(0)')).toThrow(ExpressionError);
  });
});

test('every global of the language is there', () => {
  const names =
    'Object Array Map Set Error EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError Intl String RegExp Math ' +
    'Number Boolean Date JSON Infinity NaN isFinite isNaN parseFloat parseInt encodeURI encodeURIComponent decodeURI decodeURIComponent ' +
    'DateTime Interval Duration URL URLSearchParams Buffer';
  expect(names.split(' ').filter((name) => !globals.has(name))).toEqual([]);
});

test.each([
  ['1 + BigInt(2)', 'BigInt is not supported in expressions', 4],
  ['12n', 'A BigInt is not supported in expressions', 0],
  ['new Uint8Array(2)', 'Uint8Array is not supported in expressions', 4],
  ['$json.a && new DataView($json.b)', 'DataView is not supported in expressions', 15],
  ['[new WeakMap()]', 'WeakMap is not supported in expressions', 5],
  ['Symbol.iterator', 'Symbol is not supported in expressions', 0],
  ['Atomics.add([], 0, 1)', 'Atomics is not supported in expressions', 0],
])('%s says at once that there is no such thing', (code, message, place) => {
  const { error } = compileTemplate(`={{${code}}}`);
  expect(error).toMatchObject({ kind: 'notSupported', message, position: 3 + place, hint: expect.any(String) });
});

test('a name of an expression may be called like what is not supported', () => {
  expect(evaluateCode('[1].map(Symbol => Symbol + 1)')).toEqual([2]);
});
