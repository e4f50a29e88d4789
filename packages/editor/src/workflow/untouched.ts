import { manualTrigger } from './triggers.ts';
import type { WorkflowDocument } from './types.ts';

/** Whether nothing has been built yet: a workflow begins with its start node, or with nothing. */
export const isUntouched = ({ nodes }: Pick<WorkflowDocument, 'nodes'>): boolean => {
  const all = Object.values(nodes);
  return all.length === 0 || (all.length === 1 && all[0]!.data.type === manualTrigger);
};
