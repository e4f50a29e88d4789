import type { Duration, Interval } from 'luxon';
import { charge, costs } from '../budget.ts';
import { typeError } from '../errors.ts';
import { toInteger } from '../language/convert.ts';
import { plainOptions } from '../language/options.ts';
import { isPlainObject } from '../language/values.ts';
import { durationOf, pointArgument } from './date-time-extensions.ts';
import { keepFewOf } from './luxon-caches.ts';
import { luxonMethod } from './luxon-method.ts';
import { defineTable, type Method, type Property } from './table.ts';

const durationMethods = [
  'as',
  'equals',
  'get',
  'negate',
  'normalize',
  'reconfigure',
  'removeZeros',
  'rescale',
  'set',
  'shiftTo',
  'shiftToAll',
  'toFormat',
  'toHuman',
  'toISO',
  'toISOTime',
  'toJSON',
  'toMillis',
  'toObject',
  'toString',
  'valueOf',
] as const satisfies readonly (keyof Duration)[];

const durationProperties = [
  'days',
  'hours',
  'invalidReason',
  'isValid',
  'milliseconds',
  'minutes',
  'months',
  'quarters',
  'seconds',
  'weeks',
  'years',
] as const satisfies readonly (keyof Duration)[];

const ofDuration: Record<string, Method<Duration>> = {
  plus: (duration, args, scope) => duration.plus(durationOf(scope, args)),
  minus: (duration, args, scope) => duration.minus(durationOf(scope, args)),
};
/** In words by several formatters of the host; the others turn units into each other. */
const slow: ReadonlyMap<string, number> = new Map([
  ['toHuman', costs.formatter * 4],
  ['toFormat', costs.date * 3],
  ['as', costs.date + costs.text],
  ['shiftToAll', costs.date * 4],
  ['rescale', costs.date * 4],
  ['normalize', costs.date * 2],
]);
for (const name of durationMethods) ofDuration[name] = luxonMethod<Duration>(name, slow.get(name));
for (const name of ['toHuman', 'toFormat']) {
  const inWords = ofDuration[name] as Method<Duration>;
  ofDuration[name] = (duration, args, scope) => {
    keepFewOf(duration, plainOptions(scope, args.at(-1)));
    return inWords(duration, args, scope);
  };
}
const durationFields: Record<string, Property<Duration>> = {};
for (const name of durationProperties) durationFields[name] = (duration) => duration[name];

export const durationTable = defineTable<Duration>('duration', {
  native: ofDuration,
  costOf: () => costs.text,
  extensions: {
    toJsonString: (duration, _, scope) => {
      charge(scope, costs.date);
      return JSON.stringify(duration);
    },
    isEmpty: () => false,
    isNotEmpty: () => true,
  },
  properties: durationFields,
});

const intervalMethods = [
  'abutsStart',
  'abutsEnd',
  'contains',
  'count',
  'difference',
  'engulfs',
  'equals',
  'hasSame',
  'intersection',
  'isAfter',
  'isBefore',
  'isEmpty',
  'length',
  'overlaps',
  'toDuration',
  'toFormat',
  'toISO',
  'toISODate',
  'toISOTime',
  'toLocaleString',
  'toString',
  'union',
] as const satisfies readonly (keyof Interval)[];

const ofInterval: Record<string, Method<Interval>> = {};
/** @throws ExpressionError if the interval would fall into too many */
function assertFewParts(count: number): void {
  if (!(count <= mostParts)) throw typeError(`An interval is split into at most ${mostParts} parts`);
}

const mostParts = 1_000;

ofInterval.set = (interval, [ends], scope) => {
  charge(scope, costs.date);
  const end = (name: 'start' | 'end') =>
    isPlainObject(ends) && Object.hasOwn(ends, name) ? pointArgument(scope, ends[name], 'set') : undefined;
  return interval.set({ start: end('start'), end: end('end') });
};
ofInterval.splitBy = (interval, args, scope) => {
  const part = durationOf(scope, args);
  // A part that goes back in time, even with one of its units, might never come to the end.
  if (Object.values(part.toObject()).some((amount) => amount < 0))
    throw typeError('A part of an interval goes forward');
  const count = Math.ceil(interval.toDuration().toMillis() / part.toMillis());
  assertFewParts(count);
  charge(scope, (1 + count) * costs.date * 3);
  return interval.splitBy(part);
};
ofInterval.divideEqually = (interval, [count], scope) => {
  const parts = toInteger(scope, count);
  if (parts < 1) throw typeError('divideEqually() needs a number of parts of 1 or more');
  assertFewParts(parts);
  charge(scope, (2 + parts) * costs.date * 3);
  return interval.divideEqually(parts);
};
/** Differences of dates by their calendar, in multiples of what another function of Luxon takes. */
const slowOfInterval: ReadonlyMap<string, number> = new Map([
  ['count', 10],
  ['length', 6],
  ['hasSame', 6],
  ['toDuration', 5],
  ['toFormat', 3],
  ['toLocaleString', 12],
]);
for (const name of intervalMethods)
  ofInterval[name] = luxonMethod<Interval>(name, costs.date * (slowOfInterval.get(name) ?? 1));
for (const name of ['toLocaleString', 'toFormat']) {
  const inWords = ofInterval[name] as Method<Interval>;
  ofInterval[name] = (interval, args, scope) => {
    if (interval.start) keepFewOf(interval.start, plainOptions(scope, args[0]));
    return inWords(interval, args, scope);
  };
}

export const intervalTable = defineTable<Interval>('interval', {
  native: ofInterval,
  properties: {
    start: (interval) => interval.start,
    end: (interval) => interval.end,
    isValid: (interval) => interval.isValid,
    invalidReason: (interval) => interval.invalidReason,
  },
});
