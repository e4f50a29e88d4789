import type { WorkflowNode } from '@millrace/contract/data';
import { referencesOf } from '../expressions/references.ts';
import { isExpression } from '../expressions/template.ts';
import { type Graph, leadingTo, reachableFrom, withSubNodes } from '../graph/index.ts';

/** The node as it is written out, with its name as a plain literal. */
const plainReference =
  /\$(?:\(\s*|node\s*\[\s*|items\(\s*)(?:'[^'\\]*'|"[^"\\]*"|`[^`\\$]*`)(?=\s*[)\],])|\$node\.[A-Za-z_]\w*/g;
const anyReference = /\$\(|\$node\b|\$items?\b|\$evaluateExpression|\\/;

const expressionsIn = (value: unknown): string[] => {
  if (isExpression(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(expressionsIn) : [];
};

const known = new WeakMap<WorkflowNode, string[] | undefined>();

/**
 * Names of other nodes that the expressions of a node refer to; undefined where they cannot be told before the run. Read once for each node
 * object: whoever changes a node replaces it.
 */
export const referencesIn = (node: WorkflowNode): string[] | undefined => {
  if (!known.has(node)) known.set(node, readReferences(node));
  return known.get(node);
};

const readReferences = (node: WorkflowNode): string[] | undefined => {
  const texts = expressionsIn(node.parameters).filter((text) => anyReference.test(text));
  if (texts.some((text) => anyReference.test(text.replaceAll(plainReference, '')))) return undefined;
  return texts.flatMap((text) => referencesOf(text).nodes);
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
