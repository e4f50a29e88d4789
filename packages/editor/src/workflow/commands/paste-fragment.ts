import type { WorkflowNode } from '@millrace/contract';
import { changed, plain } from '../drafts.ts';
import { type FormatWorkflow, fromFormat, toFormat } from '../format.ts';
import { nodeNames, uniqueName } from '../names.ts';
import type { Command, NodeKey } from '../types.ts';
import { moveNodes, renameNode } from './nodes.ts';

/** Far enough below not to cover the original. */
const duplicateOffset = 140;

/**
 * Adds nodes and wires in the public format: names that are taken get a number, also in the fragment's own expressions, and webhooks
 * get new ids. `at` is the place of the upper left node; without it each node stays where the format puts it.
 */
export const pasteFragment =
  (fragment: FormatWorkflow, at?: { x: number; y: number }): Command =>
  (draft) => {
    const taken = nodeNames(draft);
    const own = new Set(fragment.nodes.map((node) => node.name));
    const pasted = changed(fromFormat(fragment), (inner) => {
      for (const { key, data } of Object.values(inner.nodes)) {
        const name = uniqueName(data.name, taken.has(data.name) ? new Set([...taken, ...own]) : taken);
        taken.add(name);
        renameNode(key, name)(inner);
        renewIds(data);
      }
      if (at) {
        const nodes = Object.values(inner.nodes);
        const left = Math.min(...nodes.map((node) => node.data.position[0]));
        const top = Math.min(...nodes.map((node) => node.data.position[1]));
        moveNodes(
          nodes.map(({ key, data: { position } }) => [
            key,
            { x: at.x + position[0] - left, y: at.y + position[1] - top },
          ]),
        )(inner);
      }
    });
    Object.assign(draft.nodes, pasted.nodes);
    Object.assign(draft.wires, pasted.wires);
    Object.assign(draft.pinData, pasted.pinData);
    Object.assign(draft.placeholders, pasted.placeholders);
  };

const renewIds = (data: WorkflowNode): void => {
  if (data.id !== undefined) data.id = crypto.randomUUID();
  if (data.webhookId !== undefined) data.webhookId = crypto.randomUUID();
};

/** Copies nodes with the wires among them, a little below. */
export const duplicateNodes =
  (keys: Iterable<NodeKey>): Command =>
  (draft) => {
    const fragment = toFormat(plain(draft), new Set(keys));
    if (fragment.nodes.length === 0) return;
    const at = {
      x: Math.min(...fragment.nodes.map((node) => node.position[0])),
      y: Math.min(...fragment.nodes.map((node) => node.position[1])) + duplicateOffset,
    };
    pasteFragment(fragment, at)(draft);
  };
