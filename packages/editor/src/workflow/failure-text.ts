import { t } from '../messages/index.ts';
import type { Notice } from './notices.ts';
import type { PanelState } from './panel-state.ts';
import type { NodeKey, RunView } from './types.ts';

type FailureText = Pick<Notice, 'message' | 'details' | 'open'>;

/** What a failed run has to say, with the node that failed, and the way to it. */
export const failureText = (
  { error, keys }: Pick<RunView, 'error' | 'keys'>,
  panel: Pick<PanelState, 'openNode'>,
): FailureText => {
  if (!error) return { message: t('run.execution.failed.message') };
  const { node, message, description } = error;
  if (node === undefined) return { message, details: description };
  const key = keys.get(node);
  return {
    message: t('run.execution.failed.node', { node, message }),
    details: description,
    ...(key !== undefined && { open: openingOf(key, panel) }),
  };
};

/** A button that opens the panel of a node. */
export const openingOf = (key: NodeKey, panel: Pick<PanelState, 'openNode'>): NonNullable<Notice['open']> => ({
  label: t('run.openNode'),
  run: () => panel.openNode(key),
});

/** Whether the panel of this node shows the failure of the run. */
export const saysFailure = ({ error, keys, nodes }: RunView, openNode: NodeKey | null): boolean => {
  const key = error?.node === undefined ? undefined : keys.get(error.node);
  return key !== undefined && key === openNode && nodes[key]?.phase === 'error';
};
