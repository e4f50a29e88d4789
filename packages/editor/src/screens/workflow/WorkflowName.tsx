import { t } from '../../messages/index.ts';
import { InlineText } from '../../ui/InlineText.tsx';
import { shorten } from '../../ui/shorten.ts';
import { showError } from '../../ui/toasts.ts';
import { useNameLimit } from '../../ui/use-name-limit.ts';
import { setWorkflowName } from '../../workflow/commands/index.ts';
import { useSession, useWorkflow } from '../../workflow/hooks.ts';
import { workflowNameProblem } from '../../workflow/workflow-name.ts';

/** The workflow's name, changed in place. A stored workflow is saved with it at once. */
export const WorkflowName = () => {
  const session = useSession();
  const name = useWorkflow((state) => state.document.name);
  const readOnly = useWorkflow((state) => state.readOnly);
  const refused = useWorkflow((state) => state.nameProblem);
  const setRefused = (nameProblem?: string) => session.store.setState({ nameProblem });
  const submit = (text: string): boolean => {
    const wanted = text.trim();
    const problem = workflowNameProblem(wanted);
    if (problem) showError(t('workflow.name.refused.title'), { message: problem, sticky: false });
    // Of an empty one there is nothing to mend: the old name is back.
    setRefused(wanted === '' ? undefined : problem);
    if (wanted === '') return true;
    if (problem) return false;
    if (wanted !== name) {
      session.dispatch('history.setWorkflowName', setWorkflowName(wanted));
      if (session.state().id !== null) void session.saves.save();
    }
    return true;
  };
  return (
    <InlineText
      value={name}
      shown={shorten(name, useNameLimit())}
      label={t('header.rename')}
      placeholder={t('workflow.name.placeholder')}
      error={refused}
      onSubmit={submit}
      onCancel={() => setRefused()}
      isFixed={readOnly}
    />
  );
};
