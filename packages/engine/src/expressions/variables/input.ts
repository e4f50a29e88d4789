import type { Item } from '@millrace/contract/data';
import { ExpressionError } from '../errors.ts';
import { constant } from '../language/paying.ts';
import { HostFunction, LazyObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { buildOnce } from './build.ts';

/** The current item and the items beside it. */

/** @throws ExpressionError of kind `noData` */
export function currentItem(scope: Scope): Item {
  const item = scope.item;
  if (item !== undefined) return item;
  const isConnected =
    scope.data.source.some((source) => source !== null) || scope.data.inputs.some((input) => input !== null);
  throw new ExpressionError('noData', 'No execution data available', {
    type: isConnected ? 'no_execution_data' : 'no_input_connection',
    hint: isConnected ? 'Run the nodes before this one first.' : 'Connect a node to the input.',
  });
}

const inputItems = (scope: Scope): readonly Item[] => scope.data.inputs[0] ?? [];

const binaryOf = (scope: Scope): unknown => currentItem(scope).binary ?? {};

const reading = (name: string, read: (scope: Scope) => unknown) => new HostFunction(name, constant(read));

const allOfInput = reading('all', inputItems);
const firstOfInput = reading('first', (scope) => inputItems(scope)[0]);
const lastOfInput = reading('last', (scope) => inputItems(scope).at(-1));

const input = (scope: Scope): LazyObject =>
  new LazyObject('$input', {
    item: () => currentItem(scope),
    all: () => allOfInput,
    first: () => firstOfInput,
    last: () => lastOfInput,
    params: () => scope.data.parametersOf(scope.data.source[0]?.previousNode ?? scope.data.node.name),
    context: () => scope.data.contextOf(scope.data.source[0]?.previousNode ?? scope.data.node.name),
  });

const previousNode = (scope: Scope): LazyObject => {
  const source = () => scope.data.source.find((candidate) => candidate !== null);
  return new LazyObject('$prevNode', {
    name: () => source()?.previousNode,
    outputIndex: () => (source() ? (source()?.previousNodeOutput ?? 0) : undefined),
    runIndex: () => (source() ? (source()?.previousNodeRun ?? 0) : undefined),
  });
};

const json = (scope: Scope): unknown => (scope.item ?? currentItem(scope)).json;

export const inputVariables: readonly (readonly [string, (scope: Scope) => unknown])[] = [
  ['$json', json],
  ['$data', json],
  ['$binary', binaryOf],
  ['$thisItem', currentItem],
  ['$itemIndex', (scope) => scope.itemIndex],
  ['$input', (scope) => buildOnce(scope, '$input', input)],
  ['$prevNode', (scope) => buildOnce(scope, '$prevNode', previousNode)],
];
