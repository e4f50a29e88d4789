import type { Item, PairedItem, PairedItemReference, TaskData, TaskSource } from '@millrace/contract/data';
import { charge } from '../budget.ts';
import { ExpressionError } from '../errors.ts';
import type { Scope } from '../scope.ts';
import { currentItem } from './input.ts';

/**
 * Finds the item of another node from which the current item descends. Each item names the input item it was made of, each run
 * where its inputs came from; following both leads back through the execution, past merges on several ways at once.
 */

/** One item among the results of the execution. */
interface Place {
  node: string;
  run: number;
  output: number;
  item: number;
  /** The node whose item names this one; undefined where the input does. */
  namedBy: string | undefined;
}

/** @throws ExpressionError of kind `pairing` or `noData`; its type says which link is missing */
export function findPairedItem(scope: Scope, nodeName: string, itemIndex: number): Item {
  const { data } = scope;
  if (data.runsOf(nodeName).length === 0) throw notExecuted(nodeName);
  const start = startOf(scope, itemIndex);
  if (start === undefined && !data.inputs[0]) currentItem(scope);
  if (start === undefined || !data.leadsHere(nodeName)) throw noConnection(nodeName);

  const found = new Set<Item>();
  const seen = new Set<string>();
  const dead: ExpressionError[] = [];
  let places: Place[] = leadsTo(scope, nodeName, start.node) ? [start] : [];
  while (places.length > 0) {
    const before: Place[] = [];
    for (const place of places) {
      charge(scope, 1);
      const key = `${place.run}:${place.output}:${place.item}:${place.node}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const task = data.runsOf(place.node)[place.run];
      const item = task?.data?.main?.[place.output]?.[place.item];
      if (!task || !item) dead.push(invalidInformation(place.namedBy));
      else if (place.node === nodeName) found.add(item);
      else stepBack(scope, { place, task, item }, nodeName, before, dead);
    }
    places = before;
  }

  const [only] = found;
  if (found.size > 1) throw multipleMatches(nodeName);
  if (only === undefined) throw dead[0] ?? noConnection(nodeName);
  return only;
}

function startOf(scope: Scope, item: number): Place | undefined {
  const source = scope.data.source[0];
  return source ? placeOf(source, scope.data.sourceItem ?? item, undefined) : undefined;
}

const placeOf = (source: TaskSource, item: number, namedBy: string | undefined): Place => ({
  node: source.previousNode,
  run: source.previousNodeRun ?? 0,
  output: source.previousNodeOutput ?? 0,
  item,
  namedBy,
});

function stepBack(
  scope: Scope,
  { place, task, item: { pairedItem } }: { place: Place; task: TaskData; item: Item },
  wanted: string,
  before: Place[],
  dead: ExpressionError[],
): void {
  if (task.source.every((source) => source === null)) return;
  if (pairedItem === undefined || pairedItem === null) {
    dead.push(noInformation(wanted, place.node));
    return;
  }
  for (const { item, input = 0, run = place.run } of referencesOf(pairedItem)) {
    const source = scope.data.runsOf(place.node)[run]?.source[input];
    if (!source) dead.push(invalidInformation(place.node));
    else if (leadsTo(scope, wanted, source.previousNode)) before.push(placeOf(source, item, place.node));
  }
}

/** Where the wanted node does not lead, there is nothing to look for, and results need not be kept. */
const leadsTo = ({ data }: Scope, wanted: string, node: string): boolean =>
  node === wanted || (data.leadsTo?.(wanted, node) ?? true);

const referencesOf = (pairedItem: PairedItem): PairedItemReference[] =>
  (Array.isArray(pairedItem) ? pairedItem : [pairedItem]).map((reference) =>
    typeof reference === 'number' ? { item: reference } : reference,
  );

export const notExecuted = (node: string) =>
  new ExpressionError('noData', 'Referenced node is unexecuted', {
    type: 'no_node_execution_data',
    node,
    hint: `The node "${node}" has not run yet. Run it first, or test $("${node}").isExecuted.`,
  });

const noConnection = (node: string) =>
  new ExpressionError('pairing', 'Invalid expression', {
    type: 'paired_item_no_connection',
    node,
    hint: `No path leads from "${node}" to this node. Connect them, or use $("${node}").first().`,
  });

const multipleMatches = (node: string) =>
  new ExpressionError('pairing', 'Multiple matches found', {
    type: 'paired_item_multiple_matches',
    node,
    hint: `Several items of "${node}" belong to this item. Use .first(), .last() or .all()[index] instead of .item.`,
  });

const noInformation = (wanted: string, breaking: string) =>
  new ExpressionError(
    'pairing',
    `Can't get data for expression: "${breaking}" does not say which items its output came from`,
    {
      type: 'paired_item_no_info',
      node: breaking,
      hint: `Let "${breaking}" set pairedItem, or use $("${wanted}").first(), .last() or .all()[index].`,
    },
  );

const invalidInformation = (node: string | undefined) =>
  new ExpressionError('pairing', "Can't get data for expression", {
    type: 'paired_item_invalid_info',
    node,
    hint: node === undefined ? 'The input has no such item.' : `"${node}" names an input item that does not exist.`,
  });
