/**
 * The longest time that any expression can take before it ends by itself or by its budget: every method and global of the language on small, long and
 * large receivers, with usual and hostile arguments, projected to a loop that uses up the budget; and syntax in endless loops, measured.
 * Prints the worst as JSON.
 *
 *     node bench/expression-limits.ts [text that the name of a case contains]
 */
import { compileTemplate, createScope, type ExpressionData } from '@millrace/engine';
import { costs, limits, previewLimits } from '../packages/engine/src/expressions/budget.ts';
import { compileCode, outermost } from '../packages/engine/src/expressions/compile/index.ts';
import { globals } from '../packages/engine/src/expressions/globals/index.ts';
import { hashText } from '../packages/engine/src/expressions/hash.ts';
import { callMember, readMember } from '../packages/engine/src/expressions/language/members.ts';
import { FunctionValue, type Invoke, Namespace } from '../packages/engine/src/expressions/language/values.ts';
import { tableOf } from '../packages/engine/src/expressions/methods/index.ts';
import { parseCode } from '../packages/engine/src/expressions/parse.ts';
import { Scope } from '../packages/engine/src/expressions/scope-state.ts';
import { variables } from '../packages/engine/src/expressions/variables/index.ts';

/** Milliseconds. */
const allowed = Number(process.env.ALLOWED ?? 100);
const shown = 10;

const count = 100_000;
const json = {
  text: 'Lorem ipsum, dolor_sit amet. '.repeat(35_000),
  letters: 'a'.repeat(1_000_000),
  markup: '<b>**x** [a](b) http://[ a@b.c</b> '.repeat(30_000),
  longest: 'é'.repeat(9_900_000),
  numbers: Array.from({ length: count }, (_, index) => (index * 7_919) % 100_003),
  texts: Array.from({ length: count }, (_, index) => `name ${(index * 7_919) % 100_003}`),
  objects: Array.from({ length: count }, (_, index) => ({ id: index, name: `n${index}`, empty: '' })),
  pairs: Array.from({ length: count }, (_, index) => [`k${index}`, index]),
  million: new Array<number>(1_000_000).fill(1),
  dates: Array.from({ length: 10_000 }, (_, index) => new Date(index * 1e9).toISOString()),
  /** Texts of the same length that differ at their end, so that the host has to compare them whole. */
  alike: Array.from({ length: 1_000 }, (_, index) => `${'a'.repeat(10_000)}${1_000 + index}`),
  digits: Array.from({ length: 1_000 }, (_, index) => `${'1'.repeat(1_000)}${1_000 + index}`),
  blanks: `${' '.repeat(500_000)}x`,
  blankTexts: Array.from({ length: 250 }, () => `${' '.repeat(2_000)}x`),
  shortBlanks: Array.from({ length: 20_000 }, (_, index) => `${' '.repeat(20)}x${index}`),
  marks: `a${'\u0301\u0316'.repeat(40_000)}`,
  markTexts: Array.from({ length: 500 }, () => '\u0301\u0316'.repeat(40)),
  /** Nearly occurs at every place of `letters`. */
  almost: `${'a'.repeat(25_000)}b${'a'.repeat(25_000)}`,
  fields: Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, `v${index}`])),
};

/**
 * JSON that takes the host longest for its length: rows of names that few other objects have, and short texts that are all different. Objects of
 * thousands of different first names are left out: once there are so many, the host makes all other objects two to three times as slowly.
 */
const jsonTexts = {
  shapes: JSON.stringify(
    json.numbers.map((number) => Object.fromEntries([3, 7, 11, 13].map((step) => [`f${(number * step) % 29}`, 1]))),
  ),
  optional: JSON.stringify(
    json.numbers
      .slice(0, 50_000)
      .map((number) =>
        Object.fromEntries(
          Array.from({ length: 16 }, (_, bit) => [`f${bit}`, 1]).filter((_, bit) => (number >> bit) & 1),
        ),
      ),
  ),
  shortTexts: JSON.stringify(json.numbers.map((number) => `n${number}`)),
  escapedTexts: JSON.stringify(json.numbers.map((number) => `"\n${number}`)),
};

const item = { json: { ...json, ...jsonTexts } };
const data: ExpressionData = {
  workflow: { id: '1', name: 'Limits', active: false },
  execution: { id: '1', mode: 'manual' },
  node: { name: 'Set', typeVersion: 1 },
  runIndex: 0,
  inputs: [[item]],
  source: [{ previousNode: 'Before' }],
  timezone: 'America/New_York',
  now: () => Date.UTC(2024, 4, 15),
  random: () => 0.5,
  hasNode: () => true,
  runsOf: () => [{ startTime: 0, executionTime: 0, source: [null], data: { main: [[item]] } }],
  outputLeadingHere: () => 0,
  leadsHere: () => true,
  parametersOf: () => ({}),
  contextOf: () => ({}),
};

const small = [
  '"aB c"',
  '12.5',
  'true',
  '[3, 1, 2]',
  '({ a: 1, b: "x" })',
  '$now',
  'new Date(0)',
  '/(a)|b/g',
  'new Map([[1, 2]])',
  'new Set([1, 2])',
  'new URL("https://a.example/b?c=d")',
  'new URLSearchParams("a=b&c=d")',
  'Duration.fromObject({ hours: 30, minutes: 5 })',
  'Interval.after($now, { days: 3 })',
  'new Error("x")',
  'new Intl.DateTimeFormat("de-DE")',
  'new Intl.NumberFormat("de-DE")',
  'new Intl.RelativeTimeFormat("de-DE")',
  'new Intl.ListFormat("de-DE")',
  'new Intl.PluralRules("de-DE")',
  'new Intl.Collator("de-DE")',
  'new Intl.DisplayNames("de-DE", { type: "region" })',
  'new Intl.Segmenter("de-DE")',
  'Buffer.from("text")',
];
const large = [
  ...Object.keys(json).map((name) => `$json.${name}`),
  '[].concat($json.numbers)',
  'new Map($json.pairs)',
  'new Set($json.numbers)',
  'new Set($json.texts)',
  'new URLSearchParams($json.text)',
  'new URL("https://a.example/?" + $json.letters.slice(0, 100000))',
  'Interval.after(DateTime.fromMillis(0), { years: 9000 })',
  'Buffer.from($json.text)',
];

const nested = '(() => { let list = ["x"]; for (const i of numberList(1, 40)) list = [list, list]; return list })()';

/** Lists of arguments. */
const usual = [
  '',
  '0',
  '2',
  '-1',
  '1e9',
  '"a"',
  '""',
  '"yyyy-MM-dd"',
  '"de-DE"',
  '"days"',
  'x => x',
  '(a, b) => a - b',
  '/a+/g',
  '/(x+x+)+y/g',
  '[1, 2]',
  '({ a: 1, days: 1 })',
  '$now',
  '$json.text',
  '$json.letters',
  '$json.texts',
  '$json.objects',
  '$json.fields',
  '$json.million',
  'new Set($json.texts)',
  '"de-DE", { style: "percent", weekday: "long" }',
  '"fr", { timeZone: "Asia/Tokyo" }',
  '{ weekday: "long", month: "long" }, "zh"',
  '"a", "bb"',
  '/a/g, "$`"',
  '"a", x => x',
  '1, "days"',
  '2000, 1',
  '"x".repeat(900), $json.text',
  '$json.text, 500000',
  '$json.texts, x => x',
  '...$json.numbers',
  '$json.objects, ["id"], 9',
  'Buffer.from($json.text)',
  'new Map($json.pairs)',
  '"sha3"',
  '"base64"',
  '[[[[1, 2]]]]',
  '({ get: 1, year: 2024, base: $now })',
  // A list that holds itself twice, forty levels deep: small as data and endless as text.
  nested,
  `() => ${nested}`,
  `"a", "b", ${nested}`,
  `[1], () => ${nested}`,
  '$json.alike',
  '$json.alike[0] + "b", $json.alike[1] + "b"',
  '$json.almost',
  '$json.almost, "x"',
  '/\\s+$/',
  '/\\s+$/g, ""',
  '/^\\s+|\\s+$/gm, "-"',
  '/(?:a|b)*c/, x => x',
  '/<[^>]*>/g',
  `new RegExp("(a|b)".repeat(2500))`,
  '"S SSS y u yyyyy"',
];

interface Case {
  name: string;
  text: string;
}

/** A function of the language with its arguments, to be called directly. */
interface Call {
  name: string;
  /** Steps that were paid before the call, for its arguments. */
  paid: number;
  run(scope: Scope): unknown;
}

function evaluateCode(code: string): unknown {
  const scope = new Scope(data, hashText);
  scope.steps = 1e9;
  scope.owned = new WeakSet();
  const tree = parseCode(code);
  return tree && compileCode(tree).run(scope, outermost);
}

const argumentLists = usual.map((code) => ({ code, args: evaluateCode(`[${code}]`) as unknown[] }));

function methodCalls(size: string, receivers: readonly string[]): Call[] {
  return receivers.flatMap((receiver) => {
    const value = evaluateCode(receiver);
    const table = tableOf(value);
    if (table === undefined) throw new Error(`${receiver} has no table`);
    const reads = [...table.properties.keys()].map(
      (name): Call => ({
        name: `${size}: ${receiver}.${name}`,
        paid: 0,
        run: (scope) => readMember(value, name, scope),
      }),
    );
    const calls = [...table.methods.keys()].flatMap((name) =>
      argumentLists.map(
        ({ code, args }): Call => ({
          name: `${size}: ${receiver}.${name}(${code})`,
          paid: args.length >> 3,
          run: (scope) => callMember(scope, value, name, args),
        }),
      ),
    );
    return [...reads, ...calls];
  });
}

function globalCalls(): Call[] {
  const functions: [name: string, invoke: Invoke][] = [];
  const add = (name: string, value: unknown): void => {
    if (!(value instanceof FunctionValue)) return;
    functions.push([name, value.invoke]);
    if (!(value instanceof Namespace)) return;
    if (value.construct) functions.push([`new ${name}`, value.construct]);
    for (const [member, inner] of value.members) add(`${name}.${member}`, inner);
  };
  for (const [name, value] of globals) add(name, value);
  for (const [name, variable] of variables) {
    add(
      name,
      quietly(() => variable(new Scope(data, hashText))),
    );
  }
  return functions.flatMap(([name, invoke]) =>
    argumentLists.map(
      ({ code, args }): Call => ({
        name: `global: ${name}(${code})`,
        paid: args.length >> 3,
        run: (scope) => invoke(scope, args),
      }),
    ),
  );
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** As much code as one text may have, all but a little. */
const fill = (code: string): string => code.repeat((limits.codeLength - 200) / code.length);
const many = <T>(each: (index: number) => T, length: number): T[] =>
  Array.from({ length: (limits.codeLength - 200) / length }, (_, index) => each(index));

const inFunction = (body: string): string => `={{ (() => { ${body} })() }}`;

/** Syntax on large data, and texts that are hard to read. */
const syntax: readonly (readonly [name: string, text: string])[] = [
  ['empty loop', inFunction('while (true) {}')],
  ['loop of for', inFunction('for (let i = 0; ; i += 1) {}')],
  ['loop of do', inFunction('do {} while (true)')],
  ['sum', inFunction('let s = 0; while (true) s += 1')],
  ['long body', inFunction(`let s = 0; while (true) { ${fill('s += 1; ')} }`)],
  ['long list in a loop', inFunction(`while (true) [${fill('1,')}]`)],
  ['long object in a loop', inFunction(`while (true) ({${fill('a:1,')}})`)],
  ['long condition', inFunction(`while (${fill('0 || ')} 1) {}`)],
  ['long sum', inFunction(`while (true) ${'1+'.repeat(900)}1`)],
  ['long function', inFunction(`const f = () => [${fill('1,')}]; while (true) f()`)],
  ['long callback', `={{ [${'1,'.repeat(10_000)}].map(x => [${'x,'.repeat(10_000)}]) }}`],
  ['long switch', inFunction(`while (true) switch (-1) { ${fill('case 0: ')} }`)],
  ['long template literal', inFunction(`while (true) \`${fill('${1}')}\``)],
  ['many declarations', inFunction(`while (true) { ${many((i) => `let a${i}`, 10).join(';')} }`)],
  ['throw and catch', inFunction('while (true) try { throw 1 } catch {}')],
  ['error and catch', inFunction('while (true) try { $json() } catch {}')],
  ['error of the host and catch', inFunction('while (true) try { decodeURIComponent("%") } catch {}')],
  ['deep throw', inFunction('const f = n => n ? f(n - 1) : $json(); while (true) try { f(150) } catch {}')],
  ['recursion', '={{ (f => f(f))(f => f(f)) }}'],
  ['recursion and catch', inFunction('const f = n => n ? f(n - 1) + f(n - 1) : 1; return f(100)')],
  ['callbacks in callbacks', '={{ $json.numbers.map(() => $json.numbers.map(() => 1)) }}'],
  ['callbacks of spread', '={{ $json.numbers.map(() => [...$json.texts]) }}'],
  ['many results', '={{ $json.numbers.map(x => ({ x, a: [x], b: { x } })) }}'],
  ['spread of a list', inFunction('while (true) [...$json.texts]')],
  ['spread of a text', inFunction('while (true) [...$json.text]')],
  ['spread of an object', inFunction('while (true) ({ ...$json.fields })')],
  ['spread of a list in an object', inFunction('while (true) ({ ...$json.texts })')],
  ['rest of an object', inFunction('while (true) { const { k1, ...rest } = $json.fields }')],
  ['rest of a list', inFunction('while (true) { const [a, ...rest] = $json.texts }')],
  ['rest of a text', inFunction('while (true) { const [a] = $json.letters }')],
  ['rest parameters', inFunction('const f = (...a) => a; while (true) f(...$json.texts)')],
  ['for in', inFunction('while (true) for (const k in $json.fields) break')],
  ['for in a list', inFunction('while (true) for (const k in $json.million) break')],
  ['for of', inFunction('while (true) for (const k of $json.million) break')],
  ['for of a text', inFunction('while (true) for (const k of $json.longest) break')],
  ['text and list', inFunction('while (true) $json.texts + ""')],
  ['text and number', inFunction('let s = ""; while (true) s += "abc"')],
  ['text read at a place', inFunction('let s = ""; while (true) { s += "abc"; s[0] }')],
  ['doubled text', inFunction('let s = "ab"; while (true) { s += s; s.includes("c") }')],
  ['template text', inFunction('while (true) `${$json.letters}${$json.letters}`.length')],
  ['template text as key', inFunction('const o = {}; while (true) o[`${$json.letters}a`] = 1')],
  ['text as key', inFunction('while (true) ({})[$json.letters + "b"]')],
  ['text in', inFunction('while (true) ($json.letters + "b") in $json')],
  ['text as key of Map', inFunction('const m = new Map(); while (true) m.set($json.letters + "b", 1)')],
  ['compare', inFunction('const a = $json.letters + "a", b = $json.letters + "b"; while (true) a < b')],
  ['equal', inFunction('const a = $json.letters + "a", b = $json.letters + "b"; while (true) a === b')],
  ['loosely equal', inFunction('const a = $json.letters + "a", b = $json.letters + "b"; while (true) a == b')],
  ['list equal', inFunction('while (true) $json.texts == "a"')],
  ['text as number', inFunction('const a = "1".repeat(900); while (true) a * a')],
  ['long text as number', inFunction('while (true) -$json.letters')],
  ['date as text', inFunction('const d = new Date(0); while (true) d + ""')],
  ['time as text', inFunction('const d = $now; while (true) `${d}`')],
  ['time as number', inFunction('const d = $now; while (true) d - d')],
  ['date as number', inFunction('const d = new Date(0); while (true) d - d')],
  ['pattern as text', inFunction('while (true) `${/abc/}`')],
  [
    'address as text',
    inFunction('const u = new URL("https://a.example/" + $json.letters); while (true) `${u}`.length'),
  ],
  ['new patterns', inFunction('let i = 0; while (true) new RegExp("a" + i++).test("b")')],
  [
    'new long patterns',
    inFunction('const t = "(a|b)".repeat(9000); let i = 0; while (true) new RegExp(t + i++).test("b")'),
  ],
  ['new patterns of a text', inFunction('let i = 0; while (true) "abc".match("(a+)+" + i++)')],
  ['new classes', inFunction('let i = 0; while (true) "a".repeat(9).match("(([^b" + i++ + "]*)*)*c")')],
  ['patterns of g', inFunction('while (true) /abc/g')],
  ['$now', inFunction('while (true) $now')],
  ['$today', inFunction('while (true) $today')],
  ['$input.all()', inFunction('while (true) $input.all()')],
  ["$('x').item", inFunction("while (true) $('x').item")],
  ["$('x').all()", inFunction("while (true) $('x').all()")],
  ["$('x' + i)", inFunction("let i = 0; while (true) $('x' + i++).first()")],
  ["$node['x' + i]", inFunction("let i = 0; while (true) $node['x' + i++].json")],
  ['$workflow', inFunction('while (true) $workflow.name + $execution.id')],
  ['JSON of $input', inFunction('while (true) JSON.stringify($input)')],
  ['$env', inFunction('while (true) try { $env.x } catch {}')],
  [
    '$evaluateExpression',
    inFunction('let i = 0; while (true) try { $evaluateExpression("{{ 1 + " + i++ + " }}") } catch {}'),
  ],
  [
    '$evaluateExpression of much',
    inFunction(
      'let i = 0; const t = "[1],".repeat(9000); while (true) try { $evaluateExpression("{{ [" + t + i++ + "] }}") } catch {}',
    ),
  ],
  ['blanks at the end', "={{ $json.blanks.replace(/\\s+$/, '') }}"],
  ['blanks at the end of many texts', "={{ $json.blankTexts.map(t => t.replace(/\\s+$/, '')) }}"],
  ['blanks at the end of short texts', "={{ $json.shortBlanks.map(t => t.replace(/\\s+$/, '')) }}"],
  ['blanks around in a loop', inFunction("const t = ' '.repeat(60) + 'x'; while (true) t.replace(/^\\s+|\\s+$/g, '')")],
  ['blanks by line', inFunction("const t = '\\n'.repeat(1500) + 'x'; while (true) t.match(/^\\s+$/m)")],
  [
    'letters of mail addresses',
    inFunction("const t = 'a'.repeat(40); while (true) /[\\w.-]+@[\\w.-]+\\.\\w+/.test(t)"),
  ],
  ['two repetitions', inFunction("const t = 'a'.repeat(60); while (true) /a*a*b/.test(t)")],
  ['alternatives of words', inFunction(`const t = 'abc '.repeat(200); while (true) /${'abd|'.repeat(40)}x/.test(t)`)],
  ['sticky and global', inFunction("const t = 'a'.repeat(2000); while (true) t.match(/a*?/gy)")],
  ['one long pattern', inFunction(`while (true) /${'(a|b)'.repeat(2_500)}/.test('c')`)],
  ['marks', '={{ $json.marks.normalize() }}'],
  ['marks of many texts', "={{ $json.markTexts.map(t => t.normalize('NFKD')) }}"],
  ['marks in a loop', inFunction("const t = '\\u0301\\u0316'.repeat(100); while (true) t.normalize()")],
  ['marks compared', inFunction("const t = $json.marks; while (true) t.localeCompare(t + 'b')")],
  [
    'switch over long texts',
    inFunction('const a = $json.alike; while (true) switch (a[0] + "c") { case a[1] + "c": case a[2] + "c": }'),
  ],
  [
    'long texts looked for',
    inFunction('const a = $json.alike; const b = a[0] + ""; while (true) a.includes(b.slice(0, 9999) + "12345")'),
  ],
  ['long texts told apart', inFunction('const a = $json.alike; while (true) Object.is(a[0] + "c", a[1] + "c")')],
  ['long texts as data', inFunction('const a = $json.alike.map(x => [x]); while (true) a.unique()')],
  ['long texts in objects', inFunction('const a = $json.alike.map(x => ({ x })); while (true) a.difference(a)')],
  ['long texts as numbers', inFunction('while (true) $json.digits.sum()')],
  ['greatest of long texts', inFunction('while (true) $json.digits.max()')],
  ['long text found back', inFunction('while (true) $json.letters.lastIndexOf("a".repeat(100000) + "b")')],
  ['long text found', inFunction('while (true) $json.letters.includes($json.almost)')],
  ['long text replaced', inFunction('while (true) $json.letters.replaceAll($json.almost, "x")')],
  ['split at a long text', inFunction('while (true) $json.letters.split($json.almost)')],
  [
    'fields containing a long text',
    inFunction('while (true) ({ a: $json.letters }).keepFieldsContaining($json.almost)'),
  ],
  ['nested list as a key', `={{ Object.groupBy([1], () => ${nested}) }}`],
  ['nested list as a type', `={{ $fromAI('a', 'b', ${nested}) }}`],
  ['nested list as text', `={{ ${nested} + '' }}`],
  ['texts of texts', `={{ $jmespath($json, '${'to_string(['.repeat(60)}shapes${'])'.repeat(60)}') }}`],
  ['a long text of texts', `={{ $jmespath([$json.text], '${'to_string(['.repeat(12)}[0]${'])'.repeat(12)}') }}`],
  ['number in digits of 2', inFunction('while (true) (5e-324).toString(2)')],
  ['number in digits of 36', inFunction('while (true) (1.2345e-300).toString(36)')],
  ['number as text', inFunction('let i = 1.1e-300; while (true) { i *= 1.0001; i + "" }')],
  ['number in a language', inFunction('while (true) (1e300).toLocaleString("de")')],
  [
    'date of many meanings',
    inFunction("const t = '1'.repeat(150); while (true) DateTime.fromFormat(t, 'S yyyyy u y')"),
  ],
  ['(a+)+$', "={{ /(a+)+$/.test('a'.repeat(40) + 'b') }}"],
  ['a*a*a*b', inFunction("const t = 'a'.repeat(900); while (true) /a*a*a*b/.test(t)")],
  ['a+b on much', inFunction('while (true) /a+b/.test($json.letters)')],
  ['back reference', inFunction("const t = 'a'.repeat(9000); while (true) /(a*)\\1b/.test(t)")],
  ['look behind', inFunction("const t = 'a'.repeat(9000); while (true) /(?<=(a+)+)b/.test(t)")],
  ['letter case', inFunction("const t = 'é'.repeat(9000); while (true) /(É+)+b/iu.test(t)")],
  ['classes', inFunction("const t = 'é'.repeat(9000); while (true) /([\\p{L}--[a-z]]+)+b/v.test(t)")],
  ...Object.keys(jsonTexts).map((name): [string, string] => [
    `JSON of ${name}`,
    inFunction(`while (true) JSON.parse($json.${name})`),
  ]),
  ['a million of code', `={{ ${'1+'.repeat(500_000)}1 }}`],
  ['much code', `={{ [${fill('1,')}] }}`],
  ['much code of objects', `={{ [${fill('{a:b},')}] }}`],
  ['much code of functions', `={{ [${fill('x=>x,')}] }}`],
  ['much code of calls', `={{ [${fill('a.b(),')}] }}`],
  ['much code of patterns', `={{ [${fill('/a/,')}] }}`],
  ['much code of different patterns', `={{ [${many((i) => `/a${i}/`, 9)}] }}`],
  ['much code of statements', `={{ ${fill('if (1) {}; ')} }}`],
  ['much code of names', `={{ (() => { ${many((i) => `let a${i}`, 10).join(';')} })() }}`],
  ['much code of parameters', `={{ ((${many((i) => `a${i}`, 6)}) => 1)() }}`],
  ['deep functions', `={{ ${'x=>'.repeat(900)}x }}`],
  [
    'deep names',
    `={{ ${Array.from({ length: 450 }, (_, i) => `a${i}=>`).join('')}[${'b,'.repeat((limits.codeLength - 4_000) / 2)}] }}`,
  ],
  ['text that is no code', `={{ ${fill('( ')} }}`],
  ['white space', `={{ ${' '.repeat(1_000_000)}1 }}`],
  ['white space behind', `={{ 1${fill(' ;')} x }}`],
  ['comments', `={{ ${fill('/* */')}1 }}`],
  ['10,000 brackets', `={{ ${'['.repeat(10_000)}${']'.repeat(10_000)} }}`],
  ['990 brackets', `={{ ${'['.repeat(990)}${']'.repeat(990)} }}`],
  ['much code of signs', `={{ ${fill('!')}1 }}`],
  ['template literals', `={{ ${'`${'.repeat(5_000)}1${'}`'.repeat(5_000)} }}`],
  ['5,000 parts', `=${'{{1}}'.repeat(5_000)}`],
  ['many different parts', `=${many((i) => `{{$json.a${i}}}`, 11).join('')}`],
  ['200,000 parts', `=${'{{1}}'.repeat(200_000)}`],
  ['bad parts', `=${'{{(}}'.repeat(200_000)}`],
  ['bad parts of one kind', `=${'{{("}}'.repeat(4_000)}`],
  ['openings', `=${'{{'.repeat(500_000)}`],
  ['closings', `={{${'}}'.repeat(500_000)}`],
  ['escaped openings', `=${'\\{{'.repeat(500_000)}{{ 1 }}`],
  ['escaped closings', `={{ "${fill('\\}}')}" + x }}`],
  ['braces', `={{ ${fill('{}}')} }}`],
  ['parts of large data', `=${'{{ $json.texts }}'.repeat(4_000)}`],
  ['parts of endless loops', `=${'{{ $json.numbers.map(x => x) }}'.repeat(2_000)}`],
];

interface Measured {
  name: string;
  milliseconds: number;
  end: string;
}

/**
 * Milliseconds since the start, without what other processes took of them: the time that passed, or, if that is less, the time of the processor that
 * this process had with all of its threads.
 */
function startWatch(): () => number {
  const start = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - start, (user + system) / 1_000);
  };
}

let round = 0;

/** A cached text would not be read again, so each gets an end of its own. */
function measure({ name, text }: Case): Measured {
  const scope = createScope(data);
  const own = `${text}${text.endsWith('}}') ? ` ${round}` : ''}`;
  round += 1;
  const watch = startWatch();
  let end = 'value';
  try {
    compileTemplate(own).evaluate(scope);
  } catch (error) {
    end = (error as { kind?: string }).kind ?? String(error);
  }
  return { name, milliseconds: watch(), end };
}

/** How long a call is looked at: long enough to tell, and short enough for tens of thousands of them. */
const look = 0.4;

/** Milliseconds that a loop of this call lasts until the budget is used up, or until so much time has passed, and how it ends. */
function spend({ paid, run }: Call, most: number): { taken: number; steps: number; end: string } {
  const scope = new Scope(data, hashText);
  scope.owned = new WeakSet();
  scope.isRunning = true;
  scope.compile = compileTemplate;
  let steps = 0;
  let taken = 0;
  let end = 'value';
  const watch = startWatch();
  for (let batch = 1; taken < most && steps < previewLimits.steps; batch *= 2) {
    for (let turn = 0; turn < batch && steps < previewLimits.steps; turn += 1) {
      scope.steps = previewLimits.steps;
      scope.depth = 0;
      try {
        run(scope);
      } catch (error) {
        end = (error as { kind?: string }).kind ?? 'error of the host';
        // No expression catches this one.
        if (end === 'budget') return { taken: watch(), steps: previewLimits.steps, end };
        steps += costs.error;
      }
      steps += Math.min(previewLimits.steps, previewLimits.steps - scope.steps) + paid + 2;
    }
    taken = watch();
  }
  return { taken, steps, end };
}

/** What the whole budget would last in a loop of this call, from a short look at it. */
function project(call: Call): Measured {
  const { taken, steps, end } = spend(call, look);
  return { name: call.name, milliseconds: Math.max(1, previewLimits.steps / steps) * taken, end };
}

/** The whole loop: longer to measure than to project, and the truth, since the host has made its code fast by then. */
function spendAll(call: Call): Measured {
  const { taken, steps, end } = spend(call, 3 * allowed);
  return { name: call.name, milliseconds: Math.max(1, previewLimits.steps / steps) * taken, end };
}

const [, , filter = ''] = process.argv;
const isWanted = ({ name }: { name: string }): boolean => name.includes(filter);

/** A second and third look tells what the expression takes from what the machine does beside it. */
function least(first: () => Measured, again: () => Measured): Measured {
  let best = first();
  for (let look = 0; look < 4 && best.milliseconds >= allowed; look += 1) {
    const other = again();
    if (look === 0 || other.milliseconds < best.milliseconds) best = other;
  }
  if (best.milliseconds >= allowed) console.error(`${Math.round(best.milliseconds)} ms: ${best.name}`);
  return best;
}

const measured = syntax
  .map(([name, text]) => ({ name: `syntax: ${name}`, text }))
  .filter(isWanted)
  .map((one) => {
    const take = (): Measured => measure(one);
    return least(take, take);
  });
const projected = [...methodCalls('small', small), ...methodCalls('large', large), ...globalCalls()]
  .filter(isWanted)
  .map((call) =>
    least(
      () => project(call),
      () => spendAll(call),
    ),
  );
const results = [...measured, ...projected];
results.sort((left, right) => right.milliseconds - left.milliseconds);

const worst = results.slice(0, process.env.SHOWN ? Number(process.env.SHOWN) : shown);
console.log(
  JSON.stringify(
    {
      cases: results.length,
      tooLong: results.filter(({ milliseconds }) => milliseconds >= allowed).length,
      worst: worst.map(({ milliseconds, ...rest }) => ({ ...rest, milliseconds: Math.round(milliseconds) })),
    },
    null,
    2,
  ),
);
