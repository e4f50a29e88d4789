import { DateTime, Duration, type DurationLikeObject, type DurationUnit } from 'luxon';
import { charge, costs } from '../budget.ts';
import { ExpressionError, quotable, typeError } from '../errors.ts';
import { toNumber, toText } from '../language/convert.ts';
import { plainOptions } from '../language/options.ts';
import type { Scope } from '../scope.ts';
import { keepFewOf } from './luxon-caches.ts';
import { readDateTime } from './read-date-time.ts';
import type { Method } from './table.ts';
import { nowOf } from './time-of-run.ts';

const maximalFormat = 1_000;

function formatText(scope: Scope, value: unknown): string {
  const format = toText(scope, value);
  charge(scope, costs.date + format.length * 4);
  if (format.length > maximalFormat) throw typeError('The format of the date is too long');
  return format;
}

/** A duration from `(n, unit)`, an object of units, or a Duration. */
export function durationOf(scope: Scope, [amount, unit]: readonly unknown[]): Duration {
  charge(scope, costs.date);
  if (amount instanceof Duration) return amount;
  if (typeof amount === 'object' && amount !== null)
    return Duration.fromObject(plainOptions(scope, amount) as DurationLikeObject);
  charge(scope, costs.date);
  const name = unit === undefined ? 'milliseconds' : quotable(toText(scope, unit));
  const number = toNumber(scope, amount);
  if (!Number.isFinite(number)) throw typeError('The amount of time is no number', 'Write .plus(1, "day").');
  return Duration.fromObject({ [name]: number } as DurationLikeObject);
}

/** A point in time of any kind: DateTime, Date or text; undefined if it is none. */
export function pointOf(scope: Scope, value: unknown): DateTime | undefined {
  if (value instanceof DateTime) return value;
  if (value instanceof Date) return DateTime.fromJSDate(value, { zone: scope.data.timezone });
  if (typeof value !== 'string') return undefined;
  try {
    return readDateTime(scope, value);
  } catch (error) {
    if (error instanceof ExpressionError && error.kind === 'budget') throw error;
    return undefined;
  }
}

export function pointArgument(scope: Scope, value: unknown, method: string): DateTime {
  const point = pointOf(scope, value);
  if (point === undefined) throw typeError(`${method}() needs a date to compare with`);
  return point;
}

const unitPattern = /^(?:year|quarter|month|week|day|hour|minute|second|millisecond)s?$/;

function unitOf(scope: Scope, value: unknown, fallback: DurationUnit): DurationUnit {
  charge(scope, costs.date);
  const unit = value === undefined ? fallback : toText(scope, value);
  if (!unitPattern.test(unit))
    throw typeError(`"${unit.slice(0, 50)}" is no unit of time`, 'Use days, hours, months …');
  return unit as DurationUnit;
}

/** A number for one unit, an object of numbers for several. */
function difference(
  scope: Scope,
  from: DateTime,
  to: DateTime,
  units: unknown,
): number | Record<string, number | undefined> {
  charge(scope, costs.date * 7);
  if (!Array.isArray(units)) {
    const unit = unitOf(scope, units, 'days');
    return from.diff(to, unit).as(unit);
  }
  const names = units.slice(0, 9).map((unit) => unitOf(scope, unit, 'days'));
  return { ...from.diff(to, names).toObject() };
}

const parts: Readonly<Record<string, (date: DateTime) => number>> = {
  year: (date) => date.year,
  quarter: (date) => date.quarter,
  month: (date) => date.month,
  week: (date) => date.weekNumber,
  weekNumber: (date) => date.weekNumber,
  day: (date) => date.day,
  weekday: (date) => date.weekday,
  hour: (date) => date.hour,
  minute: (date) => date.minute,
  second: (date) => date.second,
  millisecond: (date) => date.millisecond,
  yearDayNumber: (date) => date.ordinal,
  ordinal: (date) => date.ordinal,
};

export const toFormat: Method<DateTime> = (date, [format, options], scope) => {
  const plain = plainOptions(scope, options);
  keepFewOf(date, plain);
  return date.toFormat(formatText(scope, format), plain);
};

const startOf: Method<DateTime> = (date, [unit], scope) => {
  charge(scope, costs.date);
  return date.startOf(unitOf(scope, unit, 'week') as 'week');
};

const extensions: Readonly<Record<string, Method<DateTime>>> = {
  format: (date, [format], scope) => (format === undefined ? date.toISO() : toFormat(date, [format], scope)),
  plus: (date, args, scope) => date.plus(durationOf(scope, args)),
  minus: (date, args, scope) => date.minus(durationOf(scope, args)),
  beginningOf: startOf,
  endOfMonth: (date, _, scope) => {
    charge(scope, costs.date * 8);
    return date.endOf('month');
  },
  extract: (date, [part], scope) => {
    const name = part === undefined ? 'week' : toText(scope, part);
    return Object.hasOwn(parts, name) ? parts[name]?.(date) : null;
  },
  diffTo: (date, [other, units], scope) => difference(scope, date, pointArgument(scope, other, 'diffTo'), units),
  diffToNow: (date, [units], scope) => difference(scope, date, nowOf(scope), units),
  isBetween: (date, args, scope) => {
    if (args.length !== 2) throw typeError('isBetween() needs two dates', 'Write .isBetween(from, to).');
    const first = pointOf(scope, args[0])?.toMillis();
    const second = pointOf(scope, args[1])?.toMillis();
    if (first === undefined || second === undefined) return undefined;
    const value = date.toMillis();
    return value > Math.min(first, second) && value < Math.max(first, second);
  },
  isInLast: (date, [amount, unit], scope) => {
    charge(scope, costs.date * 2);
    const now = nowOf(scope);
    const from = now.minus(durationOf(scope, [amount, unit ?? 'minutes']));
    return date >= from && date <= now;
  },
  isWeekend: (date) => date.weekday > 5,
  isDst: (date, _, scope) => {
    charge(scope, costs.formatter);
    return date.isInDST;
  },
  toDateTime: (date) => date,
  toInt: (date) => date.toMillis(),
  toFloat: (date) => date.toMillis(),
  toBoolean: () => undefined,
  isEmpty: () => false,
  isNotEmpty: () => true,
  toJsonString: (date) => JSON.stringify(date),
};

/** What points in time can do in expressions beyond Luxon; also on JavaScript's dates. Each asks Luxon at least once. */
export const dateTimeExtensions: Readonly<Record<string, Method<DateTime>>> = Object.fromEntries(
  Object.entries(extensions).map(([name, method]): [string, Method<DateTime>] => [
    name,
    (date, args, scope) => {
      charge(scope, costs.date);
      return method(date, args, scope);
    },
  ]),
);
