import type { TaskData } from '@millrace/contract';
import { useQuery } from '@tanstack/react-query';
import { findNodeRun } from '../../api/execution-data.ts';
import { executionsKey } from '../../api/queries.ts';
import { t } from '../../messages/panel.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import { runCount, taskAt } from '../../workflow/node-run.ts';
import { taskOf } from '../../workflow/run-view.ts';
import { workflowStore } from '../../workflow/store.ts';
import type { NodeKey, RunView } from '../../workflow/types.ts';

/** What to ask the server for; undefined for a node that the run does not know. */
export const wantedRun = (run: RunView, key: NodeKey, runIndex: number) => {
  const node = [...run.keys].find(([, known]) => known === key)?.[0];
  if (node === undefined) return undefined;
  // In a loop the nodes take turns, so the runs before this one are about as many for each of them.
  const ended = Object.values(run.nodes).reduce((sum, other) => sum + Math.min(runIndex, runCount(other)), 0);
  return { node, runIndex, guess: ended };
};

export interface FoundTask {
  task: TaskData | undefined;
  /** It is being read from the server. */
  isPending: boolean;
  error: Error | null;
  retry(): void;
}

/** One run of a node: as it is kept here, or, of the earlier passes of a long loop, as the server has it. */
export const useTask = (key: NodeKey | undefined, runIndex: number): FoundTask => {
  const node = useWorkflow((state) =>
    key !== undefined && Object.hasOwn(state.run.nodes, key) ? state.run.nodes[key] : undefined,
  );
  const executionId = useWorkflow((state) => state.run.executionId);
  const isEarlier = node !== undefined && runIndex >= 0 && runIndex < node.earlier;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...executionsKey, 'node-run', executionId, key, runIndex],
    queryFn: async ({ signal }) => {
      const wanted = wantedRun(workflowStore.getState().run, key ?? '', runIndex);
      const found = wanted && (await findNodeRun(executionId ?? '', wanted, signal));
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
