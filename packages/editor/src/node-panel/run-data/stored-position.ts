import { t } from '../../messages/panel.ts';
import { findRun } from '../../workflow/find-run.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import type { NodeKey } from '../../workflow/types.ts';

/**
 * Where a result is stored, which messages of a run under way do not say.
 * @throws ApiError, Error if the execution has no such node run
 */
export const findPosition = async (
  session: WorkflowSession,
  executionId: string,
  key: NodeKey,
  runIndex: number,
  signal: AbortSignal,
): Promise<number> => {
  const found = await findRun({ ...session.state().run, executionId }, key, runIndex, signal);
  if (!found) throw new Error(t('panel.data.stored.missing'));
  return found.position;
};
