import { z } from 'zod';
import { emailSchema, givenPasswordSchema, newPasswordSchema, personNameSchema } from '../account.ts';
import { defineEndpoints } from './endpoint.ts';
import { succeeded, userSchema, userSettingsSchema } from './users.ts';

export const sessionSchema = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  /** To the minute. */
  usedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Where it began: the address of the network, and what the browser calls itself. */
  address: z.string(),
  userAgent: z.string(),
  /** It is that of this request. */
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof sessionSchema>;

export const meEndpoints = defineEndpoints({
  get: {
    method: 'GET',
    path: '/me',
    summary: 'Get who calls',
    access: { who: 'user', scope: 'any' },
    response: userSchema,
  },
  update: {
    method: 'PATCH',
    path: '/me',
    summary: 'Change the own name or mail address',
    description: 'Another mail address needs `currentPassword`.',
    access: { who: 'user', scope: 'session' },
    body: z.strictObject({
      id: z.string().optional(),
      firstName: personNameSchema.optional(),
      lastName: personNameSchema.optional(),
      email: emailSchema.optional(),
      currentPassword: givenPasswordSchema.optional(),
    }),
    response: userSchema,
  },
  changePassword: {
    method: 'PATCH',
    path: '/me/password',
    summary: 'Change the own password',
    description: 'Ends the other sessions.',
    access: { who: 'user', scope: 'session' },
    body: z.strictObject({ currentPassword: givenPasswordSchema, newPassword: newPasswordSchema }),
    response: succeeded,
  },
  changeSettings: {
    method: 'PATCH',
    path: '/me/settings',
    summary: 'Change the own theme or language',
    access: { who: 'user', scope: 'session' },
    body: userSettingsSchema.strict(),
    response: userSettingsSchema,
  },
  answerSurvey: {
    method: 'POST',
    path: '/me/survey',
    summary: 'Store what one says of oneself, to be shown fitting nodes',
    access: { who: 'user', scope: 'session' },
    body: z
      .record(z.string().max(64), z.union([z.string().max(200), z.array(z.string().max(200)).max(50), z.null()]))
      .refine((answers) => Object.keys(answers).length <= 50, 'must have at most 50 answers'),
    response: succeeded,
  },
  sessions: {
    method: 'GET',
    path: '/me/sessions',
    summary: 'List where one is signed in, the latest use first',
    access: { who: 'user', scope: 'session' },
    response: z.array(sessionSchema),
  },
  endSession: {
    method: 'DELETE',
    path: '/me/sessions/{id}',
    summary: 'End one of the own sessions',
    access: { who: 'user', scope: 'session' },
    params: z.object({ id: z.string() }),
    response: succeeded,
  },
  signOutEverywhere: {
    method: 'POST',
    path: '/me/sign-out-everywhere',
    summary: 'End all of the own sessions, this one among them',
    access: { who: 'user', scope: 'session' },
    response: z.object({ loggedOut: z.literal(true) }),
  },
});
