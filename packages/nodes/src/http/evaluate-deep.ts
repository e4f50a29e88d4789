import { isObject } from '@millrace/contract/data';
import type { ExecuteContext } from '@millrace/engine/node-api';

/**
 * The value with all templates in it evaluated, each with the type that its expression gives. `context.parameter` makes text of what is declared as
 * text; a field of a JSON body wants the number or the list itself.
 */
export const evaluateDeep = (
  context: Pick<ExecuteContext, 'evaluate'>,
  value: unknown,
  itemIndex: number,
  variables?: Record<string, unknown>,
): unknown => {
  if (typeof value === 'string') return context.evaluate(value, itemIndex, variables);
  if (Array.isArray(value)) return value.map((entry) => evaluateDeep(context, entry, itemIndex, variables));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, evaluateDeep(context, entry, itemIndex, variables)]),
  );
};
