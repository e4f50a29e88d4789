import { t } from '../messages/dialogs.ts';
import { tellError } from './notices.ts';

/** @param saveAsNew stores what is on the canvas as a new workflow */
export const tellGone = (saveAsNew: () => void): void =>
  tellError(t('gone.title'), {
    message: t('gone.message'),
    topic: 'workflow',
    actions: [{ label: t('gone.save'), run: saveAsNew }],
  });
