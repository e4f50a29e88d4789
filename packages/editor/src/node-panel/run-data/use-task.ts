import type { TaskData } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { executionsKey } from '../../api/queries.ts';
import { t } from '../../messages/panel.ts';
import { findRun } from '../../workflow/find-run.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import { taskAt } from '../../workflow/node-run.ts';
import { taskOf } from '../../workflow/run-view.ts';
import type { NodeKey } from '../../workflow/types.ts';

export interface FoundTask {
  task: TaskData | undefined;
  /** It is being read from the server. */
  isPending: boolean;
  error: Error | null;
  retry(): void;
}

/** One run of a node: as it is kept here, or, of the earlier passes of a long loop, as the server has it. */
export const useTask = (key: NodeKey | undefined, runIndex: number): FoundTask => {
  const session = useSession();
  const node = useWorkflow((state) =>
    key !== undefined && Object.hasOwn(state.run.nodes, key) ? state.run.nodes[key] : undefined,
  );
  const executionId = useWorkflow((state) => state.run.executionId);
  const isEarlier = node !== undefined && runIndex >= 0 && runIndex < node.earlier;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...executionsKey, 'node-run', executionId, key, runIndex],
    queryFn: async ({ signal }) => {
      const found = await findRun({ ...session.state().run, executionId }, key ?? '', runIndex, signal);
      if (!found) throw new Error(t('panel.data.stored.missing'));
      return taskOf(found);
    },
    enabled: isEarlier && executionId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  if (!isEarlier) return { task: node && taskAt(node, runIndex), isPending: false, error: null, retry: () => {} };
  return { task: data, isPending, error, retry: () => void refetch() };
};
