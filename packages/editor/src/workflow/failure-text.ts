import { t } from '../messages/index.ts';
import type { RunView } from './types.ts';

/** What a failed run has to say, with the node that failed. */
export const failureText = ({ error }: Pick<RunView, 'error'>): { message: string; details?: string } => {
  if (!error) return { message: t('run.execution.failed.message') };
  const { node, message, description } = error;
  const text = node === undefined ? message : t('run.execution.failed.node', { node, message });
  return { message: text, details: description };
};
