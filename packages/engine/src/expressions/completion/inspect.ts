import { previewLimits } from '../budget.ts';
import { compileCode, outermost } from '../compile/index.ts';
import { ExpressionError, toExpressionError } from '../errors.ts';
import { parseCode } from '../parse.ts';
import { Scope } from '../scope-state.ts';
import type { CompletionSource } from './types.ts';

/** A short time only: this happens while somebody types. */
const steps = previewLimits.steps / 4;

/** The value of code as the language has it, `$input` and functions included; undefined if it has none. */
export function inspect(code: string, source: CompletionSource): unknown {
  const scope = new Scope({ ...source.data, limits: { steps } });
  scope.itemIndex = source.itemIndex ?? 0;
  scope.variables = source.variables;
  scope.begin(0);
  scope.owned = new WeakSet();
  try {
    const tree = parseCode(code);
    return tree && compileCode(tree).run(scope, outermost);
  } catch (error) {
    if (toExpressionError(error) instanceof ExpressionError) return undefined;
    throw error;
  }
}
