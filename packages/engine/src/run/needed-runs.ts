import type { WorkflowNode } from '@millrace/contract/data';
import { referencesOf } from '../expressions/references.ts';
import { isExpression } from '../expressions/template.ts';
import { type Graph, leadingTo, reachableFrom, withServed } from '../graph/index.ts';

/**
 * What must be kept of a run of which nobody wants the results: the outputs that expressions may read, and those in between, over which an
 * item is traced back. Keeping one too many only costs memory.
 */

/** The node as it is written out, with its name as a plain literal. */
const plainReference = /\$(?:\(\s*|node\s*\[\s*|items\(\s*)(?:'[^'\\]*'|"[^"\\]*"|`[^`\\$]*`)|\$node\.[A-Za-z_]\w*/g;
const anyReference = /\$\(|\$node\b|\$items?\b|\$evaluateExpression|\\/;

const expressionsIn = (value: unknown): string[] => {
  if (isExpression(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(expressionsIn) : [];
};

/** Names that the expressions of a node refer to; undefined where they cannot be told before the run. */
const referencesIn = (node: WorkflowNode): string[] | undefined => {
  const texts = expressionsIn(node.parameters).filter((text) => anyReference.test(text));
  if (texts.some((text) => anyReference.test(text.replaceAll(plainReference, '')))) return undefined;
  return texts.flatMap((text) => referencesOf(text).nodes);
};

/** Names of the nodes whose runs must be kept; undefined: of all. */
export const findNeededRuns = (graph: Graph): ReadonlySet<string> | undefined => {
  const needed = new Set<string>();
  for (const [reader, node] of graph.nodes) {
    const names = referencesIn(node);
    if (!names) return undefined;
    if (names.length === 0) continue;
    const before = leadingTo(graph, withServed(graph, [reader]));
    for (const name of reachableFrom(graph, names)) if (before.has(name) || names.includes(name)) needed.add(name);
  }
  return needed;
};
