import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { budgetOf } from './budget.ts';
import { ExpressionError } from './errors.ts';
import { constant, fresh, payingItself, payingMethod, weighing } from './language/paying.ts';
import { indexIn, lastIndexIn, splitAt } from './language/search.ts';
import { Scope } from './scope-state.ts';
import { compileTemplate } from './template.ts';
import { dataOf, evaluateCode, scopeWithin } from './testing.ts';

/** What work costs, counted in steps: no clock is looked at here. */

/** A list that holds itself twice, forty levels deep. */
const nested = '(() => { let list = ["x"]; for (const i of numberList(1, 40)) list = [list, list]; return list })()';
const longText = 'a'.repeat(1_000_000);
const marks = '\u0301\u0316'.repeat(40_000);
const json = {
  longText,
  otherText: `${'a'.repeat(999_999)}b`,
  digits: '1'.repeat(1_000_000),
  marks,
  blanks: `${' '.repeat(500_000)}x`,
  blankTexts: Array.from({ length: 350 }, () => `${' '.repeat(1_500)}x`),
  quoted: '"'.repeat(1_000),
};

const within = (steps: number, code: string): unknown =>
  compileTemplate(`={{ ${code} }}`).evaluate(scopeWithin({ steps }, json));

describe('an expression that would spin ends', () => {
  test.each([
    "$json.blankTexts.map(text => text.replace(/\\s+$/, ''))",
    "$json.blanks.replace(/\\s+$/, '')",
    '$json.blanks.match(/^\\s+$/m)',
    '$json.marks.normalize()',
    "('a' + $json.marks).localeCompare('a')",
    "new Intl.Collator('de').compare($json.marks, 'a')",
    `Object.groupBy([1], () => ${nested})`,
    `[${nested}].sort()`,
    `$jmespath($json, '${'to_string(['.repeat(40)}quoted${'])'.repeat(40)}')`,
    '(() => { while (true) `${$json.longText}b`.substr(0, 1) })()',
    '(() => { const all = numberList(1, 100).map(i => `${$json.longText}${i}`); while (true) for (const text of all) (text + 1)[0] })()',
    "(() => { while (true) Object.is($json.longText + 'a', $json.otherText + 'a') })()",
  ])('%s', (code) => {
    expect(() => evaluateCode(code, json)).toThrow(expect.objectContaining({ kind: 'budget' }));
  });

  test('a type that is no text is refused, however large its text would be', () => {
    expect(() => evaluateCode(`$fromAI('a', 'b', ${nested})`)).toThrow('$fromAI knows no type "object"');
  });

  test('whatever is done in a loop without end', () => {
    const part = fc.constantFrom(
      ...'$json $json.longText $json.marks [] {} 1 "a" /a*b/g /(a|b)*c/ x=>x $now new(Date) Math $input.all()'.split(
        ' ',
      ),
      nested,
      'new Map()',
      'DateTime.DATE_FULL',
    );
    const member = fc.constantFrom(
      ...'map replace split match sort join includes indexOf normalize localeCompare unique sum keys toString toJsonString format plus concat repeat padEnd hash'.split(
        ' ',
      ),
    );
    const use = fc
      .tuple(part, member, fc.array(part, { maxLength: 2 }))
      .map(
        ([self, name, args]) =>
          `(${self.replace('new(Date)', 'new Date(0)')}).${name}(${args.join().replace('new(Date)', '1')})`,
      );
    const code = fc.oneof(
      use,
      fc
        .tuple(use, fc.constantFrom('+', '===', '==', '<', 'in'), use)
        .map(([a, operator, b]) => `(${a}) ${operator} (${b})`),
      fc.tuple(use, use).map(([a, b]) => `[...(${a})].concat({ ...(${b}) })`),
    );
    fc.assert(
      fc.property(code, (source) => {
        const text = `={{ (() => { while (true) { try { ${source} } catch (e) {} } })() }}`;
        const { error } = compileTemplate(text);
        if (error) return;
        let kind: string | undefined;
        try {
          compileTemplate(text).evaluate(scopeWithin({ steps: 20_000 }, json));
        } catch (thrown) {
          kind = (thrown as ExpressionError).kind;
        }
        expect(kind).toBe('budget');
      }),
      { numRuns: 1_000, seed: 20_261_122 },
    );
  }, 60_000);
});

describe('work of the host is paid for', () => {
  test.each<[string, number]>([
    ["Object.is($json.longText + 'a', $json.otherText + 'a')", 30_000],
    ["$json.longText + 'a' === $json.otherText + 'a'", 30_000],
    ["$json.longText + 'a' == $json.otherText + 'a'", 30_000],
    ['1 == $json.digits', 30_000],
    ["(() => { switch ($json.longText + 'a') { case $json.otherText + 'a': return 1 } })()", 30_000],
    ["[$json.longText + 'a'].includes($json.otherText + 'a')", 30_000],
    ["[$json.longText + 'a'].indexOf($json.otherText + 'a')", 30_000],
    ["[[$json.longText + 'a'], [$json.otherText + 'a']].unique().length", 30_000],
    ["new Set([$json.longText + 'a']).has($json.otherText + 'a')", 60_000],
    ['[$json.digits].sum()', 60_000],
    ['[$json.digits].max()', 60_000],
    ["({ a: $json.longText }).keepFieldsContaining('b')", 30_000],
    ["$json.longText.lastIndexOf('b')", 30_000],
    [`/${'(a|b)'.repeat(2_400)}${'x'.repeat(9)}/.test('c')`, 90_000],
    ['numberList(1, 1000).map(() => (5e-324).toString(2)).length', 60_000],
    ["DateTime.fromFormat('1', 'S yyyyy y')", 800],
    ["`${new URL('https://a.example/' + $json.longText)}`.length", 30_000],
    ["$jmespath([$json.longText], '[0]').length", 30_000],
    ['JSON.stringify({}, $json.blankTexts)', 30_000],
    ['$json.longText.toUpperCase().length', 30_000],
  ])('%s takes %i steps at least', (code, steps) => {
    expect(() => within(steps, code)).toThrow(expect.objectContaining({ kind: 'budget' }));
  });

  test('reading code is paid for by its length', () => {
    const work = 'numberList(1, 250000).map(x => x).length';
    expect(within(600_000, work)).toBe(250_000);
    expect(() => within(600_000, `${work} /* ${'x'.repeat(45_000)} */`)).toThrow(/too many steps/);
  });

  test('a function that says nothing pays for what it is given and what it makes', () => {
    const scope = new Scope(dataOf({}, { limits: { steps: 600_000 } }));
    const stepsOf = (work: () => unknown): number => {
      scope.begin(0);
      work();
      return 600_000 - scope.steps;
    };
    const text = 'x'.repeat(3_200);
    const list = new Array<number>(800).fill(1);
    const nothing = payingMethod<string>(() => 1);
    expect(stepsOf(() => nothing(text, [], scope))).toBe(100);
    expect(stepsOf(() => nothing('', [text, list, new Set(list), new Map([[1, 1]])], scope))).toBe(200);
    expect(stepsOf(() => payingMethod<string>(() => text)('', [], scope))).toBe(101);
    expect(stepsOf(() => payingMethod<string>(() => list)('', [], scope))).toBe(102);
    expect(stepsOf(() => payingMethod<string>(weighing(10, () => 1))(text, [], scope))).toBe(1_010);
    expect(stepsOf(() => payingMethod<string>(constant(() => 1))(text, [list], scope))).toBe(0);
    expect(stepsOf(() => payingMethod<string>(payingItself(() => 1))(text, [list], scope))).toBe(0);
  });

  test('what a function makes belongs to the expression only if it says that it is new', () => {
    const scope = new Scope(dataOf());
    scope.begin(0);
    scope.owned = new WeakSet();
    const made = payingMethod<string>(fresh(() => ({})))('', [], scope) as object;
    const given = payingMethod<string>(() => ({}))('', [], scope) as object;
    expect([scope.owns(made), scope.owns(given)]).toEqual([true, false]);
  });

  test('a text is found where the host finds it, however long it is', () => {
    const scope = new Scope(dataOf());
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });
    const long = fc.tuple(letters, fc.integer({ min: 0, max: 60 })).map(([part, count]) => part.repeat(count));
    const text = fc.array(fc.oneof(letters, long), { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, fc.option(fc.integer({ min: -3, max: 300 }), { nil: undefined }), (left, right, from) => {
        scope.begin(0);
        const wanted = right.repeat(3);
        for (const [where, what] of [
          [left, right],
          [left + wanted + left, wanted],
        ] as const) {
          expect(indexIn(scope, where, what, from)).toBe(where.indexOf(what, from));
          expect(lastIndexIn(scope, where, what, from)).toBe(
            from === undefined ? where.lastIndexOf(what) : where.lastIndexOf(what, from),
          );
          if (what !== '') expect(splitAt(scope, where, what)).toEqual(where.split(what));
        }
      }),
      { numRuns: 500, seed: 20_261_122 },
    );
  });
});

describe('limits are those of the run', () => {
  const dates = Array.from({ length: 2_000 }, (_, index) => ({
    at: new Date(index * 1e8).toISOString(),
    id: index % 1_000,
  }));
  const formatting = "$json.rows.map(row => row.at.toDateTime().format('dd.MM.yyyy')).length";
  const joining =
    '$json.rows.slice(0, 1000).map(row => ({ ...row, other: $json.rows.slice(0, 1000).find(other => other.id === 999 - row.id).at })).length';

  test.each([
    [formatting, 2_000],
    [joining, 1_000],
  ])('%s is too much for a preview and none for a run', (code, expected) => {
    const template = compileTemplate(`={{ ${code} }}`);
    expect(() => template.evaluate(scopeWithin({ steps: 600_000 }, { rows: dates }))).toThrow(/too many steps/);
    expect(template.evaluate(scopeWithin({ steps: 60_000_000 }, { rows: dates }))).toBe(expected);
  });

  test('exactly so many steps, however they are handed out', () => {
    const left = (steps: number): number => {
      let turns = 0;
      const data = { random: () => (turns += 1) };
      const scope = scopeWithin({ steps }, {}, data);
      expect(() => compileTemplate('={{ (() => { while (true) Math.random() })() }}').evaluate(scope)).toThrow(
        /too many/,
      );
      return turns;
    };
    expect(left(1_000_000) / left(100_000)).toBeCloseTo(10, 0);
    expect(left(6_000_000) / left(600_000)).toBeCloseTo(10, 1);
  });

  test('the clock ends what takes too long', () => {
    let now = 0;
    const scope = scopeWithin({ steps: 1e12, milliseconds: 500 }, {}, { now: () => (now += 100) });
    expect(() => compileTemplate('={{ (() => { while (true) {} })() }}').evaluate(scope)).toThrow(
      'The expression takes too long',
    );
    expect(now).toBe(700);
    expect(() =>
      compileTemplate('={{ (() => { try { while (true) {} } catch {} finally { return 1 } })() }}').evaluate(scope),
    ).toThrow('The expression takes too long');
  });

  test('memory that runs short ends what makes more', () => {
    let asked = 0;
    const isShortOfMemory = () => {
      asked += 1;
      return asked > 3;
    };
    const scope = scopeWithin({ steps: 1e12, isShortOfMemory });
    const code = '={{ (() => { const all = []; while (true) all.push([1]) })() }}';
    expect(() => compileTemplate(code).evaluate(scope)).toThrow('The expression takes too much memory');
    expect(asked).toBe(4);
  });

  test('what another item sees is paid from the same budget', () => {
    const code = '={{ (() => { while (true) $item(0).$evaluateExpression("{{ numberList(1, 1000) }}") })() }}';
    expect(() => compileTemplate(code).evaluate(scopeWithin({ steps: 2_000_000 }))).toThrow(/too many steps/);
  });

  test('a budget of its own ends when it is used up', () => {
    const budget = budgetOf(10);
    budget.steps = -1;
    expect(() => budget.runOut()).toThrow(ExpressionError);
  });
});
