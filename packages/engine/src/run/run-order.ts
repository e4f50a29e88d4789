import { type Graph, rootsOf, targetsOf } from '../graph/index.ts';
import { type QueueRules, WorkQueue } from './work-queue.ts';

const items = [{ json: {} }];

/**
 * The nodes that a run could reach, in the order in which they would come first if every output gave items. A run that begins with several nodes in
 * the middle keeps to it, so that what reads from another branch comes after that branch, as in a whole run.
 * @param hasBegun whether the earlier run began with a node that nothing leads to
 * @returns the place of each
 */
export const orderOfRun = (
  graph: Graph,
  rules: Omit<QueueRules, 'allowed'>,
  hasBegun: (root: string) => boolean,
): Map<string, number> => {
  const places = new Map<string, number>();
  const queue = new WorkQueue(graph, { ...rules, allowed: undefined });
  queue.begin(
    rootsOf(graph)
      .filter(hasBegun)
      .map((node) => ({ node, inputs: [], source: [] })),
    [],
  );
  for (let due = queue.take(); due; due = queue.take()) {
    const isFirst = !places.has(due.node);
    if (isFirst) places.set(due.node, places.size);
    const outputs = isFirst ? targetsOf(graph, due.node).map(() => items) : [];
    queue.deliver({ node: due.node, outputs, runIndex: 0 });
  }
  return places;
};
