import { isLanguage, type Language } from '@millrace/contract';

const storageKey = 'millrace.language';

const stored = (): Language | undefined => {
  try {
    const tag = localStorage.getItem(storageKey);
    return isLanguage(tag) ? tag : undefined;
  } catch {
    return undefined;
  }
};

/** Of this page, as long as it is open: what was chosen last in this browser. */
export const language: Language = stored() ?? 'en';

/** True where nobody has chosen a language in this browser yet. */
export const isLanguageOpen = (): boolean => stored() === undefined;

/** Shows everything in another language: loads the page again, unless the browser keeps nothing. */
export const changeLanguage = (wanted: Language): void => {
  if (wanted === language) return;
  try {
    localStorage.setItem(storageKey, wanted);
  } catch {
    return;
  }
  location.reload();
};
