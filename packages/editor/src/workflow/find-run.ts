import type { NodeRunOutline } from '@millrace/contract';
import { findNodeRun } from '../api/execution-data.ts';
import { runCount } from './node-run.ts';
import type { NodeKey, RunView } from './types.ts';

/** What to ask the server for, with a guess where it lies; undefined for a node that the run does not know. */
export const wantedRun = (run: RunView, key: NodeKey, runIndex: number) => {
  const node = [...run.keys].find(([, known]) => known === key)?.[0];
  if (node === undefined) return undefined;
  // In a loop the nodes take turns, so the runs before this one are about as many for each of them.
  const guess = Object.values(run.nodes).reduce((sum, other) => sum + Math.min(runIndex, runCount(other)), 0);
  return { node, runIndex, guess };
};

/**
 * One run of a node of the shown execution, as the server has it.
 * @throws ApiError
 */
export const findRun = async (
  run: RunView,
  key: NodeKey,
  runIndex: number,
  signal?: AbortSignal,
): Promise<NodeRunOutline | undefined> => {
  const wanted = wantedRun(run, key, runIndex);
  return wanted && run.executionId !== null ? findNodeRun(run.executionId, wanted, signal) : undefined;
};
