import type { ConnectionType, ItemLists, TaskData } from '@millrace/contract/data';
import { type Graph, serviceTypes, sourcesOf } from '../graph/index.ts';
import { toJsonValue } from '../items/to-json.ts';
import { NodeError } from '../node-api/errors.ts';
import type { NodeRunResult, NodeRuns } from '../node-api/node-run.ts';
import type { QueuedRun } from './types.ts';

/** What a node run has asked for, as it is recorded. */
export type Asking = Pick<Required<TaskData>, 'asks'> & { data: { requests: ItemLists } };

/** Type of the wire by which a node serves another one; undefined where there is none. */
const wireBetween = (graph: Graph, from: string, to: string): ConnectionType | undefined =>
  serviceTypes(graph).find((type) => sourcesOf(graph, to, type).some(({ node }) => node === from));

/** @throws NodeError where it cannot be done */
export const toAsking = (graph: Graph, by: string, { requests, memo }: NodeRuns): Asking => {
  for (const { node } of requests) {
    if (!graph.nodes.has(node) || wireBetween(graph, node, by) === undefined) {
      throw new NodeError(`"${node}" cannot be run from here`, { description: `It is not connected to "${by}".` });
    }
  }
  return {
    asks: toJsonValue({
      requests: requests.map(({ items: _, ...request }) => request),
      ...(memo && { memo }),
    }) as unknown as Asking['asks'],
    data: { requests: requests.map(({ items }) => toJsonValue(items) as unknown as ItemLists[number]) },
  };
};

/** Node runs that nodes have asked for, and the runs of those nodes that follow. They come before anything else that is due. */
export class AskedRuns {
  readonly #graph: Graph;
  /** The next one is the last. */
  readonly #due: QueuedRun[] = [];

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  get isEmpty(): boolean {
    return this.#due.length === 0;
  }

  take(): QueuedRun | undefined {
    return this.#due.pop();
  }

  /** @param by the node run that has asked */
  add(by: QueuedRun, runIndex: number, { asks: { requests, memo }, data }: Asking): void {
    const results: NodeRunResult[] = [];
    this.#due.push({ ...by, answered: { results, ...(memo && { memo }) } });
    for (const [index, { node, itemIndex = 0, arguments: given }] of [...requests.entries()].reverse()) {
      this.#due.push({
        node,
        inputs: [data.requests[index] ?? []],
        source: by.source,
        asked: {
          by: { node: by.node, runIndex },
          connection: wireBetween(this.#graph, node, by.node) ?? 'main',
          place: by.asked?.place ?? by.node,
          itemIndex: by.asked?.itemIndex ?? itemIndex,
          ...(given && { arguments: given }),
          settle: (result) => {
            results[index] = result;
          },
        },
      });
    }
  }
}
