import { type RefObject, useEffect } from 'react';
import { canvasCommands, commandOf } from '../commands/canvas-commands.ts';
import { press } from '../commands/press.ts';
import { keysOf } from '../ui/shortcuts.ts';
import { useSession } from '../workflow/hooks.ts';
import { hasCanvasFocus } from './focus.ts';

/** The canvas's keys. They act while the canvas or nothing has the focus, never in a field or a dialog. */
export const useShortcuts = (root: RefObject<HTMLElement | null>): void => {
  const session = useSession();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const id = commandOf(keysOf(event));
      if (id === undefined || canvasCommands[id].isNative || !hasCanvasFocus(root.current)) return;
      if (id === 'openNode' && event.target instanceof Element && event.target.closest('button, a')) return;
      if (press(session, id)) event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [root, session]);
};
