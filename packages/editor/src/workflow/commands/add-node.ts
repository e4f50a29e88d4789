import { lastOrder, limits, type NodeTypeDescription, uniqueName, type WorkflowNode } from '@millrace/contract';
import { plain } from '../drafts.ts';
import { newNodeKey } from '../keys.ts';
import { nodeNames } from '../names.ts';
import type { Command, NodeKey, Wire, WireKey } from '../types.ts';
import { connect, disconnect } from './wires.ts';

export interface Port {
  node: NodeKey;
  type: Wire['sourceType'];
  index: number;
}

export interface AddNodeOptions {
  /** Made beforehand with `newNodeKey()` by whoever must know it afterwards. */
  key?: NodeKey;
  name?: string;
  parameters?: WorkflowNode['parameters'];
  /** Output that leads into the new node's first input. */
  connectFrom?: Port;
  /** Input that the new node's first output leads into. */
  connectTo?: Port;
  /** Wire that the new node is put into. */
  spliceWire?: WireKey;
}

type Position = readonly [number, number] | { x: number; y: number };

const toTuple = (position: Position): [number, number] =>
  'x' in position ? [position.x, position.y] : [position[0], position[1]];

export const snapped = ([x, y]: readonly [number, number]): [number, number] => [
  Math.round(x / limits.canvasGrid) * limits.canvasGrid,
  Math.round(y / limits.canvasGrid) * limits.canvasGrid,
];

/** Adds a node of this type on the grid, named after the type (with a number if that is taken). */
export const addNode =
  (type: NodeTypeDescription, position: Position, options: AddNodeOptions = {}): Command =>
  (draft) => {
    const key = options.key ?? newNodeKey();
    const data: WorkflowNode = {
      parameters: options.parameters ?? {},
      id: key,
      name: uniqueName(options.name ?? type.defaults.name, nodeNames(draft)),
      type: type.name,
      typeVersion: type.defaultVersion,
      position: snapped(toTuple(position)),
    };
    if (type.hasWebhooks) data.webhookId = crypto.randomUUID();
    draft.nodes[key] = { key, order: lastOrder(plain(draft.nodes)), data };

    const { connectFrom: from, connectTo: to, spliceWire } = options;
    if (from) connect(draft, { ...output(from), target: key, targetType: from.type, targetIndex: 0 });
    if (to) connect(draft, { source: key, sourceType: to.type, sourceIndex: 0, ...input(to) });
    const wire = spliceWire === undefined ? undefined : draft.wires[spliceWire];
    if (wire) {
      disconnect(draft, wire.key);
      const { source, sourceType, sourceIndex, target, targetType, targetIndex } = wire;
      connect(draft, { source, sourceType, sourceIndex, target: key, targetType, targetIndex: 0 });
      connect(draft, { source: key, sourceType, sourceIndex: 0, target, targetType, targetIndex });
    }
  };

const output = ({ node, type, index }: Port) => ({ source: node, sourceType: type, sourceIndex: index });
const input = ({ node, type, index }: Port) => ({ target: node, targetType: type, targetIndex: index });
