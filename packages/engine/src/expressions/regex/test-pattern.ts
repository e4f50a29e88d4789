import { type Budget, limits } from '../budget.ts';
import { prepareSearch } from './execute.ts';

/**
 * Whether a pattern is found in a text, as `pattern.test(text)`, in bounded time whatever both are. Looks from the start of the text.
 * @throws ExpressionError of kind `budget` if the pattern takes too long on this text
 */
export function testPattern(pattern: RegExp, text: string): boolean {
  const budget: Budget = { steps: limits.steps };
  pattern.lastIndex = 0;
  return prepareSearch(budget, pattern, text)() !== null;
}
