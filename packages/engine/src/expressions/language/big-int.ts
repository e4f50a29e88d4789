import type { BinaryOperator } from 'acorn';
import { type Budget, charge } from '../budget.ts';
import { ExpressionError, typeError } from '../errors.ts';

/** Whole numbers of any size within reason: work on them grows with their length, so the length has a limit. */

const mostBits = 8_192;
const mostDigits = 2_500;
const limit = 1n << BigInt(mostBits);
const small = 1n << 64n;

const isSmall = (value: bigint): boolean => value < small && value > -small;

/** Charges for what looks at all digits of a long number; writing them out takes longest. */
export function chargeBigInt(budget: Budget, value: bigint, steps = 100): void {
  if (!isSmall(value)) charge(budget, steps);
}

export const textSteps = 650;

/** @throws ExpressionError if the number is too large */
export function checkedBigInt(budget: Budget, value: bigint): bigint {
  if (isSmall(value)) return value;
  charge(budget, 100);
  if (value < limit && value > -limit) return value;
  throw tooLarge();
}

const tooLarge = () =>
  new ExpressionError('budget', 'The expression makes too large a number', {
    hint: `A BigInt has at most ${mostDigits.toLocaleString('en-US')} digits.`,
  });

/** As `BigInt(value)`. @throws ExpressionError */
export function toBigInt(budget: Budget, value: string | number | bigint | boolean): bigint {
  if (typeof value === 'string') {
    if (value.length > mostDigits) throw tooLarge();
    charge(budget, value.length >> 3);
  }
  try {
    return checkedBigInt(budget, BigInt(value));
  } catch (cause) {
    if (cause instanceof ExpressionError) throw cause;
    throw new ExpressionError('type', `"${String(value).slice(0, 50)}" is no whole number`, { cause });
  }
}

type Numeric = number | bigint;

const operations: Partial<Record<BinaryOperator, (left: bigint, right: bigint) => bigint>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '**': (left, right) => {
    const bits = (left.toString(16).length - 1) * 4;
    if (bits * Number(right) > mostBits || (right > mostBits && left !== 1n && left !== 0n && left !== -1n))
      throw tooLarge();
    return left ** right;
  },
  '|': (left, right) => left | right,
  '&': (left, right) => left & right,
  '^': (left, right) => left ^ right,
  '<<': (left, right) => {
    if (right > mostBits) throw tooLarge();
    return left << right;
  },
  '>>': (left, right) => {
    if (right < -mostBits) throw tooLarge();
    return left >> right;
  },
};

/** @throws ExpressionError if only one of the two is a BigInt, or the operator is none for them */
export function calculate(budget: Budget, operator: BinaryOperator, left: Numeric, right: Numeric): bigint {
  const apply = operations[operator];
  if (typeof left !== 'bigint' || typeof right !== 'bigint') {
    throw typeError('A BigInt and a number cannot be mixed', 'Convert one of them: BigInt(number) or Number(big).');
  }
  if (apply === undefined) throw typeError(`There is no ${operator} for BigInt`, 'Convert it: Number(big).');
  chargeBigInt(budget, left);
  chargeBigInt(budget, right);
  return checkedBigInt(budget, apply(left, right));
}
