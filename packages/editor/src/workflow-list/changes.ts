import { client } from '../api/client.ts';
import { describeError } from '../api/errors.ts';
import { activeWorkflowsQuery, queryClient, workflowsQuery } from '../api/queries.ts';
import { confirm } from '../dialogs/stack.ts';
import { t } from '../messages/index.ts';
import { showError, showSuccess } from '../ui/toasts.ts';

/** After workflows have changed that lists show. */
export const workflowsChanged = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: workflowsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: activeWorkflowsQuery.queryKey }),
  ]);

/** Deletes a workflow after a question. @returns whether it is gone */
export const deleteWorkflow = async ({ id, name }: { id: string; name: string }): Promise<boolean> => {
  const isSure = await confirm({
    title: t('delete.title'),
    message: t('delete.message', { name }),
    confirm: t('delete.confirm'),
    danger: true,
  });
  if (!isSure) return false;
  try {
    await client.workflows.remove({ params: { id } });
  } catch (error) {
    showError(t('workflow.delete.failed'), describeError(error));
    return false;
  } finally {
    void workflowsChanged();
  }
  showSuccess(t('workflow.deleted'), { message: t('workflow.deleted.message', { name }) });
  return true;
};
