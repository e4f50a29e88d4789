import type { Json, WorkflowNode } from '@millrace/contract';
import { plain } from '../drafts.ts';
import { type FormatWorkflow, fromFormat, toFormat } from '../format.ts';
import { nodeNames, uniqueName } from '../names.ts';
import { renameReferences } from '../references.ts';
import type { Command, NodeKey, XYPosition } from '../types.ts';
import { snapped } from './add-node.ts';

/** Far enough below not to cover the original. */
const duplicateOffset = 140;

/**
 * Adds nodes and wires in the public format: names that are taken get a number, also in the fragment's own expressions; ids that are
 * taken are replaced, and those of webhooks always, since the workflow that they come from may be active. `at` is the place of the upper left node; without it each node stays where the format puts it.
 */
export const pasteFragment =
  (fragment: FormatWorkflow, at?: XYPosition): Command =>
  (draft) => {
    const pasted = fromFormat(fragment);
    const renames = freeNames(fragment, nodeNames(draft));
    const corner = cornerOf(fragment);
    const ids = new Set(Object.values(draft.nodes).map((node) => node.data.id));
    for (const { key, data } of Object.values(pasted.nodes)) {
      const [x, y] = data.position;
      draft.nodes[key] = {
        key,
        data: {
          ...withOwnIds(data, ids),
          name: renames.get(data.name) ?? data.name,
          position: at ? snapped([at.x + x - corner.x, at.y + y - corner.y]) : data.position,
          ...(data.parameters === undefined
            ? {}
            : { parameters: renameReferences(data.parameters as Json, renames) as WorkflowNode['parameters'] }),
        },
      };
    }
    Object.assign(draft.wires, pasted.wires);
    Object.assign(draft.pinData, pasted.pinData);
    Object.assign(draft.placeholders, pasted.placeholders);
  };

/** New names for those that are taken: neither in the document nor in the fragment, so that none takes the place of another. */
const freeNames = (fragment: FormatWorkflow, inDocument: ReadonlySet<string>): Map<string, string> => {
  const taken = new Set([...inDocument, ...fragment.nodes.map((node) => node.name)]);
  const renames = new Map<string, string>();
  for (const { name } of fragment.nodes) {
    if (!inDocument.has(name)) continue;
    const free = uniqueName(name, taken);
    taken.add(free);
    renames.set(name, free);
  }
  return renames;
};

const cornerOf = ({ nodes }: FormatWorkflow): XYPosition => ({
  x: nodes.reduce((least, node) => Math.min(least, node.position[0]), Number.POSITIVE_INFINITY),
  y: nodes.reduce((least, node) => Math.min(least, node.position[1]), Number.POSITIVE_INFINITY),
});

const withOwnIds = (data: WorkflowNode, taken: ReadonlySet<string | undefined>): WorkflowNode => ({
  ...data,
  ...(data.id !== undefined && taken.has(data.id) ? { id: crypto.randomUUID() } : {}),
  ...(data.webhookId === undefined ? {} : { webhookId: crypto.randomUUID() }),
});

/** Copies nodes with the wires among them, a little below. */
export const duplicateNodes =
  (keys: Iterable<NodeKey>): Command =>
  (draft) => {
    const fragment = toFormat(plain(draft), new Set(keys));
    if (fragment.nodes.length === 0) return;
    const { x, y } = cornerOf(fragment);
    pasteFragment(fragment, { x, y: y + duplicateOffset })(draft);
  };
