import { toInteger } from '../language/convert.ts';
import { FunctionValue, HostFunction, LazyObject } from '../language/values.ts';
import { Scope } from '../scope-state.ts';
import { conditionVariables } from './conditions.ts';
import { environmentVariables } from './environment.ts';
import { evaluateVariables } from './evaluate.ts';
import { executionVariables } from './execution.ts';
import { aiVariables } from './from-ai.ts';
import { inputVariables } from './input.ts';
import { nodeVariables } from './nodes.ts';
import { timeVariables } from './time.ts';

/** Computes a variable; only called when an expression reads it. */
export type Variable = (scope: Scope) => unknown;

const ofEveryItem: ReadonlyMap<string, Variable> = new Map<string, Variable>([
  ...inputVariables,
  ...nodeVariables,
  ...environmentVariables,
  ...executionVariables,
  ...aiVariables,
  ...evaluateVariables,
  ...timeVariables,
  ...conditionVariables,
]);

/** Names with `$` that every expression knows; others come with the scope. */
export const variables: ReadonlyMap<string, Variable> = new Map([...ofEveryItem, ['$item', () => itemFunction]]);

/** All variables as another item sees them: `$item(0).$node["X"].json`. */
const itemFunction = new HostFunction('$item', (scope, [index, run]) => {
  const other = new Scope(
    run === undefined ? scope.data : { ...scope.data, runIndex: toInteger(scope, run) },
    scope.hash,
  );
  other.itemIndex = toInteger(scope, index);
  other.variables = scope.variables;
  return new LazyObject('$item(…)', {}, (name) => {
    const variable = ofEveryItem.get(name);
    if (variable === undefined) return undefined;
    const value = scope.as(other, () => variable(other));
    if (!(value instanceof FunctionValue)) return value;
    return new FunctionValue(name, (current, args) => current.as(other, () => value.invoke(other, args)));
  });
});
