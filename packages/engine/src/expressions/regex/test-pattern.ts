import { budgetOf, previewLimits } from '../budget.ts';
import { prepareSearch } from './execute.ts';
import { allMatches, expand } from './operations.ts';

/**
 * Whether a pattern is found in a text, as `pattern.test(text)`, in bounded time whatever both are. Looks from the start of the text.
 * @throws ExpressionError of kind `budget` if the pattern takes too long on this text
 */
export function testPattern(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return prepareSearch(budgetOf(previewLimits.steps), pattern, text)() !== null;
}

/**
 * `text.replace(pattern, replacement)` in bounded time; `$1` and the like stand for groups. Looks from the start of the text.
 * @throws ExpressionError of kind `budget` if the pattern takes too long on this text
 */
export function replaceMatches(pattern: RegExp, text: string, replacement: string): string {
  const budget = budgetOf(previewLimits.steps);
  let result = '';
  let from = 0;
  for (const match of allMatches(budget, pattern, text)) {
    result += text.slice(from, match.index) + expand(budget, replacement, match, text);
    from = match.index + match[0].length;
  }
  return result + text.slice(from);
}
