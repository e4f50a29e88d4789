import type { ExecutionOutline, Item, NodeRunOutline } from '@millrace/contract';
import { client } from './client.ts';

/**
 * An execution with its node runs, without the items of large ones, page by page: some thousand node runs each.
 * @param from position of the first node run
 * @throws ApiError
 */
export async function* outlinePages(id: string, from = 0, signal?: AbortSignal): AsyncGenerator<ExecutionOutline> {
  for (let next: number | undefined = from; next !== undefined; ) {
    const page: ExecutionOutline = await client.executions.outline({
      params: { id },
      query: { from: String(next) },
      signal,
    });
    yield page;
    next = page.next;
  }
}

/**
 * One run of one node of a stored execution. Outlines come in pages of some thousand node runs, so the search begins where it is likely to be.
 * @param node its name in the execution
 * @param guess about how many node runs ended before this one
 * @returns undefined if there is no such run
 * @throws ApiError
 */
export const findNodeRun = async (
  executionId: string,
  { node, runIndex, guess = 0 }: { node: string; runIndex: number; guess?: number },
  signal?: AbortSignal,
): Promise<NodeRunOutline | undefined> => {
  let from = Math.max(0, Math.floor(guess) - 500);
  for (;;) {
    const query = { from: String(from) };
    const { nodes, next } = await client.executions.outline({ params: { id: executionId }, query, signal });
    const ofNode = nodes.filter((run) => run.node === node);
    const found = ofNode.find((run) => run.runIndex === runIndex);
    if (found) return found;
    const isBehind = ofNode.length > 0 ? ofNode[0]!.runIndex > runIndex : next === undefined;
    // Too far: the search goes on from the start, page by page.
    if (isBehind && from > 0) from = 0;
    else if (next === undefined) return undefined;
    else from = next;
  }
};

/** One output of one node run of a stored execution. */
export interface StoredOutput {
  executionId: string;
  position: number;
  /** Type of the output. Default: main. */
  connection?: string;
  output: number;
}

/**
 * A page of its items.
 * @throws ApiError
 */
export const readItems = async (
  { executionId, position, connection = 'main', output }: StoredOutput,
  { offset, limit }: { offset: number; limit: number },
  signal?: AbortSignal,
): Promise<Item[]> => {
  const page = await client.executions.items({
    params: { id: executionId, position: String(position) },
    query: {
      ...(connection !== 'main' && { connection }),
      output: String(output),
      offset: String(offset),
      limit: String(limit),
    },
    signal,
  });
  return page.items;
};
