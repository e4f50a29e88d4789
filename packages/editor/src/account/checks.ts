import { emailPattern, limits, passwordRules } from '@millrace/contract';
import { t } from '../messages/accounts.ts';

export const isEmail = (text: string): boolean => text.length <= limits.emailMaxLength && emailPattern.test(text);

/* What is wrong with a field, as it is said under it; undefined: nothing. */

export const emailProblem = (email: string): string | undefined => {
  if (email.trim() === '') return t('account.required');
  return isEmail(email.trim()) ? undefined : t('account.email.invalid');
};

export const nameProblem = (name: string): string | undefined => {
  if (name.trim() === '') return t('account.required');
  const count = limits.personNameMaxLength;
  return name.trim().length > count ? t('account.name.tooLong', { count }) : undefined;
};

export const requiredProblem = (text: string): string | undefined => (text === '' ? t('account.required') : undefined);

export const newPasswordProblem = (password: string): string | undefined => {
  if (password === '') return t('account.required');
  return passwordRules.every(({ isKept }) => isKept(password)) ? undefined : t('account.password.weak');
};

export const repeatProblem = (password: string, repeated: string): string | undefined => {
  if (repeated === '') return t('account.required');
  return repeated === password ? undefined : t('account.password.mismatch');
};
