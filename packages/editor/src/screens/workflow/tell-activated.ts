import type { NodeTypes } from '../../api/node-types.ts';
import { activationText, calledNodes } from '../../dialogs/activated/activation-text.ts';
import { isActivatedHidden } from '../../dialogs/activated/hidden.ts';
import { hasOpenDialog, openDialog } from '../../dialogs/stack.ts';
import { t } from '../../messages/index.ts';
import { askPrompts } from '../../prompts/ask-prompts.ts';
import { showSuccess } from '../../ui/toasts.ts';
import type { WorkflowSession } from '../../workflow/session.ts';

/** Says what the workflow does from now on; in a word to those who want no more, or are in another dialog by now. */
export const tellActivated = ({ state }: WorkflowSession, types: NodeTypes): void => {
  const isHidden = isActivatedHidden();
  if (!isHidden && !hasOpenDialog()) {
    const { id: workflowId, document } = state();
    openDialog('activated', {
      text: activationText(document, types),
      workflowId,
      called: calledNodes(document, types),
    });
    return;
  }
  showSuccess(t('workflow.activated'), { message: t('workflow.activated.message') });
  if (isHidden) askPrompts();
};
