import { toInteger } from '../language/convert.ts';
import { FunctionValue, LazyObject } from '../language/values.ts';
import { Scope } from '../scope.ts';
import { conditionVariables } from './conditions.ts';
import { environmentVariables } from './environment.ts';
import { inputVariables } from './input.ts';
import { nodeVariables } from './nodes.ts';
import { timeVariables } from './time.ts';

/** Computes a variable; only called when an expression reads it. */
export type Variable = (scope: Scope) => unknown;

const everyItemsVariables: readonly (readonly [string, Variable])[] = [
  ...inputVariables,
  ...nodeVariables,
  ...environmentVariables,
  ...timeVariables,
  ...conditionVariables,
];

/** Names with `$` that every expression knows; others come with the scope. */
export const variables: ReadonlyMap<string, Variable> = new Map([
  ...everyItemsVariables,
  ['$item', () => itemFunction],
]);

/** All variables as another item sees them: `$item(0).$node["X"].json`. */
const itemFunction = new FunctionValue('$item', (scope, [index, run]) => {
  const other = new Scope(run === undefined ? scope.data : { ...scope.data, runIndex: toInteger(scope, run) });
  other.itemIndex = toInteger(scope, index);
  other.variables = scope.variables;
  return new LazyObject('$item(…)', {}, (name) => {
    other.steps = scope.steps;
    return everyItemsVariables.find(([candidate]) => candidate === name)?.[1](other);
  });
});
