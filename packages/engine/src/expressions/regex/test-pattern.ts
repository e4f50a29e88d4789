import { budgetOf, previewLimits } from '../budget.ts';
import { prepareSearch } from './execute.ts';

/**
 * Whether a pattern is found in a text, as `pattern.test(text)`, in bounded time whatever both are. Looks from the start of the text.
 * @throws ExpressionError of kind `budget` if the pattern takes too long on this text
 */
export function testPattern(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return prepareSearch(budgetOf(previewLimits.steps), pattern, text)() !== null;
}
