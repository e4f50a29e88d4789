import { stepsOfMarks } from '../language/marks.ts';

const simple = /^[ -~]{0,100}$/;

/** Steps of the order of two texts in a language: the host compares short texts of ASCII by a table, others by the rules of Unicode. */
export function comparisonSteps(left: string, right: string): number {
  const length = left.length + right.length;
  if (length < 100 && simple.test(left) && simple.test(right)) return length >> 5;
  return 9 + (length >> 2) + stepsOfMarks(left) + stepsOfMarks(right);
}
