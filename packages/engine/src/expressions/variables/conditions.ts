import { typeError } from '../errors.ts';
import { listFunctions } from '../globals/lists.ts';
import { toText } from '../language/convert.ts';
import { FunctionValue, isPlainObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { queryJson } from './json-query.ts';

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isPlainObject(value) && Object.keys(value).length === 0;
}

const ifEmpty = new FunctionValue('$ifEmpty', (_, args) => {
  if (args.length < 2)
    throw typeError('$ifEmpty needs a value and what stands in for it', 'Write $ifEmpty(value, "none").');
  return isEmpty(args[0]) ? args[1] : args[0];
});

const query = new FunctionValue('$jmespath', (scope, [data, text]) => queryJson(scope, data, toText(scope, text)));

/** Where `$if` is called by its name only the chosen value is computed; this stands for it as a value. */
const choice = new FunctionValue('$if', (_, [condition, value, otherwise = false]) => (condition ? value : otherwise));

const fixed = (name: string, value: FunctionValue | undefined): readonly [string, (scope: Scope) => unknown] => [
  name,
  () => value,
];

const list = (name: 'min' | 'max') =>
  new FunctionValue(`$${name}`, (scope, args) => listFunctions[name]?.(scope, args));

export const conditionVariables = [
  fixed('$if', choice),
  fixed('$ifEmpty', ifEmpty),
  fixed('$jmespath', query),
  fixed('$jmesPath', query),
  fixed('$not', new FunctionValue('$not', (_, [value]) => !value)),
  fixed('$min', list('min')),
  fixed('$max', list('max')),
];
