import { ExpressionError } from './errors.ts';
import type { ExpressionLimits } from './types.ts';

/** What a text and its values may be, in previews and runs alike. */
export const limits = {
  /** Characters of code in all parts of one text. */
  codeLength: 50_000,
  /** `{{ }}` in one text. */
  parts: 5_000,
  /** Levels of the syntax tree. */
  nesting: 1_000,
  callDepth: 200,
  textLength: 10_000_000,
  listLength: 1_000_000,
};

/**
 * What one evaluation may use where nobody says otherwise. A step is a call, a turn of a loop, or a piece of work on long texts and lists: at most 120
 * nanoseconds of one core, so that every expression ends within a tenth of a second, and work on lists of 100,000 elements is possible.
 * `bench/expression-limits.ts` measures whether that is so.
 */
export const previewLimits: ExpressionLimits = Object.freeze({ steps: 600_000 });

/** Steps between two looks at the clock. */
export const stepsAtOnce = 600_000;

/** Steps that work of the host is worth, by how long it takes. */
export const costs = {
  /** An error that the expression catches, with what the host remembers of its place. */
  error: 180,
  /** Each call that a caught error has to leave. */
  errorLevel: 8,
  /** A number in digits of another base, of which there may be a thousand. */
  digits: 60,
  /** A function of Luxon, or reading an address. */
  date: 100,
  /** A date that names no zone, beyond one that does: the host looks up the zone's history. */
  localDate: 200,
  /** Reading a date in a given format. */
  formattedDate: 400,
  /** Reading a date in an unknown format. */
  unknownDate: 500,
  /** A date or address as text. */
  text: 35,
  /** Looking for a known pattern, whatever the text. */
  search: 6,
  /** Variables of a node that were not read before. */
  node: 50,
  /** A new pattern. */
  pattern: 100,
  /** Text in a language's own way, by a formatter that is there. */
  format: 60,
  /** A new formatter of the host. */
  formatter: 1_000,
};

export interface Budget {
  /** Steps that are left before `runOut` is asked. */
  steps: number;
  /** Gives more steps. @throws ExpressionError of kind `budget` if there are none */
  runOut(): void;
}

/** A budget of so many steps and no more. */
export const budgetOf = (steps: number): Budget => ({
  steps,
  runOut: () => {
    throw outOfSteps();
  },
});

/** @throws ExpressionError of kind `budget` */
export function charge(budget: Budget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0) budget.runOut();
}

/** Of a text that is read once, of a list that is copied. */
export const charactersPerStep = 32;
export const elementsPerStep = 8;

/**
 * Charges for reading or making a text of so many characters, and refuses one that is too long.
 * @param weight how many times longer the work takes than reading the text once
 */
export function chargeText(budget: Budget, length: number, weight = 1): void {
  if (length > limits.textLength) throw tooLarge('text', limits.textLength, 'characters');
  charge(budget, 1 + Math.floor((length * weight) / charactersPerStep));
}

/**
 * Charges for reading or making a list of so many elements, and refuses one that is too long.
 * @param weight how many times longer the work takes than copying the list
 */
export function chargeList(budget: Budget, length: number, weight = 1): void {
  if (length > limits.listLength) throw tooLarge('list', limits.listLength, 'elements');
  charge(budget, 2 + Math.floor((length * weight) / elementsPerStep));
}

/** Charges for going over the fields of an object; the host takes longer for each field of a big one. */
export function chargeFields(budget: Budget, count: number): void {
  charge(budget, count > 1_000 ? count * 5 + (count >> 1) : count);
}

export const outOfSteps = () =>
  new ExpressionError('budget', 'The expression takes too many steps', {
    hint: 'Work on fewer values, or move the work to a Code node.',
  });

export const outOfTime = () =>
  new ExpressionError('budget', 'The expression takes too long', {
    hint: 'Work on fewer values, or move the work to a Code node.',
  });

export const outOfMemory = () =>
  new ExpressionError('budget', 'The expression takes too much memory', {
    hint: 'Keep less of what it makes, work on fewer values, or move the work to a Code node.',
  });

const tooLarge = (what: string, limit: number, unit: string) =>
  new ExpressionError(
    'budget',
    `The expression makes a ${what} of more than ${limit.toLocaleString('en-US')} ${unit}`,
    {
      hint: 'Make it smaller, or move the work to a Code node.',
    },
  );
