import { useBlocker } from '@tanstack/react-router';
import { askToDrop } from '../dialogs/leave/ask-to-drop.ts';

/** Asks before what was typed in is lost: on the way to another screen, and when the page is closed. Who signs out is not asked. */
export const useLeaveQuestion = (isChanged: boolean): void =>
  void useBlocker({
    shouldBlockFn: async ({ next }) => isChanged && next.pathname !== '/signin' && !(await askToDrop('leave')),
    enableBeforeUnload: () => isChanged,
  });
