import { charge, chargeText, costs } from '../budget.ts';
import { toNumber, toText } from '../language/convert.ts';
import { plainOptions } from '../language/options.ts';
import { fresh, weighing } from '../language/paying.ts';
import type { Scope } from '../scope.ts';
import { comparisonSteps } from './comparison.ts';
import { defineTable, type Method, type Methods } from './table.ts';

const instant = (scope: Scope, value: unknown): number =>
  value === undefined ? scope.data.now() : toNumber(scope, value);

const resolvedOptions: Method<{ resolvedOptions(): object }> = (formatter, _, scope) => {
  charge(scope, costs.format);
  return plainOptions(scope, { ...formatter.resolvedOptions() });
};

/** Each call of a formatter takes as long as the text of so many characters; what it gives is plain data of its own. */
const paid = <T>(methods: Readonly<Record<string, Method<T>>>): Methods<T> =>
  Object.fromEntries(Object.entries(methods).map(([name, method]) => [name, fresh(weighing(costs.format, method))]));

const partsOf = (parts: readonly object[]): object[] => parts.map((part) => ({ ...part }));

export const dateFormatTable = defineTable<Intl.DateTimeFormat>('formatter', {
  native: paid<Intl.DateTimeFormat>({
    format: (formatter, [date], scope) => formatter.format(instant(scope, date)),
    formatToParts: (formatter, [date], scope) => partsOf(formatter.formatToParts(instant(scope, date))),
    formatRange: (formatter, [from, to], scope) => {
      charge(scope, costs.formatter >> 1);
      return formatter.formatRange(toNumber(scope, from), toNumber(scope, to));
    },
    formatRangeToParts: (formatter, [from, to], scope) => {
      charge(scope, costs.formatter >> 1);
      return partsOf(formatter.formatRangeToParts(toNumber(scope, from), toNumber(scope, to)));
    },
    resolvedOptions,
  }),
});

export const numberFormatTable = defineTable<Intl.NumberFormat>('formatter', {
  native: paid<Intl.NumberFormat>({
    format: (formatter, [number], scope) => formatter.format(toNumber(scope, number)),
    formatToParts: (formatter, [number], scope) => partsOf(formatter.formatToParts(toNumber(scope, number))),
    formatRange: (formatter, [from, to], scope) => {
      charge(scope, costs.formatter);
      return formatter.formatRange(toNumber(scope, from), toNumber(scope, to));
    },
    resolvedOptions,
  }),
});

export const relativeFormatTable = defineTable<Intl.RelativeTimeFormat>('formatter', {
  native: paid<Intl.RelativeTimeFormat>({
    format: (formatter, [amount, unit], scope) =>
      formatter.format(toNumber(scope, amount), toText(scope, unit) as Intl.RelativeTimeFormatUnit),
    formatToParts: (formatter, [amount, unit], scope) =>
      partsOf(formatter.formatToParts(toNumber(scope, amount), toText(scope, unit) as Intl.RelativeTimeFormatUnit)),
    resolvedOptions,
  }),
});

function textsOf(scope: Scope, list: unknown): string[] {
  const texts = Array.isArray(list) ? list.map((element) => toText(scope, element)) : [];
  charge(scope, texts.length * 8);
  chargeText(
    scope,
    texts.reduce((sum, text) => sum + text.length, 0),
    8,
  );
  return texts;
}

export const listFormatTable = defineTable<Intl.ListFormat>('formatter', {
  native: paid<Intl.ListFormat>({
    format: (formatter, [list], scope) => formatter.format(textsOf(scope, list)),
    formatToParts: (formatter, [list], scope) => partsOf(formatter.formatToParts(textsOf(scope, list))),
    resolvedOptions,
  }),
});

export const pluralRulesTable = defineTable<Intl.PluralRules>('rules', {
  native: paid<Intl.PluralRules>({
    select: (rules, [number], scope) => rules.select(toNumber(scope, number)),
    resolvedOptions,
  }),
});

export const collatorTable = defineTable<Intl.Collator>('collator', {
  native: {
    compare: (collator, [left, right], scope) => {
      const [a, b] = [toText(scope, left), toText(scope, right)];
      charge(scope, 8 + comparisonSteps(a, b) + Math.min(a.length, b.length) * 3);
      return collator.compare(a, b);
    },
    resolvedOptions,
  },
});

export const displayNamesTable = defineTable<Intl.DisplayNames>('names', {
  native: paid<Intl.DisplayNames>({
    of: (names, [code], scope) => names.of(toText(scope, code).slice(0, 100)),
    resolvedOptions,
  }),
});

export const segmenterTable = defineTable<Intl.Segmenter>('segmenter', {
  native: paid<Intl.Segmenter>({
    /** A list, where JavaScript has an object to go over. */
    segment: (segmenter, [value], scope) => {
      const text = toText(scope, value);
      charge(scope, 20);
      chargeText(scope, text.length, 64);
      return Array.from(segmenter.segment(text), ({ segment, index, isWordLike }) => ({
        segment,
        index,
        ...(isWordLike === undefined ? {} : { isWordLike }),
      }));
    },
    resolvedOptions,
  }),
});
