import { z } from 'zod';

/** Letters, digits, signs, pictures: something that is seen. */
const visible = /[\p{L}\p{N}\p{P}\p{S}\p{M}]/u;
/** Characters that turn the direction of whatever follows them. */
const turning = /[\u202A-\u202E\u2066-\u2069]/u;

export const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text);
export const isVisible = (text: string): boolean => visible.test(text);
export const invisibleMessage = 'must hold something that can be seen';

/** A name that people give to a thing: a single line that can be seen and read. */
export const nameText = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most, `must have at most ${most} characters`)
    .refine((text) => !hasControlCharacter(text) && !/[\u2028\u2029]/u.test(text), 'must be a single line')
    .refine((text) => text === '' || isVisible(text), invisibleMessage)
    .refine((text) => !turning.test(text), 'must not turn the direction of text');
