import { DateTime } from 'luxon';
import { charge, costs } from '../budget.ts';
import { toNumber } from '../language/convert.ts';
import { keepFormatters } from '../language/formatters.ts';
import { localesOf, plainOptions } from '../language/options.ts';
import { assertOwn } from '../language/ownership.ts';
import type { Scope } from '../scope.ts';
import { dateTimeExtensions } from './date-time-extensions.ts';
import { defineTable, type Method } from './table.ts';

type Arguments = readonly unknown[];

/** Names of JavaScript's functions on dates that take nothing. */
const reading = [
  'getDate',
  'getDay',
  'getFullYear',
  'getHours',
  'getMilliseconds',
  'getMinutes',
  'getMonth',
  'getSeconds',
  'getTime',
  'getTimezoneOffset',
  'getUTCDate',
  'getUTCDay',
  'getUTCFullYear',
  'getUTCHours',
  'getUTCMilliseconds',
  'getUTCMinutes',
  'getUTCMonth',
  'getUTCSeconds',
  'toDateString',
  'toISOString',
  'toJSON',
  'toString',
  'toTimeString',
  'toUTCString',
  'valueOf',
] as const;

const writing = [
  'setDate',
  'setFullYear',
  'setHours',
  'setMilliseconds',
  'setMinutes',
  'setMonth',
  'setSeconds',
  'setTime',
  'setUTCDate',
  'setUTCFullYear',
  'setUTCHours',
  'setUTCMilliseconds',
  'setUTCMinutes',
  'setUTCMonth',
  'setUTCSeconds',
] as const;

const dateFormatter = keepFormatters(
  (locales, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locales, options),
);

const dateParts = ['year', 'month', 'day'] as const;
const timeParts = ['hour', 'minute', 'second'] as const;
const otherParts: Readonly<Record<string, readonly string[]>> = {
  year: ['weekday'],
  hour: ['dayPeriod', 'fractionalSecondDigits'],
};

/** As JavaScript: the function's own parts of a date, unless the options name one of them. */
function withDefaults(options: Intl.DateTimeFormatOptions, parts: readonly string[]): Intl.DateTimeFormatOptions {
  const named = ['dateStyle', 'timeStyle', ...parts.flatMap((part) => [part, ...(otherParts[part] ?? [])])];
  if (named.some((name) => Object.hasOwn(options, name))) return options;
  return { ...options, ...Object.fromEntries(parts.map((part) => [part, 'numeric'])) };
}

const native: Record<string, Method<Date>> = {};
for (const [name, parts] of [
  ['toLocaleDateString', dateParts],
  ['toLocaleTimeString', timeParts],
  ['toLocaleString', [...dateParts, ...timeParts]],
] as const) {
  native[name] = (date: Date, [locales, options]: Arguments, scope: Scope) => {
    charge(scope, costs.text);
    return Number.isNaN(date.getTime())
      ? 'Invalid Date'
      : dateFormatter(scope, localesOf(locales), withDefaults(plainOptions(scope, options), parts)).format(date);
  };
}
for (const name of reading) {
  native[name] = (date: Date, _: Arguments, scope: Scope) => {
    charge(scope, name.startsWith('to') ? costs.text : 4);
    return date[name]();
  };
}
for (const name of writing) {
  native[name] = (date: Date, args: Arguments, scope: Scope) => {
    assertOwn(scope, date, 'Change a copy: new Date(date).');
    const set = date[name] as (...parts: number[]) => number;
    return set.apply(
      date,
      args.map((arg) => toNumber(scope, arg)),
    );
  };
}

const asDateTime = (date: Date, scope: Scope): DateTime => DateTime.fromJSDate(date, { zone: scope.data.timezone });

/** The same extensions as for DateTime; what gives a DateTime there gives a Date here. */
function extension(method: Method<DateTime>): Method<Date> {
  return (date, args, scope) => {
    charge(scope, costs.date);
    const result = method(asDateTime(date, scope), args, scope);
    return result instanceof DateTime ? result.toJSDate() : result;
  };
}

const extensions: Record<string, Method<Date>> = {};
for (const [name, method] of Object.entries(dateTimeExtensions)) extensions[name] = extension(method);
extensions.toDateTime = (date, _, scope) => {
  charge(scope, costs.date);
  return asDateTime(date, scope);
};
extensions.toJsonString = (date, _, scope) => {
  charge(scope, costs.text);
  return JSON.stringify(date);
};

export const dateTable = defineTable<Date>('date', { native, extensions });
