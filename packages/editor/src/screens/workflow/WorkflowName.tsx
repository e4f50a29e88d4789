import { useState } from 'react';
import { t } from '../../messages/index.ts';
import { InlineText } from '../../ui/InlineText.tsx';
import { showError } from '../../ui/toasts.ts';
import { setWorkflowName } from '../../workflow/commands/index.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import { save } from '../../workflow/save.ts';
import { dispatch, workflowStore } from '../../workflow/store.ts';
import { workflowNameProblem } from '../../workflow/workflow-name.ts';

/** The workflow's name, changed in place. A stored workflow is saved with it at once. */
export const WorkflowName = () => {
  const name = useWorkflow((state) => state.document.name);
  const [refused, setRefused] = useState<string>();
  const submit = (text: string): boolean => {
    const wanted = text.trim();
    const problem = workflowNameProblem(wanted);
    setRefused(problem);
    if (problem) {
      showError(t('workflow.name.missing.title'), { message: problem, sticky: false });
      return false;
    }
    if (wanted !== name) {
      dispatch('history.setWorkflowName', setWorkflowName(wanted));
      if (workflowStore.getState().id !== null) void save();
    }
    return true;
  };
  return (
    <InlineText
      value={name}
      label={t('header.rename')}
      placeholder={t('workflow.name.placeholder')}
      error={refused}
      onSubmit={submit}
      onCancel={() => setRefused(undefined)}
    />
  );
};
