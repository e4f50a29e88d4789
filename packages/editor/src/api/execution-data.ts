import type { ExecutionOutline, Item } from '@millrace/contract';
import { client } from './client.ts';

/**
 * All node runs of an execution, without the items of large ones.
 * @throws ApiError
 */
export const readOutline = async (id: string, signal?: AbortSignal): Promise<ExecutionOutline> => {
  const outline = await client.executions.outline({ params: { id }, query: {}, signal });
  const nodes = [...outline.nodes];
  for (let from = outline.next; from !== undefined; ) {
    const more = await client.executions.outline({ params: { id }, query: { from: String(from) }, signal });
    nodes.push(...more.nodes);
    from = more.next;
  }
  return { ...outline, nodes, next: undefined };
};

/** One main output of one node run of a stored execution. */
export interface StoredOutput {
  executionId: string;
  position: number;
  output: number;
}

/**
 * A page of its items.
 * @throws ApiError
 */
export const readItems = async (
  { executionId, position, output }: StoredOutput,
  { offset, limit }: { offset: number; limit: number },
  signal?: AbortSignal,
): Promise<Item[]> => {
  const page = await client.executions.items({
    params: { id: executionId, position: String(position) },
    query: { output: String(output), offset: String(offset), limit: String(limit) },
    signal,
  });
  return page.items;
};
