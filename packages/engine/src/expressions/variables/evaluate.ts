import { charge, chargeText } from '../budget.ts';
import { typeError } from '../errors.ts';
import { toInteger } from '../language/convert.ts';
import { payingItself } from '../language/paying.ts';
import { HostFunction } from '../language/values.ts';
import type { Scope } from '../scope.ts';

/** Steps that reading and compiling a text takes: some at least, and for each character. */
const textCost = 250;
const characterCost = 8;

/**
 * `$evaluateExpression(text, itemIndex?)`: the one place where a text of the run becomes an expression, because the author says so. It is part of the
 * evaluation that asks for it: same variables, same budget, and what it gives is a value and not a text to be evaluated again.
 */
const evaluate = new HostFunction(
  '$evaluateExpression',
  payingItself((scope, [text, index]) => {
    if (typeof text !== 'string') {
      throw typeError('$evaluateExpression needs a text', 'Write $evaluateExpression("{{ $json.a }}").');
    }
    chargeText(scope, text.length);
    charge(scope, textCost + text.length * characterCost);
    const { itemIndex, position } = scope;
    scope.itemIndex = index === undefined ? itemIndex : toInteger(scope, index);
    try {
      return scope.nested(() => scope.compile?.(text.startsWith('=') ? text : `=${text}`).evaluate(scope));
    } finally {
      scope.itemIndex = itemIndex;
      scope.position = position;
    }
  }),
);

export const evaluateVariables: readonly (readonly [string, (scope: Scope) => unknown])[] = [
  ['$evaluateExpression', () => evaluate],
];
