import type { WorkflowNode } from '@millrace/contract/data';
import { isExpression } from '../expressions/is-expression.ts';
import { referencesOf } from '../expressions/references.ts';
import { type Graph, leadingTo, reachableFrom, withSubNodes } from '../graph/index.ts';
import { codeIn, nodesInCode } from './code-references.ts';

/** What no text lacks that reads from another node, however it is written: it need not be parsed to know that it reads from none. */
const leadsToNodes = /\$(?![\w$])|\$(?:node|items?|evaluateExpression)(?![\w$])|\\/;

const expressionsIn = (value: unknown): string[] => {
  if (isExpression(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(expressionsIn) : [];
};

const known = new WeakMap<WorkflowNode, string[] | undefined>();

/**
 * Names of other nodes that the expressions and the code of a node refer to; undefined where they cannot be told before the run. Read once for each node
 * object: whoever changes a node replaces it.
 */
export const referencesIn = (node: WorkflowNode): string[] | undefined => {
  if (!known.has(node)) known.set(node, readReferences(node));
  return known.get(node);
};

const readReferences = (node: WorkflowNode): string[] | undefined => {
  const found = expressionsIn(node.parameters)
    .filter((text) => leadsToNodes.test(text))
    .map(referencesOf);
  const inCode = codeIn(node.parameters ?? {}).map(nodesInCode);
  if (!found.every(({ isComplete }) => isComplete) || inCode.includes(undefined)) return undefined;
  return [...found.flatMap(({ nodes }) => nodes), ...inCode.flatMap((names) => names ?? [])];
};

/**
 * All that a run to the given nodes takes: what leads to them, and what any of these read from in expressions, as far as that can be told and
 * does not lie behind them.
 */
export const neededFor = (graph: Graph, destinations: Iterable<string>): Set<string> => {
  const ends = [...destinations];
  const behind = reachableFrom(graph, ends);
  let needed = leadingTo(graph, ends);
  for (let size = 0; size !== needed.size; ) {
    size = needed.size;
    const named = [...withSubNodes(graph, needed)].flatMap((name) => referencesIn(graph.nodes.get(name)!) ?? []);
    const others = named.filter((name) => graph.nodes.has(name) && !behind.has(name));
    needed = leadingTo(graph, [...needed, ...others]);
  }
  return needed;
};
