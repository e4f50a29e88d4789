import { t } from '../messages/index.ts';
import { showError, showSuccess } from './toasts.ts';

/** Puts text on the clipboard and says so. */
export const copyText = async (text: string, said: string = t('shell.copied')): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    showSuccess(said);
  } catch {
    showError(t('shell.copyFailed'), { details: text, sticky: false });
  }
};
