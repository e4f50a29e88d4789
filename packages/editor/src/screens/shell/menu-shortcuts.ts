import { useEffect } from 'react';
import { hasOpenDialog } from '../../dialogs/stack.ts';
import { isShortcut } from '../../ui/shortcuts.ts';
import type { MenuAction } from './workflow-actions.ts';

/**
 * The keys that the workflow menu names act on every screen, also while a person types: they are no text. While a dialog is open they do
 * nothing to the workflow behind it: the dialog may use them itself.
 */
export const useMenuShortcuts = (actions: readonly MenuAction[]): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actions.find(({ shortcut }) => shortcut !== undefined && isShortcut(event, shortcut));
      if (!action) return;
      // Else the browser would store the page, or open a file.
      event.preventDefault();
      if (!action.isDisabled && !hasOpenDialog()) action.run();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [actions]);
};
