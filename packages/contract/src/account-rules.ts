import { limits } from './limits.ts';

/** What mail addresses and passwords are held against, for those who do without schemas. */

/** A local part, @, and a domain with a dot. */
export const emailPattern = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]+$/u;

interface PasswordRule {
  name: 'minLength' | 'maxLength' | 'number' | 'capital';
  /** What the field must be or have, after its name. */
  message: string;
  isKept(password: string): boolean;
}

/** In the order in which they are shown. */
export const passwordRules: readonly PasswordRule[] = [
  {
    name: 'minLength',
    message: `must have at least ${limits.passwordMinLength} characters`,
    isKept: (password) => password.length >= limits.passwordMinLength,
  },
  {
    name: 'maxLength',
    message: `must have at most ${limits.passwordMaxLength} characters`,
    isKept: (password) => password.length <= limits.passwordMaxLength,
  },
  { name: 'number', message: 'must contain at least 1 number', isKept: (password) => /\d/.test(password) },
  {
    name: 'capital',
    message: 'must contain at least 1 capital letter',
    isKept: (password) => /\p{Lu}/u.test(password),
  },
];
