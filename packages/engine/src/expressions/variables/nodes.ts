import type { Item } from '@millrace/contract/data';
import { charge, costs } from '../budget.ts';
import { ExpressionError, quotable } from '../errors.ts';
import { toInteger, toKey } from '../language/convert.ts';
import { constant, payingItself } from '../language/paying.ts';
import { type FunctionValue, HostFunction, type Invoke, LazyObject } from '../language/values.ts';
import type { Scope } from '../scope.ts';
import { buildOnce } from './build.ts';
import { currentItem } from './input.ts';
import { findPairedItem, notExecuted } from './pairing.ts';

/** Data of other nodes: `$('Node')`, `$node["Node"]`, `$items('Node')`. */

function assertNode(scope: Scope, name: string): void {
  if (scope.data.hasNode(name)) return;
  throw new ExpressionError('reference', "Referenced node doesn't exist", {
    type: 'referenced_node_not_found',
    node: name,
    hint: `There is no node called "${quotable(name)}" in this workflow.`,
  });
}

/** Items of one output and run; both default as documented: the output that leads here, the last run. A negative run counts from the last. */
function itemsOf(scope: Scope, name: string, output: unknown, run: unknown): readonly Item[] {
  const runs = scope.data.runsOf(name);
  if (runs.length === 0) throw notExecuted(name);
  const wanted = run === undefined || run === null ? -1 : toInteger(scope, run);
  const task = runs.at(wanted);
  const outputIndex =
    output === undefined || output === null ? scope.data.outputLeadingHere(name) : toInteger(scope, output);
  return task?.data?.main?.[outputIndex] ?? [];
}

function nodeReference(scope: Scope, name: string): LazyObject {
  charge(scope, costs.node);
  assertNode(scope, name);
  const functions = (invoke: Invoke, called: string): (() => FunctionValue) => {
    const value = new HostFunction(called, constant(invoke));
    return () => value;
  };
  const matching: Invoke = (current, [index]) => {
    if (index === undefined) {
      throw new ExpressionError('type', 'itemMatching() needs the index of an input item', {
        hint: 'Write .itemMatching(0).',
      });
    }
    return findPairedItem(current, name, toInteger(current, index));
  };
  return new LazyObject(`$("${name}")`, {
    item: () => findPairedItem(scope, name, scope.itemIndex),
    first: functions((current, [output, run]) => itemsOf(current, name, output, run)[0], 'first'),
    last: functions((current, [output, run]) => itemsOf(current, name, output, run).at(-1), 'last'),
    all: functions((current, [output, run]) => itemsOf(current, name, output, run), 'all'),
    itemMatching: functions(matching, 'itemMatching'),
    pairedItem: functions((current, [index = current.itemIndex]) => matching(current, [index]), 'pairedItem'),
    isExecuted: () => scope.data.runsOf(name).length > 0,
    params: () => scope.data.parametersOf(name),
    context: () => scope.data.contextOf(name),
  });
}

/** The older form of a reference: the item at the same place in the node's last run. */
function olderReference(scope: Scope, name: string): LazyObject {
  charge(scope, costs.node);
  assertNode(scope, name);
  const item = (): Item | undefined => itemsOf(scope, name, undefined, undefined)[scope.itemIndex];
  const json = () => item()?.json;
  return new LazyObject(`$node["${name}"]`, {
    json,
    data: json,
    binary: () => item()?.binary ?? {},
    parameter: () => scope.data.parametersOf(name),
    context: () => scope.data.contextOf(name),
    runIndex: () => scope.data.runsOf(name).length - 1,
  });
}

const referenceFunction = new HostFunction(
  '$',
  payingItself((scope, [name]) => {
    const key = toKey(scope, name);
    return buildOnce(scope, `$(${key}`, () => nodeReference(scope, key));
  }),
);

const allNodes = (scope: Scope): LazyObject =>
  new LazyObject('$node', {}, (name) => buildOnce(scope, `$node[${name}`, () => olderReference(scope, name)));

const itemsFunction = new HostFunction(
  '$items',
  payingItself((scope, [name, output = 0, run]) => {
    if (name === undefined) {
      currentItem(scope);
      return scope.data.inputs[0] ?? [];
    }
    const key = toKey(scope, name);
    assertNode(scope, key);
    return itemsOf(scope, key, output, run);
  }),
);

export const nodeVariables: readonly (readonly [string, (scope: Scope) => unknown])[] = [
  ['$', () => referenceFunction],
  ['$node', (scope) => buildOnce(scope, '$node', allNodes)],
  ['$items', () => itemsFunction],
];
