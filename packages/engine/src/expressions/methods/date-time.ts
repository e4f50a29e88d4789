import type { DateTime, DurationUnit } from 'luxon';
import { charge, costs } from '../budget.ts';
import { toText } from '../language/convert.ts';
import { localesOf, oneLocaleOf, plainArgument, plainOptions } from '../language/options.ts';
import { isPlainObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { dateTimeExtensions, formatText, nowOf, pointArgument, pointOf } from './date-time-extensions.ts';
import { luxonMethod } from './luxon-method.ts';
import { defineTable, type Method, type Property } from './table.ts';
import { zoneNamed } from './time-of-run.ts';

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
  'toJSDate',
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

const properties: Record<string, Property<DateTime>> = Object.create(null) as Record<string, Property<DateTime>>;
for (const name of luxonProperties) properties[name] = (date) => date[name];

properties.zone = ({ zone }) => ({
  name: zone.name,
  type: zone.type,
  isUniversal: zone.isUniversal,
  isValid: zone.isValid,
});

/** Options of `toRelative`: relative to now by the clock of the run, unless they name another point in time. */
function relativeOptions(scope: Scope, options: unknown): { base: DateTime } {
  const base = isPlainObject(options) && Object.hasOwn(options, 'base') ? pointOf(scope, options.base) : undefined;
  return { ...plainOptions(scope, options), base: base ?? nowOf(scope) };
}

/** These go through several other dates, or ask the formatters of the host: how many times longer they take. */
const slowMethods: ReadonlyMap<string, number> = new Map([
  ['startOf', 2],
  ['toRFC2822', 2],
  ['toSQL', 2],
  ['toSQLTime', 2],
  ...['getPossibleOffsets', 'toLocaleParts', 'endOf', 'until', 'hasSame'].map((name): [string, number] => [name, 7]),
]);

const native: Record<string, Method<DateTime>> = {
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
    return date.toRelative(relativeOptions(scope, options));
  },
  toRelativeCalendar: (date, [options], scope) => {
    charge(scope, costs.formatter * 4);
    return date.toRelativeCalendar(relativeOptions(scope, options));
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
    return typeof options === 'string'
      ? date.setLocale(oneLocaleOf(options)).toLocaleString(plainOptions(scope, locale))
      : date.toLocaleString(plainOptions(scope, plainArgument(scope, options)), chosen);
  },
};
for (const name of luxonMethods) native[name] = luxonMethod<DateTime>(name, costs.date * (slowMethods.get(name) ?? 1));
native.toFormat = (date, [format, options], scope) =>
  date.toFormat(formatText(scope, format), plainOptions(scope, options));

/** Properties for which Luxon asks the host's formatters or makes another date. */
const slow: ReadonlySet<string> = new Set(
  (
    'isInDST isInLeapYear offset offsetNameLong offsetNameShort weekdayLong weekdayShort monthLong monthShort localWeekNumber ' +
    'localWeekYear localWeekday weeksInLocalWeekYear weeksInWeekYear daysInYear isOffsetFixed'
  ).split(' '),
);

export const dateTimeTable = defineTable<DateTime>('date', {
  native,
  extensions: dateTimeExtensions,
  properties,
  costOf: (name) => (slow.has(name) ? costs.formatter : costs.text),
});
