import { useEffect } from 'react';
import { isShortcut } from '../../ui/shortcuts.ts';
import type { MenuAction } from './workflow-actions.ts';

/** The keys that the workflow menu names act on every screen, also while a person types: they are no text. */
export const useMenuShortcuts = (actions: readonly MenuAction[]): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = actions.find(({ shortcut }) => shortcut !== undefined && isShortcut(event, shortcut));
      if (!action) return;
      event.preventDefault();
      if (!action.isDisabled) action.run();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [actions]);
};
