import type { DateTime, DurationUnit } from 'luxon';
import { charge, costs } from '../budget.ts';
import { toText } from '../language/convert.ts';
import { localesOf, oneLocaleOf, plainArgument, plainOptions } from '../language/options.ts';
import { type Declarable, fresh } from '../language/paying.ts';
import { isPlainObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { dateTimeExtensions, pointArgument, pointOf, toFormat } from './date-time-extensions.ts';
import { keepFewOf } from './luxon-caches.ts';
import { luxonMethod } from './luxon-method.ts';
import { defineTable, type Method, type Property } from './table.ts';
import { nowOf, zoneNamed } from './time-of-run.ts';

/** Functions of Luxon that take plain values and options. */
const luxonMethods = [
  'endOf',
  'equals',
  'getPossibleOffsets',
  'hasSame',
  'reconfigure',
  'set',
  'setLocale',
  'startOf',
  'toBSON',
  'toFormat',
  'toHTTP',
  'toISO',
  'toISODate',
  'toISOTime',
  'toISOWeekDate',
  'toJSON',
  'toLocaleParts',
  'toMillis',
  'toObject',
  'toRFC2822',
  'toSQL',
  'toSQLDate',
  'toSQLTime',
  'toSeconds',
  'toString',
  'toUTC',
  'toUnixInteger',
  'until',
  'valueOf',
] as const satisfies readonly (keyof DateTime)[];

const luxonProperties = [
  'daysInMonth',
  'daysInYear',
  'day',
  'hour',
  'invalidExplanation',
  'invalidReason',
  'isInDST',
  'isInLeapYear',
  'isOffsetFixed',
  'isValid',
  'locale',
  'localWeekNumber',
  'localWeekYear',
  'localWeekday',
  'millisecond',
  'minute',
  'month',
  'monthLong',
  'monthShort',
  'numberingSystem',
  'offset',
  'offsetNameLong',
  'offsetNameShort',
  'ordinal',
  'outputCalendar',
  'quarter',
  'second',
  'weekNumber',
  'weekYear',
  'weekday',
  'weekdayLong',
  'weekdayShort',
  'weeksInLocalWeekYear',
  'weeksInWeekYear',
  'year',
  'zoneName',
] as const satisfies readonly (keyof DateTime)[];

/** Properties for which Luxon asks the host's formatters or makes another date. */
const slow: ReadonlySet<string> = new Set(
  (
    'isInDST isInLeapYear offset offsetNameLong offsetNameShort weekdayLong weekdayShort monthLong monthShort localWeekNumber ' +
    'localWeekYear localWeekday weeksInLocalWeekYear weeksInWeekYear daysInYear isOffsetFixed'
  ).split(' '),
);

const properties: Record<string, Property<DateTime>> = Object.create(null) as Record<string, Property<DateTime>>;

for (const name of luxonProperties) {
  properties[name] = slow.has(name)
    ? (date) => {
        keepFewOf(date);
        return date[name];
      }
    : (date) => date[name];
}
properties.zone = ({ zone }) => ({
  name: zone.name,
  type: zone.type,
  isUniversal: zone.isUniversal,
  isValid: zone.isValid,
});

/** Options of `toRelative`: relative to now by the clock of the run, unless they name another point in time. */
function relativeOptions(scope: Scope, date: DateTime, options: unknown): { base: DateTime } {
  const base = isPlainObject(options) && Object.hasOwn(options, 'base') ? pointOf(scope, options.base) : undefined;
  const plain = plainOptions(scope, options);
  keepFewOf(date, plain);
  return { ...plain, base: base ?? nowOf(scope) };
}

/** These go through several other dates, or ask the formatters of the host: how many times longer they take. */
const slowMethods: ReadonlyMap<string, number> = new Map([
  ['startOf', 2],
  ['toRFC2822', 2],
  ['toSQL', 2],
  ['toSQLTime', 2],
  ...['getPossibleOffsets', 'toLocaleParts', 'endOf', 'until', 'hasSame'].map((name): [string, number] => [name, 7]),
]);

const native: Record<string, Declarable<Method<DateTime>>> = {
  // With the clock of the run in place of the host's.
  diff: (date, [other, units, options], scope) => {
    charge(scope, costs.date * 6);
    return date.diff(
      pointArgument(scope, other, 'diff'),
      plainArgument(scope, units) as DurationUnit[],
      plainOptions(scope, options),
    );
  },
  diffNow: (date, [units, options], scope) => {
    charge(scope, costs.date * 6);
    return date.diff(nowOf(scope), plainArgument(scope, units) as DurationUnit[], plainOptions(scope, options));
  },
  toRelative: (date, [options], scope) => {
    charge(scope, costs.formatter * 2);
    return date.toRelative(relativeOptions(scope, date, options));
  },
  toRelativeCalendar: (date, [options], scope) => {
    charge(scope, costs.formatter * 4);
    return date.toRelativeCalendar(relativeOptions(scope, date, options));
  },
  setZone: (date, [zone, options], scope) => {
    charge(scope, costs.date);
    return date.setZone(zoneNamed(scope, plainArgument(scope, zone)), plainOptions(scope, options));
  },
  toLocal: (date, _, scope) => {
    charge(scope, costs.date);
    return date.setZone(scope.data.timezone);
  },
  get: (date, [unit], scope) => {
    const name = toText(scope, unit);
    charge(scope, costs.formatter);
    return properties[name]?.(date);
  },
  toLocaleString: (date: DateTime, [options, locale]: readonly unknown[], scope: Scope) => {
    charge(scope, costs.formatter);
    const locales = localesOf(locale);
    const chosen = typeof locales === 'string' ? { locale: locales } : {};
    const local = typeof options === 'string' ? date.setLocale(oneLocaleOf(options)) : date.reconfigure(chosen);
    const plain = plainOptions(scope, typeof options === 'string' ? locale : plainArgument(scope, options));
    keepFewOf(local, plain);
    return local.toLocaleString(plain);
  },
};
for (const name of luxonMethods) native[name] = luxonMethod<DateTime>(name, costs.date * (slowMethods.get(name) ?? 1));
native.toFormat = toFormat;
native.toJSDate = fresh((date, _, scope) => {
  charge(scope, costs.date);
  return date.toJSDate();
});
const localeParts = native.toLocaleParts as Method<DateTime>;
native.toLocaleParts = (date, args, scope) => {
  keepFewOf(date, plainOptions(scope, args[0]));
  return localeParts(date, args, scope);
};

export const dateTimeTable = defineTable<DateTime>('date', {
  native,
  extensions: dateTimeExtensions,
  properties,
  costOf: (name) => (slow.has(name) ? costs.formatter : costs.text),
});
