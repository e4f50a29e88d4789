import { type Json, type PinData, uniqueName, type WorkflowNode } from '@millrace/contract';
import { plain } from '../drafts.ts';
import { nodeNames } from '../names.ts';
import type { RenameReferences } from '../references.ts';
import type { Command, NodeKey, XYPosition } from '../types.ts';
import { snapped } from './add-node.ts';

/** Puts nodes at new places. The first lands on the grid and the others keep their places to it, so that no group is torn. */
export const moveNodes =
  (positions: Iterable<readonly [NodeKey, XYPosition]>): Command =>
  (draft) => {
    const places = [...positions];
    const first = places[0]?.[1];
    if (!first) return;
    const [snappedX, snappedY] = snapped([first.x, first.y]);
    placeNodes(
      places.map(([key, { x, y }]) => [key, { x: x + snappedX - first.x, y: y + snappedY - first.y }] as const),
    )(draft);
  };

/** Puts nodes exactly where they are said to be. */
export const placeNodes =
  (places: Iterable<readonly [NodeKey, XYPosition]>): Command =>
  (draft) => {
    for (const [key, { x, y }] of places) {
      const node = draft.nodes[key];
      if (node && (node.data.position[0] !== x || node.data.position[1] !== y)) node.data.position = [x, y];
    }
  };

/** Gives a node another name (with a number if that is taken) in its own place and in the expressions of all nodes. */
export const renameNode =
  (key: NodeKey, name: string, renameReferences: RenameReferences): Command =>
  (draft) => {
    const node = draft.nodes[key];
    const from = node?.data.name;
    if (!node || from === undefined || name === '' || name === from) return;
    const taken = nodeNames(draft);
    taken.delete(from);
    const to = uniqueName(name, taken);
    node.data.name = to;
    const renames = new Map([[from, to]]);
    for (const other of Object.values(draft.nodes)) {
      const parameters = plain(other.data.parameters);
      if (parameters === undefined) continue;
      const renamed = renameReferences(parameters as Json, renames);
      if (renamed !== parameters) other.data.parameters = renamed as WorkflowNode['parameters'];
    }
  };

export const setNodesDisabled =
  (keys: Iterable<NodeKey>, disabled: boolean): Command =>
  (draft) => {
    for (const key of keys) {
      const node = draft.nodes[key];
      if (!node || (node.data.disabled ?? false) === disabled) continue;
      if (disabled) node.data.disabled = true;
      else delete node.data.disabled;
    }
  };

export type NodeSetting = Exclude<keyof WorkflowNode & string, 'name' | 'type' | 'position' | 'parameters'>;

/** Sets a key of the node outside its parameters; undefined takes it away. */
export const setNodeSetting =
  (key: NodeKey, name: NodeSetting, value: unknown): Command =>
  (draft) => {
    const node = draft.nodes[key];
    if (!node) return;
    if (value === undefined) delete node.data[name];
    else (node.data as Record<string, unknown>)[name] = value;
  };

/** Items that stand in for the node's output in manual runs; undefined lets it run again. */
export const setPinData =
  (key: NodeKey, items: PinData[string] | undefined): Command =>
  (draft) => {
    if (!draft.nodes[key]) return;
    if (items) draft.pinData[key] = items;
    else delete draft.pinData[key];
  };
