import {
  type FormatWorkflow,
  fromFormat,
  inOrder,
  type Json,
  lastOrder,
  toFormat,
  uniqueName,
  type WorkflowNode,
  wireKey,
} from '@millrace/contract';
import { plain } from '../drafts.ts';
import { addGroups, wholeGroups } from '../groups.ts';
import { newNodeKey } from '../keys.ts';
import { nodeNames } from '../names.ts';
import type { RenameReferences } from '../references.ts';
import type { Command, NodeKey, WorkflowDocument, XYPosition } from '../types.ts';
import { snapped } from './add-node.ts';

/** Far enough below not to cover the original. */
const duplicateOffset = 140;

/** How often nodes of this one's type may occur, and what counts as the same type; undefined for any number. */
export type LimitOf = (node: WorkflowNode) => { type: string; max: number } | undefined;

const unlimited: LimitOf = () => undefined;

/**
 * Adds nodes and wires in the public format: names that are taken get a number, also in the fragment's own expressions; ids that are
 * taken are replaced, and those of webhooks always, since the workflow that they come from may be active. Where there are as many nodes
 * of a type as there may be, one that is there stands in for the pasted one: its wires come to it. A bare one, such as the trigger that
 * a new workflow begins with, gives way instead. `at` is the place of the upper left
 * node; without it each node stays where the format puts it.
 */
export const pasteFragment =
  (fragment: FormatWorkflow, renameReferences: RenameReferences, at?: XYPosition, limitOf = unlimited): Command =>
  (draft) => {
    const pasted = fromFormat(fragment);
    for (const key of findReplaced(draft, pasted, limitOf)) {
      delete draft.nodes[key];
      delete draft.placeholders[key];
    }
    const standIns = findStandIns(draft, pasted, limitOf);
    const added = inOrder(pasted.nodes).filter(({ key }) => !standIns.has(key));
    const renames = freeNames(
      added.map(({ data }) => data.name),
      nodeNames(draft),
    );
    for (const [key, standIn] of standIns) {
      const pastedName = pasted.nodes[standIn]?.data.name ?? '';
      const name = draft.nodes[standIn]?.data.name ?? renames.get(pastedName) ?? pastedName;
      renames.set(pasted.nodes[key]!.data.name, name);
    }
    /** Keys of the fragment to those of the document. */
    const keys = new Map<NodeKey, NodeKey>();
    const [dx, dy] = at ? shiftTo(fragment, at) : [0, 0];
    let order = lastOrder(plain(draft.nodes));
    for (const { key: known, data } of added) {
      const isTaken = draft.nodes[known] !== undefined;
      const key = isTaken ? newNodeKey() : known;
      keys.set(known, key);
      const [x, y] = data.position;
      draft.nodes[key] = {
        key,
        order: order++,
        data: {
          ...data,
          ...(isTaken ? { id: key } : {}),
          ...(data.webhookId === undefined ? {} : { webhookId: crypto.randomUUID() }),
          name: renames.get(data.name) ?? data.name,
          position: [x + dx, y + dy],
          ...(data.parameters === undefined
            ? {}
            : { parameters: renameReferences(data.parameters as Json, renames) as WorkflowNode['parameters'] }),
        },
      };
      if (pasted.pinData[known]) draft.pinData[key] = pasted.pinData[known];
      if (pasted.placeholders[known]) draft.placeholders[key] = pasted.placeholders[known];
    }
    const inDocument = (key: NodeKey): NodeKey => {
      const standIn = standIns.get(key) ?? key;
      return keys.get(standIn) ?? standIn;
    };
    order = lastOrder(plain(draft.wires));
    for (const wire of inOrder(pasted.wires)) {
      const ends = { ...wire, source: inDocument(wire.source), target: inDocument(wire.target) };
      // A file may name a wire several times.
      const key = wireKey(ends) + wire.key.slice(wireKey(wire).length);
      draft.wires[key] ??= { ...ends, key, order: order++ };
    }
    addGroups(pasted, keys)(draft);
  };

const isWired = ({ wires }: WorkflowDocument, key: NodeKey): boolean =>
  Object.values(wires).some(({ source, target }) => source === key || target === key);

/** Nodes without wires and parameters that a wired one of the same limited type takes the place of. */
const findReplaced = (document: WorkflowDocument, pasted: WorkflowDocument, limitOf: LimitOf): NodeKey[] => {
  const coming = new Set(
    Object.values(pasted.nodes).flatMap(({ key, data }) => (isWired(pasted, key) ? (limitOf(data)?.type ?? []) : [])),
  );
  return Object.values(document.nodes).flatMap(({ key, data }) => {
    const limit = limitOf(data);
    const isBare = Object.keys(data.parameters ?? {}).length === 0 && document.pinData[key] === undefined;
    return limit?.max === 1 && coming.has(limit.type) && isBare && !isWired(document, key) ? [key] : [];
  });
};

/** Pasted nodes that are one too many of their type → the node, there or pasted, that stands in for them. */
const findStandIns = (
  document: WorkflowDocument,
  pasted: WorkflowDocument,
  limitOf: LimitOf,
): ReadonlyMap<NodeKey, NodeKey> => {
  const held = new Map<string, NodeKey[]>();
  const standIns = new Map<NodeKey, NodeKey>();
  for (const { nodes } of [document, pasted]) {
    for (const { key, data } of Object.values(nodes)) {
      const limit = limitOf(data);
      if (!limit) continue;
      const keys = held.get(limit.type) ?? [];
      const standIn = keys.length >= limit.max ? keys[0] : undefined;
      if (standIn !== undefined && nodes === pasted.nodes) standIns.set(key, standIn);
      else held.set(limit.type, [...keys, key]);
    }
  }
  return standIns;
};

/** New names for those that are taken: neither in the document nor in the fragment, so that none takes the place of another. */
const freeNames = (names: readonly string[], inDocument: ReadonlySet<string>): Map<string, string> => {
  const taken = new Set([...inDocument, ...names]);
  const renames = new Map<string, string>();
  for (const name of names) {
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

/** The way of the whole fragment, so that its upper left corner is at a place on the grid. */
const shiftTo = (fragment: FormatWorkflow, at: XYPosition): [number, number] => {
  const corner = cornerOf(fragment);
  const [x, y] = snapped([at.x, at.y]);
  return [x - corner.x, y - corner.y];
};

/** Copies nodes with the wires among them, a little below. */
export const duplicateNodes =
  (keys: Iterable<NodeKey>, renameReferences: RenameReferences, limitOf = unlimited): Command =>
  (draft) => {
    const originals = new Set(keys);
    const { meta: _, ...graph } = toFormat(plain(draft), originals);
    if (graph.nodes.length === 0) return;
    const groups = wholeGroups(plain(draft), originals);
    const fragment = groups ? { ...graph, meta: { groups } } : graph;
    const { x, y } = cornerOf(fragment);
    pasteFragment(fragment, renameReferences, { x, y: y + duplicateOffset }, limitOf)(draft);
  };
