import type { ConnectionType } from '../node-type.ts';
import type { PinData, WorkflowNode, WorkflowSettings } from '../workflow.ts';

/*
 * A workflow as it is edited. In the public format the names of nodes are keys, so that a rename touches half of it; here nodes are known by
 * their ids and wires by their ends, so that every change is a patch of the one place that it is about, and the same patch means the same
 * on the server and in every editor.
 */

/** The id of a node, or what stands in for it: see `nodeKeys`. */
export type NodeKey = string;
/** Both ends of a wire as text: see `wireKey`. */
export type WireKey = string;

export interface DocumentNode {
  key: NodeKey;
  /** Smaller ones come first in the public format. Counts from 0 in a document that has just been read; gaps and fractions are fine. */
  order: number;
  /** The node in the public format, with whatever else an import brought. */
  data: WorkflowNode;
}

export interface WireEnds {
  source: NodeKey;
  sourceType: ConnectionType;
  sourceIndex: number;
  target: NodeKey;
  targetType: ConnectionType;
  targetIndex: number;
}

export interface Wire extends WireEnds {
  key: WireKey;
  /** As of nodes, among all wires. */
  order: number;
  /** Keys of the connection in the public format that Millrace does not know. */
  rest?: Record<string, unknown>;
}

/** What stood at the outputs of a node that lead nowhere: null and [] mean the same, and are written as they came. */
export type OutputPlaceholders = Record<string, (null | [])[]>;

export interface WorkflowDocument {
  name: string;
  nodes: Record<NodeKey, DocumentNode>;
  wires: Record<WireKey, Wire>;
  settings: WorkflowSettings;
  /** By node key, so that it follows a rename. */
  pinData: Record<NodeKey, PinData[string]>;
  tags: { id: string; name: string }[];
  /** By node key, in the order in which the format named the nodes. */
  placeholders: Record<NodeKey, OutputPlaceholders>;
  /** Top-level keys of the format that Millrace does not know; exported as they came. */
  rest: Record<string, unknown>;
}

export const emptyDocument = (name = ''): WorkflowDocument => ({
  name,
  nodes: {},
  wires: {},
  settings: {},
  pinData: {},
  tags: [],
  placeholders: {},
  rest: {},
});

type Ordered = Pick<DocumentNode, 'key' | 'order'>;

/** Things that were added at the same time by several people have one place: then their keys decide, everywhere alike. */
export const byOrder = (a: Ordered, b: Ordered): number => a.order - b.order || (a.key < b.key ? -1 : 1);

/** In the order of the public format. */
export const inOrder = <T extends Ordered>(things: Readonly<Record<string, T>>): T[] =>
  Object.values(things).sort(byOrder);

/** The place of what comes after all of these. */
export const lastOrder = (things: Readonly<Record<string, Ordered>>): number =>
  Object.values(things).reduce((last, { order }) => Math.max(last, order + 1), 0);
