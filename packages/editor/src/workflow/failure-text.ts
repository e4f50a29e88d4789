import { t } from '../messages/index.ts';
import type { NodeKey, RunView } from './types.ts';

/** What a failed run has to say, with the node that failed. */
export const failureText = ({ error }: Pick<RunView, 'error'>): { message: string; details?: string } => {
  if (!error) return { message: t('run.execution.failed.message') };
  const { node, message, description } = error;
  const text = node === undefined ? message : t('run.execution.failed.node', { node, message });
  return { message: text, details: description };
};

/** Whether the panel of this node shows the failure of the run. */
export const saysFailure = ({ error, keys, nodes }: RunView, openNode: NodeKey | null): boolean => {
  const key = error?.node === undefined ? undefined : keys.get(error.node);
  return key !== undefined && key === openNode && nodes[key]?.phase === 'error';
};
