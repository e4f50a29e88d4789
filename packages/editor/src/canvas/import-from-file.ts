import { describeError } from '../api/errors.ts';
import { t } from '../messages/index.ts';
import { pickFile } from '../ui/files.ts';
import { showError } from '../ui/toasts.ts';
import { importWorkflow } from '../workflow/commands/index.ts';
import type { WorkflowSession } from '../workflow/session.ts';

/** Asks for a file and takes the workflow in it into the one that is open. */
export const importFromFile = async ({ dispatch }: WorkflowSession): Promise<void> => {
  const text = await pickFile('.json,application/json');
  if (text === undefined) return;
  try {
    const { parseWorkflow, withTagsHere } = await import('../workflow/parse-workflow.ts');
    dispatch('history.importWorkflow', importWorkflow(await withTagsHere(parseWorkflow(text))));
  } catch (error) {
    showError(t('workflow.import.file.failed'), { message: describeError(error).message });
  }
};
