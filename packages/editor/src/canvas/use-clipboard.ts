import { type RefObject, useEffect } from 'react';
import { describeError } from '../api/errors.ts';
import { isHitTwice } from '../commands/hit-twice.ts';
import { confirm } from '../dialogs/stack.ts';
import { t } from '../messages/index.ts';
import { showError, showInfo } from '../ui/toasts.ts';
import { copyFragment } from '../workflow/copy-fragment.ts';
import { loadExpressions } from '../workflow/expressions.ts';
import { useSession } from '../workflow/hooks.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import { refuseEdit } from '../workflow/store.ts';
import { removeSelection } from './actions.ts';
import { hasCanvasFocus } from './focus.ts';
import type { Point } from './geometry.ts';
import { pointerOrCentre } from './view.ts';

/**
 * Copy, cut and paste as text of the public format, by the clipboard's own events: they need no permission and work on plain
 * http. A text that is selected on the page is copied as usual.
 */
export const useClipboard = (root: RefObject<HTMLElement | null>): void => {
  const session = useSession();
  useEffect(() => {
    const isOurs = () => hasCanvasFocus(root.current) && (getSelection()?.isCollapsed ?? true);
    const copy = (event: ClipboardEvent): boolean => {
      const { document: workflow, selection } = session.state();
      if (!isOurs() || selection.size === 0 || !event.clipboardData) return false;
      event.clipboardData.setData('text/plain', copyFragment(workflow, selection));
      event.preventDefault();
      return true;
    };
    const onCopy = (event: ClipboardEvent) => void copy(event);
    const onCut = (event: ClipboardEvent) => {
      if (!session.state().readOnly && copy(event) && !isHitTwice(session, 'cut')) removeSelection(session);
    };
    const onPaste = (event: ClipboardEvent) => {
      if (!hasCanvasFocus(root.current)) return;
      event.preventDefault();
      if (isHitTwice(session, 'paste')) return;
      void pasteText(session, event.clipboardData?.getData('text/plain') ?? '', pointerOrCentre(session));
    };
    document.addEventListener('copy', onCopy);
    document.addEventListener('cut', onCut);
    document.addEventListener('paste', onPaste);
    return () => {
      document.removeEventListener('copy', onCopy);
      document.removeEventListener('cut', onCut);
      document.removeEventListener('paste', onPaste);
    };
  }, [root, session]);
};

/** Makes the browser fire its event, which `useClipboard` answers when the menu has given the focus back. */
const fire = (command: 'copy' | 'cut'): void => {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  document.execCommand(command);
};

export const copySelection = (): void => fire('copy');
export const cutSelection = (): void => fire('cut');

/** Pastes from a menu, for which the browser asks the person; where it does not offer that, the shortcut is named. */
export const pasteFromMenu = async (session: WorkflowSession, at: Point): Promise<void> => {
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    showInfo(t('canvas.paste.byKey'));
    return;
  }
  await pasteText(session, text, at);
};

const pasteText = async (session: WorkflowSession, text: string, at: Point): Promise<void> => {
  if (text.trim() === '') return;
  const state = session.state();
  if (state.readOnly) return refuseEdit(state);
  try {
    const [{ fetchWorkflow, isWorkflowAddress, parseWorkflow }, { paste, renameReferences }] = await Promise.all([
      import('../workflow/parse-workflow.ts'),
      loadExpressions(),
    ]);
    if (isWorkflowAddress(text)) {
      if (await mayImport(text.trim())) paste(session, await fetchWorkflow(text.trim()), renameReferences, at);
    } else paste(session, parseWorkflow(text), renameReferences, at);
  } catch (error) {
    showError(t('workflow.paste.failed'), { message: describeError(error).message, sticky: false });
  }
};

const mayImport = (url: string): Promise<boolean> =>
  confirm({
    title: t('workflow.import.url.confirm'),
    message: t('workflow.import.url.question', { url }),
    confirm: t('workflow.import.url.yes'),
  });
