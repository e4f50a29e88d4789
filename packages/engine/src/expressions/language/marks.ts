/** Marks that are written on the letter before them: accents, signs of vowels. */
const marks = /\p{M}{2,}/gu;

/** Pairs of marks that the host puts into order in one step. */
const pairsPerStep = 100;

/**
 * Steps that the order of the marks of each letter is worth, for which the host takes the square of their number. Nobody writes more than a few; a text of
 * nothing else is small and takes for ever.
 */
export function stepsOfMarks(text: string): number {
  // Where there is no sign beyond the letters of Europe there are no marks.
  if (!/[^\0-\u02ff]/.test(text)) return 0;
  let steps = 0;
  for (const [{ length }] of text.matchAll(marks)) steps += Math.ceil((length * length) / pairsPerStep);
  return steps;
}
