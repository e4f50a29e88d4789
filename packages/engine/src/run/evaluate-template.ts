import { isExpression } from '../expressions/is-expression.ts';
import { compileTemplate } from '../expressions/template.ts';
import type { ExpressionScope } from '../expressions/types.ts';

/** A template (`=…{{ }}`) with further variables; text without `=` is given back. @throws ExpressionError */
export const evaluateTemplate = (
  openScope: () => ExpressionScope,
  template: string,
  itemIndex: number,
  variables: Record<string, unknown> | undefined,
): unknown => {
  if (!isExpression(template)) return template;
  const scope = openScope();
  scope.itemIndex = itemIndex;
  scope.variables = variables;
  try {
    return compileTemplate(template).evaluate(scope);
  } finally {
    scope.variables = undefined;
  }
};
