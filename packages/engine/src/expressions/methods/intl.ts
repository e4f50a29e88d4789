import { chargeText } from '../budget.ts';
import { toNumber, toText } from '../language/convert.ts';
import { plainOptions } from '../language/options.ts';
import type { Scope } from '../scope.ts';
import { defineTable } from './table.ts';

const instant = (scope: Scope, value: unknown): number =>
  value === undefined ? scope.data.now() : toNumber(scope, value);

export const dateFormatTable = defineTable<Intl.DateTimeFormat>('formatter', {
  native: {
    format: (formatter, [date], scope) => formatter.format(instant(scope, date)),
    formatToParts: (formatter, [date], scope) => formatter.formatToParts(instant(scope, date)),
    resolvedOptions: (formatter) => plainOptions({ ...formatter.resolvedOptions() }),
  },
});

export const numberFormatTable = defineTable<Intl.NumberFormat>('formatter', {
  native: {
    format: (formatter, [number], scope) => formatter.format(toNumber(scope, number)),
    formatToParts: (formatter, [number], scope) => formatter.formatToParts(toNumber(scope, number)),
    resolvedOptions: (formatter) => plainOptions({ ...formatter.resolvedOptions() }),
  },
});

export const relativeFormatTable = defineTable<Intl.RelativeTimeFormat>('formatter', {
  native: {
    format: (formatter, [amount, unit], scope) =>
      formatter.format(toNumber(scope, amount), toText(scope, unit) as Intl.RelativeTimeFormatUnit),
  },
});

export const listFormatTable = defineTable<Intl.ListFormat>('formatter', {
  native: {
    format: (formatter, [list], scope) => {
      const texts = Array.isArray(list) ? list.map((element) => toText(scope, element)) : [];
      chargeText(scope, texts.length * 32);
      return formatter.format(texts);
    },
  },
});

export const pluralRulesTable = defineTable<Intl.PluralRules>('rules', {
  native: { select: (rules, [number], scope) => rules.select(toNumber(scope, number)) },
});

export const collatorTable = defineTable<Intl.Collator>('collator', {
  native: { compare: (collator, [left, right], scope) => collator.compare(toText(scope, left), toText(scope, right)) },
});
