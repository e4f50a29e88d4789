import { describeError } from '../../api/errors.ts';
import { type NodeTypes, nodeTypesQuery } from '../../api/node-types.ts';
import { queryClient } from '../../api/queries.ts';
import { t } from '../../messages/index.ts';
import { showError, showSuccess } from '../../ui/toasts.ts';
import { openingOf } from '../../workflow/failure-text.ts';
import { withPart } from '../../workflow/parts.ts';
import { emptyRun } from '../../workflow/run-view.ts';
import type { WorkflowSession } from '../../workflow/session.ts';
import { startsByItself, triggersOf } from '../../workflow/triggers.ts';

/** Starts or stops the triggers of the open workflow, and says what that means or why it cannot be. */
export const changeActive = async (session: WorkflowSession, types: NodeTypes, active: boolean): Promise<void> => {
  const isDone = (!active || (await hasNoIssues(session))) && (await session.saves.setActive(active));
  if (!isDone) return;
  if (!active) showSuccess(t('workflow.deactivated'), { message: t('workflow.deactivated.message') });
  else {
    await withPart(
      () => import('./tell-activated.ts'),
      ({ tellActivated }) => tellActivated(session, types),
    );
  }
};

/** False after telling what must be mended first. */
const hasNoIssues = async ({ state, panel }: WorkflowSession): Promise<boolean> => {
  const { document, ownedBy } = state();
  try {
    const types = await queryClient.fetchQuery(nodeTypesQuery);
    const { planRun } = await import('../../workflow/run-plan.ts');
    const { issuesOf, issueText } = await import('../../workflow/issues.ts');
    const started = triggersOf(document, types).filter((key) => startsByItself(document.nodes[key], types));
    const paths = started.map((triggerNode) => planRun(document, emptyRun, [], { triggerNode }).path);
    const issues = await issuesOf({ document, ownedBy }, new Set(paths.flatMap((path) => [...path])));
    const [first] = issues;
    if (!first) return true;
    const message = `${t('activate.issues')}\n${issueText(issues)}`;
    showError(t('run.issues.title'), { message, topic: 'run', actions: [openingOf(first.key, panel)] });
  } catch (error) {
    showError(t('workflow.activate.failed'), describeError(error));
  }
  return false;
};
