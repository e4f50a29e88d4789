import type { ExecutionError, Item, ItemLists } from '@millrace/contract/data';
import { linkOutputs, withoutPresentRun } from '../items/pairing.ts';
import { toPlainOutputs } from '../items/plain.ts';
import type { PreparedNode } from './prepare.ts';
import { visibleInputs } from './session.ts';
import type { QueuedRun } from './types.ts';

/** What becomes of a node's output, or of its failure where the node goes on. */

/**
 * Makes plain data of what a node gave, links its items, moves failed items to the error output, and sees to `alwaysOutputData`.
 * @throws TypeError where it is no output
 */
export const completeOutputs = (
  output: unknown,
  prepared: PreparedNode,
  run: QueuedRun,
  runIndex: number,
): ItemLists => {
  const inputs = visibleInputs(prepared, run);
  let outputs = linkOutputs(toPlainOutputs(output, inputs), inputs);
  if (prepared.definition?.keepsState) outputs = withoutPresentRun(outputs, runIndex);
  if (prepared.onError === 'continueErrorOutput') outputs = divertFailures(outputs, inputs, prepared, runIndex);
  if (prepared.node.alwaysOutputData && outputs.every((items) => !items?.length)) {
    outputs = linkOutputs([[{ json: {} }]], inputs);
  }
  return Array.isArray(outputs[0]) ? outputs : [[], ...outputs.slice(1)];
};

/**
 * Items that failed in this very node run go to the error output, with the fields of their input item; those that came in with an error of an earlier
 * node stay where they are.
 */
const divertFailures = (
  outputs: ItemLists,
  inputs: Inputs,
  { node, outputCount }: PreparedNode,
  runIndex: number,
): ItemLists => {
  const isOwnFailure = ({ error }: Item) => error?.node === node.name && error.runIndex === runIndex;
  const failed = outputs.flatMap((items) => items?.filter(isOwnFailure) ?? []);
  if (failed.length === 0) return outputs;
  const kept = outputs.map((items) => items?.filter((item) => !isOwnFailure(item)) ?? null);
  while (kept.length < outputCount) kept.push(null);
  kept[outputCount] = [...(kept[outputCount] ?? []), ...failed.map((item) => withInputFields(item, inputs))];
  return kept;
};

type Inputs = readonly (readonly Item[] | null)[];

/** The fields of the input item that a failed one is linked to, under its own. */
const withInputFields = (item: Item, inputs: Inputs): Item => {
  const [link] = Array.isArray(item.pairedItem) ? item.pairedItem : [item.pairedItem];
  const { item: index, input = 0, run } = typeof link === 'object' ? link : { item: link };
  const source = index === undefined || run !== undefined ? undefined : inputs[input]?.[index];
  return source ? { ...item, json: { ...source.json, ...item.json } } : item;
};

/** A node that failed as a whole and goes on gives one item that says so. */
export const failureOutputs = (error: ExecutionError, prepared: PreparedNode, run: QueuedRun): ItemLists => {
  const item: Item = { json: { error: error.message }, error };
  if (error.itemIndex !== undefined) item.pairedItem = error.itemIndex;
  const inputs = visibleInputs(prepared, run);
  const [items] = linkOutputs([[item]], inputs);
  if (prepared.onError === 'continueRegularOutput') return [items!];
  const outputs: ItemLists = new Array(prepared.outputCount).fill(null);
  if (outputs.length > 0) outputs[0] = [];
  outputs.push(items!.map((failed) => withInputFields(failed, inputs)));
  return outputs;
};
