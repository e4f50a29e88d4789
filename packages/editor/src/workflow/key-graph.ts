import { inOrder, type Json, type WorkflowGraph, type WorkflowNode, writeConnections } from '@millrace/contract';
import { keysByName } from './keys.ts';
import { renameReferences } from './references.ts';
import type { NodeKey, WorkflowDocument } from './types.ts';

/*
 * A document as a graph in which nodes are called by their keys, in expressions as well. So two states of a document can be compared
 * although nodes were renamed in between.
 */

const prefix = 'key:';
export const nameOfKey = (key: NodeKey): string => `${prefix}${key}`;
export const keyOfName = (name: string): NodeKey => name.slice(prefix.length);

type Renames = ReadonlyMap<string, string>;

const graphs = new WeakMap<WorkflowDocument, WorkflowGraph>();
const renamedNodes = new WeakMap<WorkflowNode, { renames: Renames; node: WorkflowNode }>();
/** Of the documents that were looked at last, the latest first: several workflows may be open. */
const recentRenames: Renames[] = [];
const mostRecent = 8;

/** The same document gives the same graph, and a node that is the same in the next document the same node. */
export const keyGraph = (document: WorkflowDocument): WorkflowGraph => {
  const known = graphs.get(document);
  if (known) return known;
  const renames = renamesOf(document);
  const graph: WorkflowGraph = {
    nodes: inOrder(document.nodes).map(({ key, data }) => renamedNode(nameOfKey(key), data, renames)),
    connections: writeConnections(document, new Map(Object.keys(document.nodes).map((key) => [key, nameOfKey(key)]))),
    settings: document.settings,
    pinData: Object.fromEntries(Object.entries(document.pinData).map(([key, items]) => [nameOfKey(key), items])),
  };
  graphs.set(document, graph);
  return graph;
};

/** The same map for as long as all nodes keep their names. */
const renamesOf = (document: WorkflowDocument): Renames => {
  const renames = new Map([...keysByName(document)].map(([name, key]) => [name, nameOfKey(key)]));
  const isSame = (known: Renames) =>
    known.size === renames.size && [...renames].every(([name, to]) => known.get(name) === to);
  const found = recentRenames.findIndex(isSame);
  const [known = renames] = found < 0 ? [] : recentRenames.splice(found, 1);
  recentRenames.unshift(known);
  recentRenames.length = Math.min(recentRenames.length, mostRecent);
  return known;
};

const renamedNode = (name: string, data: WorkflowNode, renames: Renames): WorkflowNode => {
  const known = renamedNodes.get(data);
  if (known?.renames === renames) return known.node;
  const parameters = data.parameters && renameReferences(data.parameters as Json, renames);
  const node: WorkflowNode = { ...data, name, parameters: parameters as WorkflowNode['parameters'] };
  renamedNodes.set(data, { renames, node });
  return node;
};
