import { charge, costs } from '../budget.ts';
import { typeError } from '../errors.ts';
import { toInteger } from '../language/convert.ts';
import { keepFormatters } from '../language/formatters.ts';
import { localesOf, plainOptions } from '../language/options.ts';
import type { Scope } from '../scope.ts';
import { dateTimeOfNumber } from './read-date-time.ts';
import { defineTable, type Method } from './table.ts';

function assertWhole(value: number, method: string): void {
  if (!Number.isInteger(value)) throw typeError(`${method}() is only callable on a whole number`);
}

/** Moves the decimal point of a number by its text, where no digit is lost to a multiplication. */
function shift(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

function round(value: number, places: number): number {
  if (places === 0) return Math.round(value);
  const shifted = shift(value, places);
  return Number.isFinite(shifted) ? shift(Math.round(shifted), -places) : value;
}

/** A number with so many digits; the host takes longer for more of them. */
const written =
  (write: (value: number, digits: number | undefined) => string): Method<number> =>
  (value, [wanted], scope) => {
    const digits = wanted === undefined ? undefined : toInteger(scope, wanted);
    charge(scope, 2);
    return write(value, digits);
  };

const numberFormatter = keepFormatters(
  (locales, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locales, options),
);

function inLocale(scope: Scope, value: number, locales: string | string[] | undefined, options: unknown): string {
  return numberFormatter(scope, locales, plainOptions(scope, options)).format(value);
}

export const numberTable = defineTable<number>('number', {
  native: {
    toFixed: written((value, digits = 0) => value.toFixed(digits)),
    toPrecision: written((value, digits) => (digits === undefined ? String(value) : value.toPrecision(digits))),
    toExponential: written((value, digits) => value.toExponential(digits)),
    toString: (value: number, [radix]: readonly unknown[], scope: Scope) => {
      if (radix === undefined) return String(value);
      charge(scope, Number.isInteger(value) ? 4 : costs.digits);
      return value.toString(toInteger(scope, radix));
    },
    toLocaleString: (value: number, [locales, options]: readonly unknown[], scope: Scope) =>
      inLocale(scope, value, localesOf(locales), options),
    valueOf: (value: number) => value,
  },
  extensions: {
    abs: (value) => Math.abs(value),
    ceil: (value) => Math.ceil(value),
    floor: (value) => Math.floor(value),
    round: (value, [places], scope) => {
      charge(scope, places === undefined ? 0 : 8);
      return round(value, toInteger(scope, places));
    },
    isEven: (value) => {
      assertWhole(value, 'isEven');
      return value % 2 === 0;
    },
    isOdd: (value) => {
      assertWhole(value, 'isOdd');
      return Math.abs(value) % 2 === 1;
    },
    isInteger: (value) => Number.isInteger(value),
    isEmpty: () => false,
    isNotEmpty: () => true,
    format: (value, [locales, options], scope) => inLocale(scope, value, localesOf(locales) ?? 'en-US', options),
    toDateTime: (value, [unit], scope) => {
      charge(scope, costs.date);
      return dateTimeOfNumber(value, typeof unit === 'string' ? unit : 'ms', scope.data.timezone);
    },
    toInt: (value) => Math.round(value),
    toFloat: (value) => value,
    toNumber: (value) => value,
    toBoolean: (value) => value !== 0,
    toJsonString: (value) => JSON.stringify(value),
  },
});

export const booleanTable = defineTable<boolean>('boolean', {
  native: { toString: (value: boolean) => String(value), valueOf: (value: boolean) => value },
  extensions: {
    toNumber: (value) => Number(value),
    toInt: (value) => Number(value),
    toFloat: (value) => Number(value),
    toBoolean: (value) => value,
    toDateTime: () => undefined,
    isEmpty: () => false,
    isNotEmpty: () => true,
    toJsonString: (value) => String(value),
  },
});
