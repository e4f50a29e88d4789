import { t } from '../../messages/dialogs.ts';
import { confirm } from '../stack.ts';

/**
 * Asks before what was typed into a dialog or a screen is lost; the open workflow has a question of its own, which can save it.
 * @returns true: it may be lost
 */
export const askToDrop = (way: 'close' | 'leave'): Promise<boolean> =>
  confirm({
    title: t(`drop.${way}.title`),
    message: t('drop.message'),
    confirm: t(`drop.${way}`),
    danger: true,
    cancel: t('drop.stay'),
  });
