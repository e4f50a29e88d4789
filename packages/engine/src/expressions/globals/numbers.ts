import { chargeList } from '../budget.ts';
import { toInteger, toNumber, toText } from '../language/convert.ts';
import { type Declarable, payingItself } from '../language/paying.ts';
import { type Invoke, Namespace } from '../language/values.ts';
import { defineFunctions } from './define.ts';

const ofOne = [
  'abs',
  'acos',
  'acosh',
  'asin',
  'asinh',
  'atan',
  'atanh',
  'cbrt',
  'ceil',
  'clz32',
  'cos',
  'cosh',
  'exp',
  'expm1',
  'floor',
  'fround',
  'log',
  'log10',
  'log1p',
  'log2',
  'round',
  'sign',
  'sin',
  'sinh',
  'sqrt',
  'tan',
  'tanh',
  'trunc',
] as const satisfies readonly (keyof Math)[];

const constants = [
  'E',
  'LN10',
  'LN2',
  'LOG10E',
  'LOG2E',
  'PI',
  'SQRT1_2',
  'SQRT2',
] as const satisfies readonly (keyof Math)[];

const functions: Record<string, Declarable<Invoke>> = {
  max: (scope, args) =>
    args.reduce<number>((most, arg) => Math.max(most, toNumber(scope, arg)), Number.NEGATIVE_INFINITY),
  min: (scope, args) =>
    args.reduce<number>((least, arg) => Math.min(least, toNumber(scope, arg)), Number.POSITIVE_INFINITY),
  pow: (scope, [base, exponent]) => toNumber(scope, base) ** toNumber(scope, exponent),
  atan2: (scope, [y, x]) => Math.atan2(toNumber(scope, y), toNumber(scope, x)),
  hypot: (scope, args) => {
    chargeList(scope, args.length, 4);
    return Math.sqrt(args.reduce<number>((sum, arg) => sum + toNumber(scope, arg) ** 2, 0));
  },
  imul: (scope, [left, right]) => Math.imul(toNumber(scope, left), toNumber(scope, right)),
  random: (scope) => scope.data.random(),
};
for (const name of ofOne) functions[name] = payingItself((scope, [value]) => Math[name](toNumber(scope, value)));

export const math = new Namespace('Math', {
  members: { ...Object.fromEntries(constants.map((name) => [name, Math[name]])), ...defineFunctions(functions) },
});

const parseNumber: Record<'parseFloat' | 'parseInt', Invoke> = {
  parseFloat: (scope, [value]) => Number.parseFloat(toText(scope, value)),
  parseInt: (scope, [value, radix]) =>
    Number.parseInt(toText(scope, value), radix === undefined ? undefined : toInteger(scope, radix)),
};

export const number = new Namespace('Number', {
  call: (scope, args) => (args.length === 0 ? 0 : toNumber(scope, args[0])),
  members: {
    EPSILON: Number.EPSILON,
    MAX_SAFE_INTEGER: Number.MAX_SAFE_INTEGER,
    MIN_SAFE_INTEGER: Number.MIN_SAFE_INTEGER,
    MAX_VALUE: Number.MAX_VALUE,
    MIN_VALUE: Number.MIN_VALUE,
    NaN: Number.NaN,
    POSITIVE_INFINITY: Number.POSITIVE_INFINITY,
    NEGATIVE_INFINITY: Number.NEGATIVE_INFINITY,
    ...defineFunctions({
      ...parseNumber,
      isFinite: (_, [value]) => Number.isFinite(value),
      isInteger: (_, [value]) => Number.isInteger(value),
      isNaN: (_, [value]) => Number.isNaN(value),
      isSafeInteger: (_, [value]) => Number.isSafeInteger(value),
    }),
  },
});

export const numberFunctions = defineFunctions({
  ...parseNumber,
  isNaN: (scope, [value]) => Number.isNaN(toNumber(scope, value)),
  isFinite: (scope, [value]) => Number.isFinite(toNumber(scope, value)),
});
