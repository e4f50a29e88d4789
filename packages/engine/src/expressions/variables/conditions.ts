import { chargeFields } from '../budget.ts';
import { typeError } from '../errors.ts';
import { greatest, least } from '../globals/lists.ts';
import { toText } from '../language/convert.ts';
import { constant, payingItself } from '../language/paying.ts';
import { type FunctionValue, HostFunction, isPlainObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { queryJson } from './json-query.ts';

function isEmpty(scope: Scope, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  if (!isPlainObject(value)) return false;
  const { length } = Object.keys(value);
  chargeFields(scope, length);
  return length === 0;
}

const ifEmpty = new HostFunction(
  '$ifEmpty',
  constant((scope, args) => {
    if (args.length < 2)
      throw typeError('$ifEmpty needs a value and what stands in for it', 'Write $ifEmpty(value, "none").');
    return isEmpty(scope, args[0]) ? args[1] : args[0];
  }),
);

const query = new HostFunction(
  '$jmespath',
  payingItself((scope, [data, text]) => queryJson(scope, data, toText(scope, text))),
);

/** Where `$if` is called by its name only the chosen value is computed; this stands for it as a value. */
const choice = new HostFunction(
  '$if',
  constant((_, [condition, value, otherwise = false]) => (condition ? value : otherwise)),
);

const fixed = (name: string, value: FunctionValue | undefined): readonly [string, (scope: Scope) => unknown] => [
  name,
  () => value,
];

export const conditionVariables = [
  fixed('$if', choice),
  fixed('$ifEmpty', ifEmpty),
  fixed('$jmespath', query),
  fixed('$jmesPath', query),
  fixed(
    '$not',
    new HostFunction(
      '$not',
      constant((_, [value]) => !value),
    ),
  ),
  fixed('$min', new HostFunction('$min', least)),
  fixed('$max', new HostFunction('$max', greatest)),
];
