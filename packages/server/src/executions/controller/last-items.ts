import type { ExecutionReader, StoredExecution } from '../store/execution-reader.ts';

/** JSON of the items of an ended execution's last node's first output that has any. */
export const lastItemsOf = async (
  store: Pick<ExecutionReader, 'lastResult'>,
  { executionId, lastNode }: Pick<StoredExecution, 'executionId' | 'lastNode'>,
): Promise<string> => {
  const last = lastNode === null ? undefined : await store.lastResult(executionId, lastNode);
  if (!last || last.outputs === null) return '[]';
  if (last.data !== null) {
    const { main = [] } = JSON.parse(last.data) as { main?: unknown[][] };
    return JSON.stringify(main.find((items) => items?.length) ?? []);
  }
  const counts = (JSON.parse(last.outputs) as { main?: (number | null)[] }).main ?? [];
  const output = counts.findIndex((count) => count !== null && count > 0);
  const pieces = (last.chunks ?? []).filter((piece) => piece.connection === 'main' && piece.output === output);
  return `[${pieces.map(({ items }) => items.slice(1, -1)).join(',')}]`;
};
