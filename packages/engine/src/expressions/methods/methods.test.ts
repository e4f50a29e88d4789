import { describe, expect, test } from 'vitest';
import { evaluateCode } from '../testing.ts';

describe('texts', () => {
  test.each([
    ["'a-b-c'.split('-')", ['a', 'b', 'c']],
    ["'a1b22c'.split(/\\d+/)", ['a', 'b', 'c']],
    ["'a1b2c'.split(/(\\d)/, 3)", ['a', '1', 'b']],
    ["'abc'.split('')", ['a', 'b', 'c']],
    ["'abc'.split(/(?:)/)", ['a', 'b', 'c']],
    ["''.split(/x/)", ['']],
    ["'x-y'.replace('-', '$&$&')", 'x--y'],
    ["'aXbX'.replaceAll('X', (x, at) => at)", 'a1b3'],
    ["'2024-05-01'.replace(/(\\d+)-(\\d+)-(\\d+)/, '$3.$2.$1')", '01.05.2024'],
    ["'John Smith'.replace(/(?<a>\\w+) (?<b>\\w+)/, '$<b> $<a>')", 'Smith John'],
    ["'aaa'.replace(/a/g, (all, at) => at + all)", '0a1a2a'],
    ["'abc'.replace(/x*/g, '-')", '-a-b-c-'],
    ["'a1b2'.match(/\\d/g)", ['1', '2']],
    ["'abc'.match(/x/)", null],
    ["'a1b2'.matchAll(/[a-z](\\d)/g).map(m => m[1])", ['1', '2']],
    ["'abc'.search(/c/)", 2],
    ["'abc'.slice(-2) + 'abc'.substring(1) + 'abc'.substr(-1, 1)", 'bcbcc'],
    ["'5'.padStart(3, '0') + 'ab'.repeat(2)", '005abab'],
    ["'Straße'.includes('aß') && 'abc'.startsWith('b', 1)", true],
    ["' x '.trim().length", 1],
    ["'abc'.at(-1) + 'abc'.charAt(0) + 'abc'.charCodeAt(0)", 'ca97'],
    [`'say "hi"'.toJsonString()`, '"say \\"hi\\""'],
    [`'{"a": [1]}'.parseJson().a[0]`, 1],
    ["'12.7'.toNumber() + '12.7'.toInt() + '-12.7'.toInt()", 12.7],
    ["''.toNumber() + '  '.toFloat() + ''.toInt()", 0],
    [
      "['€1200.50', '1 200.50 £', '-$3', '+.5', '1e3', ' 7\\n'].map(x => x.toNumber())",
      [1200.5, 1200.5, -3, 0.5, 1000, 7],
    ],
    ["'ff'.toInt(16) + '-101.1'.toInt(2) + 'z'.toInt(36) + ''.toInt(2)", 285],
    ["'$12.9'.toWholeNumber() + '12.5'.toDecimalNumber()", 24.5],
    ["'a,b'.split(/,/, -1)", ['a', 'b']],
    ["'a,b'.split(',', -1)", ['a', 'b']],
    ["'a,b,c'.split(/,/, 2 ** 32 + 2)", ['a', 'b']],
    ["'a😀b'.match(/[^a😀](?:x|y)*/u)[0]", 'b'],
    ["['', '0', 'No', 'FALSE', 'x'].map(x => x.toBoolean())", [false, false, false, false, true]],
    ["''.isEmpty() && 'a'.isNotEmpty() && !'a'.isEmpty()", true],
    ["'https://www.a.example:8080/x?y#z'.extractDomain()", 'www.a.example'],
    ["'me@mail.example'.extractDomain() + '//b.example/x'.extractDomain()", 'mail.exampleb.example'],
    ["'tel:123'.extractDomain()", undefined],
    ["'write to me@mail.example, now'.extractEmail()", 'me@mail.example'],
    ["'see https://a.example/x?y=1.'.extractUrl()", 'https://a.example/x?y=1'],
    ["'https://a.example/x/y?z=1#f'.extractUrlPath()", '/x/y'],
    ["'a b&c'.urlEncode() + ' ' + 'a%20b'.urlDecode()", 'a%20b%26c a b'],
    ["'grüße'.base64Encode()", 'Z3LDvMOfZQ=='],
    ["'Z3LDvMOfZQ=='.base64Decode()", 'grüße'],
    ["'<p>a <b>b</b></p> 1 < 2'.removeTags()", 'a b 1 < 2'],
    ["'# Title\\n**bold** [link](http://x) `code`'.removeMarkdown()", 'Title\nbold link code'],
    ["'I am a test'.toSnakeCase() + 'helloWorld'.toSnakeCase()", 'i_am_a_testhello_world'],
    ["'IAmATest, HTTPServer'.toSnakeCase()", 'i_am_a_test_http_server'],
    ["'a$&b'.quote('$&')", '$&a\\$&b$&'],
    ["'the lord of the rings'.toTitleCase()", 'The Lord of the Rings'],
    ["'HELLO. WORLD'.toSentenceCase()", 'Hello. World'],
    ["['a@b.example', 'a@b', '@b.example'].map(x => x.isEmail())", [true, false, false]],
    ["['https://a.example', 'a.example', 'ftp://x'].map(x => x.isUrl())", [true, false, true]],
    ["['a.example:80', 'localhost', 'http://a.example'].map(x => x.isDomain())", [true, false, false]],
    ["['4e4', '', '1.5', 'x'].map(x => x.isNumeric())", [true, false, true, false]],
    ['\'say "hi"\'.quote()', '"say \\"hi\\""'],
    ["'Ärger über Straße'.replaceSpecialChars()", 'Arger uber Strasse'],
  ])('%s', (code, expected) => {
    expect(evaluateCode(code)).toEqual(expected);
  });

  test.each([
    `"{'a': 1}".parseJson()`,
    "'x'.toNumber()",
    "'12abc'.toNumber()",
    "'1,200.50'.toNumber()",
    "'12abc'.toInt()",
    "'12'.toInt(2)",
    "'-'.toInt(16)",
    "'1'.toInt(1)",
    "'1-2'.toFloat()",
    "'nonsense'.toDateTime()",
    '$json.missing.toDateTime()',
    "'abc'.toDateTime('ms')",
    "''.toDateTime('s')",
    'NaN.toDateTime()',
    '(1e30).toDateTime()',
    '$json.missing.parseJson()',
  ])('%s is an error', (code) => {
    expect(() => evaluateCode(code)).toThrow(expect.objectContaining({ kind: 'type' }));
  });

  test('on nothing isEmpty is true', () => {
    expect(evaluateCode('$json.missing.isEmpty() && !$json.missing.isNotEmpty()')).toBe(true);
  });

  test.each(['toNumber()', 'format("yyyy")', 'plus(1, "day")', 'first()', 'sum()', 'keys()', 'union([])'])(
    '%s of nothing is an error, though other types have a method of this name too',
    (call) => {
      expect(() => evaluateCode(`$json.missing.${call}`)).toThrow("can't be used on undefined value");
      expect(evaluateCode(`$json.missing?.${call}`)).toBe(undefined);
    },
  );
});

describe('numbers and booleans', () => {
  test.each([
    ['(1.005).round(2) + (2.5).round()', 4.01],
    ['[1e21, 1e-7, 2.5e-7, -1e-7, 1 / 0, 1e308].map(x => x.round(7))', [1e21, 1e-7, 3e-7, -1e-7, Infinity, 1e308]],
    ['(1e-7).round(3) + (1234).round(-2)', 1200],
    ['(-1.5).abs() + (1.2).ceil() + (1.8).floor()', 4.5],
    ['(4).isEven() && (-3).isOdd() && (1.5).isInteger() === false', true],
    ['(1234.5).format()', '1,234.5'],
    ["(1234.5).format('de-DE', { minimumFractionDigits: 2 })", '1.234,50'],
    ['(42144.545).toInt()', 42145],
    ['(255).toString(16) + (1.005).toFixed(1)', 'ff1.0'],
    ["(0).toDateTime().toUTC().toISO() + (60).toDateTime('s').toMillis()", '1970-01-01T00:00:00.000Z60000'],
    ["(45292).toDateTime('excel').toISODate()", '2024-01-01'],
    ['true.toNumber() + false.toInt() + (0).toBoolean()', 1],
  ])('%s', (code, expected) => {
    expect(evaluateCode(code)).toEqual(expected);
  });
});

describe('lists and objects', () => {
  test.each([
    ['[1, 2].first() + [1, 2].last()', 3],
    ['[{ a: 1 }, { a: 1 }, 2, 2].unique()', [{ a: 1 }, 2]],
    ['[{ a: 1, b: 1 }, { a: 1, b: 2 }].unique("a")', [{ a: 1, b: 1 }]],
    ['[1, null, "", undefined, 0, { a: null, b: 1 }].compact()', [1, 0, { b: 1 }]],
    ['[{ a: 1, b: 2 }, { c: 1 }].pluck("a")', [1]],
    ['[{ a: 1, b: 2 }].pluck("a", "b")', [[1, 2]]],
    ['[1, 2, 3].sum() + [1, 2, 3].average() + [1, 5].max() + [1, 5].min()', 14],
    ['[1, 2, { a: 1 }].difference([2, { a: 1 }])', [1]],
    ['[1, 2, { a: 1 }].intersection([2, { a: 1 }])', [2, { a: 1 }]],
    ['[1, 2].union([2, 3])', [1, 2, 3]],
    ['[1, 2, 3].chunk(2)', [[1, 2], [3]]],
    ['[1].append(2, 3)', [1, 2, 3]],
    ['[1, 2, 3, 4].randomItem()', 3],
    ['[{ a: 1 }].merge([{ a: 2, b: 3 }])', { a: 1, b: 3 }],
    ['[{ k: "a", v: 1 }].smartJoin("k", "v")', { a: 1 }],
    ['[{ a: 1 }].renameKeys("a", "b")', [{ b: 1 }]],
    ['[1, [2, [3]]].flat() + [[1]].flatMap(x => x)', '1,2,31'],
    ['[3, 10, 2].sort()', [10, 2, 3]],
    ['[1, 2, 3].toSorted((a, b) => b - a).with(0, 9)', [9, 2, 1]],
    ['[1, 2, 3].reduceRight((s, x) => s + x, "")', '321'],
    ['[1, 2, 3].find(x => x > 1) + [1, 2, 3].findLastIndex(x => x > 1)', 4],
    ['Array.from("ab", (x, i) => x + i).concat(1, [2])', ['a0', 'b1', 1, 2]],
    ['({ a: 1, b: 2 }).keys().join() + ({ a: 1, b: 2 }).values().sum()', 'a,b3'],
    ['({}).isEmpty() && ({ a: null }).isNotEmpty()', true],
    ['({ a: 1 }).hasField("a") && !({ a: 1 }).hasField("toString")', true],
    ['({ a: 1, b: 2 }).removeField("a")', { b: 2 }],
    ['({ a: null, b: "nil", c: 0, d: { e: "" } }).compact()', { c: 0, d: {} }],
    ['({ a: 1 }).merge({ a: 2, b: 3 })', { a: 1, b: 3 }],
    ['({ a: "xy", b: "z", c: 1 }).keepFieldsContaining("x")', { a: 'xy' }],
    ['({ a: "xy", b: "z", c: 1 }).removeFieldsContaining("x")', { b: 'z', c: 1 }],
    ['({ a: "1 2", b: 2 }).urlEncode()', 'a=1+2&b=2'],
    ['({ a: [1, $now] }).toJsonString()', '{"a":[1,"2024-05-15T12:00:00.000-04:00"]}'],
    ['JSON.stringify({ a: 1, b: undefined, c: () => 1, d: new Set([1]) }, null, 1)', '{\n "a": 1,\n "d": {}\n}'],
    ['JSON.stringify({ a: 1, b: 2 }, ["b"])', '{"b":2}'],
    ['Object.entries({ a: 1 }).concat(Object.keys({ b: 1 }))', [['a', 1], 'b']],
    ['Object.fromEntries([["a", 1]])', { a: 1 }],
    ['Object.groupBy([1, 2, 3], x => x % 2 ? "odd" : "even")', { odd: [1, 3], even: [2] }],
    ['new Map([["a", 1]]).set("b", 2).size', 2],
    ['new Set([1, 2]).union(new Set([3])).size', 3],
    ['new URLSearchParams({ a: "1 2" }).toString()', 'a=1+2'],
    ["new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(5)", '$5.00'],
  ])('%s', (code, expected) => {
    expect(evaluateCode(code)).toEqual(expected);
  });

  test('sums of what is no number are refused', () => {
    expect(() => evaluateCode('[1, "x"].sum()')).toThrow(/numbers/);
  });
});

describe('dates', () => {
  test.each([
    ["$now.format('yyyy-MM-dd HH:mm:ss')", '2024-05-15 12:00:00'],
    ["$now.minus(1, 'day').toISODate() + $now.plus({ months: 1 }).toISODate()", '2024-05-142024-06-15'],
    ['$now.plus(1500).toMillis() - $now.toMillis()', 1500],
    ["$now.startOf('month').toISODate() + $now.endOfMonth().toISODate()", '2024-05-012024-05-31'],
    ["$now.setZone('Asia/Tokyo').hour + $now.toUTC().toISO()", '12024-05-15T16:00:00.000Z'],
    ["$now.year + '-' + $now.monthLong + '-' + $now.weekdayShort", '2024-May-Wed'],
    ["$now.extract() + $now.extract('yearDayNumber')", 156],
    ["$now.extract('century')", null],
    ["$now.diffTo('2024-05-14T12:00:00', 'hours')", 24],
    ["$now.diff($today, 'hours').hours + $now.minus({ hours: 3 }).diffToNow('hours')", 9],
    ["$now.isBetween('2024-01-01', '2025-01-01') && $now.isInLast(5) && !$now.isWeekend() && $now.isDst()", true],
    ['$now.toRelative({ base: $now.plus({ days: 2 }) }) + $now.minus({ days: 1 }).toRelative()', '2 days ago1 day ago'],
    ['$now.toLocaleString(DateTime.DATE_FULL)', 'May 15, 2024'],
    ["'2024-02-01'.toDateTime().toISO()", '2024-02-01T00:00:00.000-05:00'],
    ["'2024-02-01T10:00:00Z'.toDateTime().toUTC().hour", 10],
    ["'1-Feb-2024'.toDateTime().toISODate() + '1715788800000'.toDateTime().hour", '2024-02-0112'],
    ["'01/02/2024'.toDateTime('dd/MM/yyyy').toISODate()", '2024-02-01'],
    ["'Wed, 15 May 2024 16:00:00 GMT'.toDateTime().toMillis()", Date.UTC(2024, 4, 15, 16)],
    ["DateTime.fromISO('2024-01-01').zoneName + DateTime.now().hour", 'America/New_York12'],
    ["DateTime.fromFormat('3 May 2024', 'd MMMM yyyy').toISODate()", '2024-05-03'],
    ["DateTime.fromSeconds(0, { zone: 'utc' }).toISO()", '1970-01-01T00:00:00.000Z'],
    ["DateTime.fromISO('10:30').toISO()", '2024-05-15T10:30:00.000-04:00'],
    ["'10:30'.toDateTime().toISODate() + DateTime.fromFormat('May', 'MMM').year", '2024-05-152024'],
    ['DateTime.fromObject({ hour: 3 }).toISO()', '2024-05-15T03:00:00.000-04:00'],
    ["$now.toUTC().toLocal().zoneName + $now.toUTC().setZone('local').hour", 'America/New_York12'],
    ["DateTime.fromISO('2024-01-01', { zone: 'system' }).zone.name", 'America/New_York'],
    ['$now > $today && $now - $today === 12 * 3600000', true],
    ['new Date(0).toISOString() + new Date("2024-01-01T00:00:00Z").getTime()', '1970-01-01T00:00:00.000Z1704067200000'],
    ["new Date(0).plus(1, 'day').getTime()", 86_400_000],
    ['(() => { const d = new Date(0); d.setUTCDate(2); return d.getTime() })()', 86_400_000],
    ['Date.now()', Date.UTC(2024, 4, 15, 16)],
    ["Interval.fromDateTimes($today, $now).length('hours') + Duration.fromObject({ hours: 2 }).as('minutes')", 132],
  ])('%s', (code, expected) => {
    expect(evaluateCode(code)).toEqual(expected);
  });

  test.each([
    "$now.diffTo('2024-01-01', 'parsecs')",
    '$now.isBetween(1)',
    "$now.plus(1, 'parsec')",
    '$now.plus("x", "days")',
  ])('%s is an error', (code) => {
    expect(() => evaluateCode(code)).toThrow(expect.objectContaining({ kind: 'type' }));
  });
});

describe('sort by a key', () => {
  const rows = '$json.rows';
  const json = {
    rows: Array.from({ length: 100 }, (_, n) => ({
      n: (n * 37) % 101,
      at: `2024-01-${String((n % 28) + 1).padStart(2, '0')}`,
    })),
  };
  test.each<[string, (a: { n: number; at: string }, b: { n: number; at: string }) => number]>([
    ['(a, b) => a.n - b.n', (a, b) => a.n - b.n],
    ['(a, b) => b.n - a.n', (a, b) => b.n - a.n],
    ['(x, y) => new Date(y.at) - new Date(x.at)', (x, y) => Number(new Date(y.at)) - Number(new Date(x.at))],
    ['(a, b) => a.n % 7 - b.n % 7', (a, b) => (a.n % 7) - (b.n % 7)],
    ['(a, b) => a.n - a.n', () => 0],
    ['(a, b) => a.n - b.n * 2', (a, b) => a.n - b.n * 2],
    ['(a, b) => (a.n - b.n) * -1', (a, b) => (a.n - b.n) * -1],
    ['(a, b) => a.missing - b.missing', () => Number.NaN],
  ])('%s', (compare, expected) => {
    expect(evaluateCode(`${rows}.sort(${compare})`, json)).toEqual([...json.rows].sort(expected));
  });

  test('a hundred thousand elements', () => {
    const many = { rows: Array.from({ length: 100_000 }, (_, n) => ({ n: (n * 7_919) % 100_003 })) };
    expect(evaluateCode('$json.rows.sort((a, b) => b.n - a.n)[0].n', many)).toBe(100_002);
    expect(evaluateCode('$json.rows.map(r => r.n).sort((a, b) => a - b)[0]', many)).toBe(0);
  });
});
