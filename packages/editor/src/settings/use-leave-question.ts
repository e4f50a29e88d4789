import { useBlocker } from '@tanstack/react-router';
import { confirm } from '../dialogs/stack.ts';
import { t } from '../messages/accounts.ts';

/** Asks before what was typed in is lost: on the way to another screen, and when the page is closed. Who signs out is not asked. */
export const useLeaveQuestion = (isChanged: boolean): void =>
  void useBlocker({
    shouldBlockFn: async ({ next }) =>
      isChanged &&
      next.pathname !== '/signin' &&
      !(await confirm({
        title: t('settingsArea.leave.title'),
        message: t('settingsArea.leave.message'),
        confirm: t('settingsArea.leave.confirm'),
        cancel: t('settingsArea.leave.stay'),
      })),
    enableBeforeUnload: () => isChanged,
  });
