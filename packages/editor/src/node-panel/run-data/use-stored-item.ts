import type { Item, TaskData } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { readItems } from '../../api/execution-data.ts';
import { executionsKey } from '../../api/queries.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import type { NodeKey } from '../../workflow/types.ts';
import { storedCount } from './node-data.ts';
import { findPosition } from './stored-position.ts';

/** One output of one run of a node. */
export interface OutputPlace {
  key: NodeKey;
  run: number;
  output: number;
  /** What is known of that run. */
  task: TaskData | undefined;
}

/**
 * One item of a result that lies on the server.
 * @param index -1: none is wanted
 * @returns undefined while it is read, and where there is none
 */
export const useStoredItem = (place: OutputPlace | undefined, index: number): Item | undefined => {
  const session = useSession();
  const executionId = useWorkflow((state) => state.run.executionId);
  const isStored = place !== undefined && index >= 0 && index < (storedCount(place.task, place.output) ?? 0);
  const { data } = useQuery({
    queryKey: [...executionsKey, 'item', executionId, place?.key, place?.run, place?.output, index],
    queryFn: async ({ signal }) => {
      const { key, run, output, task } = place!;
      const id = executionId ?? '';
      const position = task?.stored?.position ?? (await findPosition(session, id, key, run, signal));
      const [item] = await readItems({ executionId: id, position, output }, { offset: index, limit: 1 }, signal);
      return item ?? null;
    },
    enabled: isStored && executionId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  return isStored ? (data ?? undefined) : undefined;
};
