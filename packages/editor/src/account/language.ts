import type { Language } from '@millrace/contract';
import { changeLanguage } from '../messages/language.ts';
import { storeUserSettings } from './theme.ts';

/** The languages as those who speak them call them. */
export const languageNames: readonly { value: Language; label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
];

/** Stores the choice and shows everything in it; the page is loaded again for that. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  await storeUserSettings({ language });
  changeLanguage(language);
};
