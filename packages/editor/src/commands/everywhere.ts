import { useEffect } from 'react';
import { isField } from '../canvas/focus.ts';
import { hasOpenDialog, openDialog } from '../dialogs/stack.ts';
import { keysOf } from '../ui/shortcuts.ts';

/** What can be asked for on every screen. */
export const everywhereCommands = {
  palette: { keys: ['mod+k'], run: () => openDialog('palette', {}) },
  shortcuts: { keys: ['?'], run: () => openDialog('shortcuts', {}) },
} as const;

export type EverywhereCommandId = keyof typeof everywhereCommands;

/** Acts also in fields, where the keys are no text; over an open dialog they are that dialog's. */
export const useEverywhereCommands = (): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const keys = keysOf(event);
      const command = Object.values(everywhereCommands).find((one) => one.keys.some((each) => each === keys));
      const isText = keys.length === 1 && isField(document.activeElement);
      if (!command || isText || event.isComposing) return;
      if (keys.length > 1) event.preventDefault();
      if (!hasOpenDialog()) command.run();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
};
