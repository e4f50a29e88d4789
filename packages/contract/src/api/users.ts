import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';

/**
 * A user as the API gives it. The default user of an instance without accounts is an owner that is pending: no role of
 * its own exists here.
 */
export const userSchema = z.object({
  id: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  personalizationAnswers: z.record(z.string(), z.unknown()).nullable(),
  globalRole: z.object({
    id: z.number(),
    name: z.enum(['owner', 'member']),
    scope: z.literal('global'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  }),
  isPending: z.boolean(),
});
export type SignedInUser = z.infer<typeof userSchema>;

export const userEndpoints = defineEndpoints({
  current: {
    method: 'GET',
    path: '/login',
    summary: 'Get who is signed in',
    access: { who: 'anyone' },
    response: userSchema,
  },
});
