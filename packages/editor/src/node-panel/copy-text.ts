import { t } from '../messages/panel.ts';
import { showError, showSuccess } from '../ui/toasts.ts';

/** Puts text on the clipboard and says so. */
export const copyText = async (text: string, said: string = t('panel.data.copied')): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    showSuccess(said);
  } catch {
    showError(t('panel.data.copyFailed'), { details: text, sticky: false });
  }
};
