import type { NodeKey, WireKey, WorkflowDocument } from './types.ts';

/*
 * Keys count up and are never used twice while the page is open, not even after an undo: what is kept by key (run data, selection)
 * can never be taken for that of another node. Their numbers give the order in which things came into being.
 */
let last = 0;

export const newNodeKey = (): NodeKey => `n${++last}`;
export const newWireKey = (): WireKey => `w${++last}`;

const numberOf = (key: string) => Number(key.slice(1));

/** Oldest first: the order in which nodes and wires are written to the public format. */
export const byAge = (a: { key: string }, b: { key: string }) => numberOf(a.key) - numberOf(b.key);

/** Node names to keys. */
export const keysByName = (document: WorkflowDocument): Map<string, NodeKey> =>
  new Map(Object.values(document.nodes).map((node) => [node.data.name, node.key]));
