import { ExpressionError } from './errors.ts';

/**
 * What one evaluation may use. A step is a call, a turn of a loop, or a piece of work on long texts and lists; the numbers are
 * chosen so that a runaway expression ends well within a tenth of a second, and work on real data never comes near them.
 */
export const limits = {
  /** Characters of code in all parts of one text. */
  codeLength: 100_000,
  /** `{{ }}` in one text. */
  parts: 5_000,
  /** Levels of the syntax tree. */
  nesting: 1_000,
  steps: 400_000,
  /** Added for each input item, since work over all items is legitimate. */
  stepsPerItem: 50,
  callDepth: 200,
  textLength: 10_000_000,
  listLength: 1_000_000,
};

/** Steps that work of the host is worth, by how long it takes. */
export const costs = {
  /** A function of Luxon, or reading an address. */
  date: 25,
  /** Reading a date in an unknown format. */
  unknownDate: 200,
  /** A new formatter or pattern, or text in a language's own way. */
  locale: 100,
};

export interface Budget {
  /** Steps that are left. */
  steps: number;
}

/** @throws ExpressionError of kind `budget` */
export function charge(budget: Budget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw outOfSteps();
}

/** Charges for reading or making a text of so many characters, and refuses one that is too long. */
export function chargeText(budget: Budget, length: number): void {
  if (length > limits.textLength) throw tooLarge('text', limits.textLength, 'characters');
  charge(budget, length >> 5);
}

/** Charges for reading or making a list of so many elements, and refuses one that is too long. */
export function chargeList(budget: Budget, length: number): void {
  if (length > limits.listLength) throw tooLarge('list', limits.listLength, 'elements');
  charge(budget, length >> 3);
}

const outOfSteps = () =>
  new ExpressionError('budget', 'The expression takes too many steps', {
    hint: 'Work on fewer values, or move the work to a Code node.',
  });

const tooLarge = (what: string, limit: number, unit: string) =>
  new ExpressionError(
    'budget',
    `The expression makes a ${what} of more than ${limit.toLocaleString('en-US')} ${unit}`,
    {
      hint: 'Make it smaller, or move the work to a Code node.',
    },
  );
