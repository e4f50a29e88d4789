import { isLanguage, type ServerSettings, type SignedInUser } from '@millrace/contract';
import { changeLanguage, isLanguageOpen } from '../messages/language.ts';

/** Goes over to the language that the person has chosen, in whatever browser; without a choice, to that of the instance. */
export const settleLanguage = (
  { defaultLocale }: Pick<ServerSettings, 'defaultLocale'>,
  user: Pick<SignedInUser, 'settings'> | null,
): void => {
  const chosen = user?.settings.language;
  if (isLanguage(chosen)) changeLanguage(chosen);
  else if ((user || isLanguageOpen()) && isLanguage(defaultLocale)) changeLanguage(defaultLocale);
};
