import { z } from 'zod';
import { emailPattern, passwordRules } from './account-rules.ts';
import { limits } from './limits.ts';
import { hasControlCharacter } from './name-text.ts';

/** What both sides hold mail addresses, names and passwords against. Messages go on from the name of the field. */

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
  .refine((name) => !hasControlCharacter(name), 'must not contain control characters');

/** A password that someone chooses. */
export const newPasswordSchema = z.string().superRefine((password, context) => {
  for (const { message, isKept } of passwordRules) if (!isKept(password)) context.addIssue({ code: 'custom', message });
});

/** A password that someone has: it may be older than the rules. */
export const givenPasswordSchema = z.string().min(1).max(limits.givenPasswordMaxLength);
