import { z } from 'zod';
import { limits } from './limits.ts';

/** What both sides hold mail addresses, names and passwords against. Messages go on from the name of the field. */

/** A local part, @, and a domain with a dot. */
export const emailPattern = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@(?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]+$/u;

const controlCharacters = /\p{Cc}/u;

export const emailSchema = z
  .string()
  .trim()
  .max(limits.emailMaxLength, `must have at most ${limits.emailMaxLength} characters`)
  .regex(emailPattern, 'must be an email address such as name@example.com');

export const personNameSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(limits.personNameMaxLength, `must have at most ${limits.personNameMaxLength} characters`)
  .refine((name) => !controlCharacters.test(name), 'must not contain control characters');

interface PasswordRule {
  /** What the field must be or have, after its name. */
  message: string;
  isKept(password: string): boolean;
}

/** In the order in which they are shown. */
export const passwordRules: readonly PasswordRule[] = [
  {
    message: `must have at least ${limits.passwordMinLength} characters`,
    isKept: (password) => password.length >= limits.passwordMinLength,
  },
  {
    message: `must have at most ${limits.passwordMaxLength} characters`,
    isKept: (password) => password.length <= limits.passwordMaxLength,
  },
  { message: 'must contain at least 1 number', isKept: (password) => /\d/.test(password) },
  { message: 'must contain at least 1 capital letter', isKept: (password) => /\p{Lu}/u.test(password) },
];

/** A password that someone chooses. */
export const newPasswordSchema = z.string().superRefine((password, context) => {
  for (const { message, isKept } of passwordRules) if (!isKept(password)) context.addIssue({ code: 'custom', message });
});

/** A password that someone has: it may be older than the rules. */
export const givenPasswordSchema = z.string().min(1).max(limits.givenPasswordMaxLength);
