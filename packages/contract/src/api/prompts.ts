import { z } from 'zod';
import { emailSchema } from '../account.ts';
import { defineEndpoints } from './endpoint.ts';

const updated = z.object({ updated: z.boolean() });
const own = { who: 'user', scope: 'session' } as const;

/** Of a person to what the product has asked: whether it may write to him (`contact`), how likely he is to recommend it (`value`), and what he automates. */
export const promptAnswerSchema = z.object({
  question: z.enum(['contact', 'value', 'personalization']),
  /** When it was shown; null where that is not kept. */
  askedAt: z.iso.datetime().nullable(),
  /** Null: it was closed without an answer. */
  answeredAt: z.iso.datetime().nullable(),
  user: z.object({ id: z.string(), email: z.string().nullable() }),
  /** From 0 to 10. */
  value: z.number().int().nullable(),
  email: z.string().nullable(),
  /** Of `personalization`, by name. */
  answers: z.record(z.string(), z.unknown()).nullable(),
});
export type PromptAnswer = z.infer<typeof promptAnswerSchema>;

export const promptEndpoints = defineEndpoints({
  get: {
    method: 'GET',
    path: '/prompts',
    summary: 'Get what a person shall be asked now',
    description:
      'Nothing unless telemetry is on and MILLRACE_PROMPTS names the question. Being told to show the survey counts as having been asked. Another host of prompts (MILLRACE_PROMPTS_HOST) has the same three addresses, and is sent the headers `x-instance-id` and `x-user-id`.',
    access: own,
    response: z.object({ showContactPrompt: z.boolean(), showValueSurvey: z.boolean() }),
    raw: true,
  },
  contact: {
    method: 'POST',
    path: '/prompt',
    summary: 'Say where one may be written to, or nowhere',
    access: own,
    body: z.strictObject({ email: emailSchema.nullable() }),
    response: updated,
    raw: true,
  },
  value: {
    method: 'POST',
    path: '/value-survey',
    summary: 'Say how likely one is to recommend the product, and then an address',
    description: 'A call with the address adds it to the score of a moment ago.',
    access: own,
    body: z.strictObject({ value: z.coerce.number().int().min(0).max(10), email: emailSchema.optional() }),
    response: updated,
    raw: true,
  },
  answers: {
    method: 'GET',
    path: '/prompt-answers',
    summary: 'List what people have answered, the latest first',
    access: { who: 'owner', scope: 'session' },
    response: z.array(promptAnswerSchema),
  },
});
