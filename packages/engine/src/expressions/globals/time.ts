import { DateTime, Duration, type DurationLikeObject, Interval } from 'luxon';
import { charge, costs } from '../budget.ts';
import { typeError } from '../errors.ts';
import { toNumber, toText } from '../language/convert.ts';
import { toList } from '../language/iterate.ts';
import { plainOptions } from '../language/options.ts';
import { fresh } from '../language/paying.ts';
import { type FunctionValue, type Invoke, Namespace } from '../language/values.ts';
import { durationOf } from '../methods/date-time-extensions.ts';
import { keepFewZones } from '../methods/luxon-caches.ts';
import { namesZone, readFormatted } from '../methods/read-date-time.ts';
import { byClockOf, nowOf, zoneNamed } from '../methods/time-of-run.ts';
import type { Scope } from '../scope.ts';
import { defineFunctions } from './define.ts';

/** A text that the host reads as a date. */
function paidDate(scope: Scope, text: string): string {
  charge(scope, 4 + (text.length >> 3));
  return text;
}

const makeDate = fresh<Invoke>((scope, args) => {
  if (args.length === 0) return new Date(scope.data.now());
  const [only] = args;
  if (args.length === 1) {
    if (only instanceof Date) return new Date(only);
    if (only instanceof DateTime) return only.toJSDate();
    return new Date(typeof only === 'string' ? paidDate(scope, only) : toNumber(scope, only));
  }
  charge(scope, 4);
  const parts = args.slice(0, 7).map((part) => toNumber(scope, part));
  const [year = 0, month = 0, ...rest] = parts;
  return new Date(year, month, ...rest);
});

export const date = new Namespace('Date', {
  call: (scope) => {
    charge(scope, costs.text);
    return new Date(scope.data.now()).toString();
  },
  construct: makeDate,
  holds: (value) => value instanceof Date,
  members: defineFunctions({
    now: (scope) => scope.data.now(),
    parse: (scope, [text]) => Date.parse(paidDate(scope, toText(scope, text))),
    UTC: (scope, args) => {
      charge(scope, 4);
      const [year = 0, month = 0, ...rest] = args.slice(0, 7).map((part) => toNumber(scope, part));
      return Date.UTC(year, month, ...rest);
    },
  }),
});

/** Options of a reader, with the zone of the workflow where they name none. */
function inZone(scope: Scope, options: unknown): { zone: string } {
  charge(scope, costs.date);
  const plain = plainOptions(scope, options);
  return { ...plain, zone: zoneNamed(scope, plain.zone) };
}

const reading =
  (read: (text: string, options: { zone: string }) => DateTime): Invoke =>
  (scope, [value, options]) => {
    const text = toText(scope, value).slice(0, 200);
    if (!namesZone(text)) charge(scope, costs.localDate);
    keepFewZones(text);
    return byClockOf(scope, () => read(text, inZone(scope, options)));
  };

const ofParts =
  (zone: 'local' | 'utc'): Invoke =>
  (scope, args) => {
    charge(scope, costs.date + args.length);
    const numbers = args.filter((arg) => typeof arg === 'number');
    const options = plainOptions(scope, args.at(-1));
    if (numbers.length === 0)
      return zone === 'utc' ? nowOf(scope).toUTC() : nowOf(scope).setZone(zoneNamed(scope, options.zone));
    charge(scope, costs.localDate);
    const [year, month, day, hour, minute, second, millisecond] = numbers;
    return DateTime.fromObject(
      { year, month, day, hour, minute, second, millisecond },
      zone === 'utc' ? { zone: 'utc' } : inZone(scope, options),
    );
  };

function dateTimes(scope: Scope, values: readonly unknown[]): DateTime[] {
  const all = values.flatMap((value) => (Array.isArray(value) ? toList(scope, value) : [value]));
  charge(scope, all.length);
  return all.filter((value) => value instanceof DateTime);
}

/** Functions of Luxon, each of which makes a date or the like. */
const defineDates = (functions: Readonly<Record<string, Invoke>>): Record<string, FunctionValue> =>
  defineFunctions(
    Object.fromEntries(
      Object.entries(functions).map(([name, invoke]): [string, Invoke] => [
        name,
        (scope, args) => {
          charge(scope, costs.date);
          return invoke(scope, args);
        },
      ]),
    ),
  );

export const dateTime = new Namespace('DateTime', {
  holds: (value) => value instanceof DateTime,
  members: {
    ...defineDates({
      now: nowOf,
      local: ofParts('local'),
      utc: ofParts('utc'),
      fromISO: reading(DateTime.fromISO),
      fromSQL: reading(DateTime.fromSQL),
      fromRFC2822: reading(DateTime.fromRFC2822),
      fromHTTP: reading(DateTime.fromHTTP),
      fromFormat: (scope, [text, format, options]) => {
        charge(scope, costs.formattedDate);
        return readFormatted(scope, toText(scope, text), toText(scope, format), inZone(scope, options));
      },
      fromMillis: (scope, [value, options]) => DateTime.fromMillis(toNumber(scope, value), inZone(scope, options)),
      fromSeconds: (scope, [value, options]) => DateTime.fromSeconds(toNumber(scope, value), inZone(scope, options)),
      fromJSDate: (scope, [value, options]) => {
        if (!(value instanceof Date)) throw typeError('DateTime.fromJSDate needs a Date');
        return DateTime.fromJSDate(value, inZone(scope, options));
      },
      fromObject: (scope, [parts, options]) => {
        charge(scope, costs.localDate);
        return byClockOf(scope, () => DateTime.fromObject(plainOptions(scope, parts), inZone(scope, options)));
      },
      isDateTime: (_, [value]) => value instanceof DateTime,
      max: (scope, args) => DateTime.max(...dateTimes(scope, args)),
      min: (scope, args) => DateTime.min(...dateTimes(scope, args)),
    }),
    ...formats(),
  },
});

/** `DateTime.DATE_FULL` and its kind. */
function formats(): Record<string, unknown> {
  const names = [
    'DATE_SHORT',
    'DATE_MED',
    'DATE_MED_WITH_WEEKDAY',
    'DATE_FULL',
    'DATE_HUGE',
    'TIME_SIMPLE',
    'TIME_WITH_SECONDS',
    'TIME_WITH_SHORT_OFFSET',
    'TIME_WITH_LONG_OFFSET',
    'TIME_24_SIMPLE',
    'TIME_24_WITH_SECONDS',
    'TIME_24_WITH_SHORT_OFFSET',
    'TIME_24_WITH_LONG_OFFSET',
    'DATETIME_SHORT',
    'DATETIME_SHORT_WITH_SECONDS',
    'DATETIME_MED',
    'DATETIME_MED_WITH_SECONDS',
    'DATETIME_MED_WITH_WEEKDAY',
    'DATETIME_FULL',
    'DATETIME_FULL_WITH_SECONDS',
    'DATETIME_HUGE',
    'DATETIME_HUGE_WITH_SECONDS',
  ] as const satisfies readonly (keyof typeof DateTime)[];
  return Object.fromEntries(names.map((name) => [name, Object.freeze({ ...DateTime[name] })]));
}

export const duration = new Namespace('Duration', {
  holds: (value) => value instanceof Duration,
  members: defineDates({
    fromObject: (scope, [parts]) => Duration.fromObject(plainOptions(scope, parts) as DurationLikeObject),
    fromMillis: (scope, [value]) => Duration.fromMillis(toNumber(scope, value)),
    fromISO: (scope, [text]) => Duration.fromISO(toText(scope, text).slice(0, 200)),
    fromISOTime: (scope, [text]) => Duration.fromISOTime(toText(scope, text).slice(0, 200)),
    fromDurationLike: (scope, args) => durationOf(scope, args),
    isDuration: (_, [value]) => value instanceof Duration,
  }),
});

const pointOf = (scope: Scope, value: unknown): DateTime => {
  if (value instanceof DateTime) return value;
  if (value instanceof Date) return DateTime.fromJSDate(value, { zone: scope.data.timezone });
  throw typeError('An Interval goes from one DateTime to another');
};

function intervalsOf(scope: Scope, value: unknown): Interval[] {
  const values = toList(scope, value);
  charge(scope, values.length);
  const list = values.filter((element) => element instanceof Interval);
  charge(scope, list.length * costs.date * 2);
  return list;
}

function spanOf(scope: Scope, value: unknown): Duration | DurationLikeObject {
  charge(scope, costs.date);
  return value instanceof Duration ? value : (plainOptions(scope, value) as DurationLikeObject);
}

export const interval = new Namespace('Interval', {
  holds: (value) => value instanceof Interval,
  members: defineDates({
    fromDateTimes: (scope, [from, to]) => Interval.fromDateTimes(pointOf(scope, from), pointOf(scope, to)),
    after: (scope, [from, span]) => Interval.after(pointOf(scope, from), spanOf(scope, span)),
    before: (scope, [to, span]) => Interval.before(pointOf(scope, to), spanOf(scope, span)),
    merge: (scope, [list]) => Interval.merge(intervalsOf(scope, list)),
    xor: (scope, [list]) => Interval.xor(intervalsOf(scope, list)),
    isInterval: (_, [value]) => value instanceof Interval,
    fromISO: (scope, [text, options]) =>
      byClockOf(scope, () => Interval.fromISO(toText(scope, text).slice(0, 400), inZone(scope, options))),
  }),
});
