import { type Budget, charge } from '../budget.ts';

/** Marks that are written on the letter before them: accents, signs of vowels. */
const marks = /\p{M}{2,}/gu;

/** Pairs of marks that the host puts into order in one step. */
const pairsPerStep = 100;

/**
 * Pays for the order of the marks of each letter, for which the host takes the square of their number. Nobody writes more than a few; a text of nothing
 * else is small and takes for ever.
 */
export function chargeMarks(budget: Budget, text: string): void {
  // Where there is no sign beyond the letters of Europe there are no marks.
  if (!/[^\0-\u02ff]/.test(text)) return;
  for (const [{ length }] of text.matchAll(marks)) charge(budget, Math.ceil((length * length) / pairsPerStep));
}
