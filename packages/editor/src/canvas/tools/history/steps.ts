import { isObject } from '@millrace/contract';
import type { HistoryEntry, WorkflowState } from '../../../workflow/types.ts';

/** A state of the workflow that one can go to. */
export interface HistoryStep {
  /** How many steps lead there. */
  position: number;
  /** Key of the message catalogue: what was done last; undefined: nothing, the workflow was opened. */
  label: string | undefined;
  /** Names of the nodes that it was about. */
  nodes: readonly string[];
  /** Epoch milliseconds; undefined for the opening. */
  at: number | undefined;
}

/** All states, the latest first: those that were undone as well. */
export const historySteps = ({ past, future, document }: Pick<WorkflowState, 'past' | 'future' | 'document'>) => {
  const steps: HistoryStep[] = [{ position: 0, label: undefined, nodes: [], at: undefined }];
  for (const entry of [...past, ...future]) {
    steps.push({ position: steps.length, label: entry.label, nodes: nodesOf(entry, document.nodes), at: entry.at });
  }
  return steps.reverse();
};

const nodesOf = ({ patches, inverse }: HistoryEntry, nodes: WorkflowState['document']['nodes']): string[] => {
  const names = new Map<string, string>();
  for (const { path, value } of [...patches, ...inverse]) {
    const [part, key] = Array.isArray(path) ? path : [];
    if (part !== 'nodes' || key === undefined) continue;
    const name = nodes[key]?.data.name ?? nameIn(value);
    if (name !== undefined) names.set(String(key), name);
  }
  return [...names.values()];
};

/** A node that is gone is in what would bring it back. */
const nameIn = (value: unknown): string | undefined =>
  isObject(value) && isObject(value.data) && typeof value.data.name === 'string' ? value.data.name : undefined;
