import { z } from 'zod';
import { emailSchema } from '../account.ts';
import { limits } from '../limits.ts';
import { defineEndpoints } from './endpoint.ts';
import { booleanQuery } from './query.ts';

/** What each user has set for themselves. What is missing is as the browser has it. */
export const userSettingsSchema = z.object({
  theme: z.enum(['auto', 'light', 'dark']).optional(),
  /** Such as `en` or `pt-BR`. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z\d]{2,8}){0,3}$/, 'must be the tag of a language, such as en')
    .optional(),
});
export type UserSettings = z.infer<typeof userSettingsSchema>;

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
  /** Invited, and has not signed up yet. */
  isPending: z.boolean(),
  settings: userSettingsSchema,
});
export type SignedInUser = z.infer<typeof userSchema>;

/** As others see it. */
export const listedUserSchema = userSchema.omit({ personalizationAnswers: true, settings: true });
export type ListedUser = z.infer<typeof listedUserSchema>;

/** As those see it who share something. */
export const userNameSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
export type UserName = z.infer<typeof userNameSchema>;

/** What a user has, which goes with them or to someone else. */
export const belongingsSchema = z.object({
  workflows: z.number().int(),
  activeWorkflows: z.number().int(),
  /** That run, wait or are queued, of these workflows. */
  unfinishedExecutions: z.number().int(),
  credentials: z.number().int(),
  dataTables: z.number().int(),
});
export type UserBelongings = z.infer<typeof belongingsSchema>;

export const succeeded = z.object({ success: z.literal(true) });

const params = z.object({ id: z.string() });

export const userEndpoints = defineEndpoints({
  list: {
    method: 'GET',
    path: '/users',
    summary: 'List the users, those that were invited among them',
    access: { who: 'owner', scope: 'user:read' },
    response: z.array(listedUserSchema),
  },
  names: {
    method: 'GET',
    path: '/users/names',
    summary: 'List the names of those who have signed up, to share something with them',
    access: { who: 'user', scope: 'user:read' },
    response: z.array(userNameSchema),
  },
  invite: {
    method: 'POST',
    path: '/users',
    summary: 'Invite people',
    description:
      'Each gets a mail with a link that works for 7 days, once; so do those who were invited before and have not signed up. `error` says what keeps someone from being invited, or that the mail could not be sent: they can be invited again. With `sendMail=false` no mail is sent, and links come from `/users/{id}/invite-link`.',
    access: { who: 'owner', scope: 'user:write' },
    query: z.strictObject({ sendMail: booleanQuery.optional() }),
    body: z
      .array(z.strictObject({ email: emailSchema, role: z.literal('member').optional() }))
      .min(1)
      .max(limits.invitesAtOnce),
    response: z.array(
      z.object({ user: z.object({ id: z.string(), email: z.string() }), error: z.string().optional() }),
    ),
  },
  reinvite: {
    method: 'POST',
    path: '/users/{id}/reinvite',
    summary: 'Send an invitation again',
    access: { who: 'owner', scope: 'user:write' },
    params,
    response: succeeded,
  },
  inviteLink: {
    method: 'POST',
    path: '/users/{id}/invite-link',
    summary: 'Make a link by which someone who was invited can sign up',
    description: 'To be handed on by other ways than mail. It is shown once, works for 7 days, and once.',
    access: { who: 'owner', scope: 'session' },
    params,
    response: z.object({ link: z.string(), expiresAt: z.iso.datetime() }),
  },
  passwordLink: {
    method: 'POST',
    path: '/users/{id}/password-link',
    summary: 'Make a link by which a user chooses another password',
    description:
      'To be handed on by other ways than mail. It is shown once, works for an hour, and once; earlier ones end.',
    access: { who: 'owner', scope: 'session' },
    params,
    response: z.object({ link: z.string(), expiresAt: z.iso.datetime() }),
  },
  belongings: {
    method: 'GET',
    path: '/users/{id}/belongings',
    summary: 'Count what a user has, before it is deleted or handed on',
    access: { who: 'owner', scope: 'user:read' },
    params,
    response: belongingsSchema,
  },
  remove: {
    method: 'DELETE',
    path: '/users/{id}',
    summary: 'Delete a user',
    description:
      'What it has goes to the user of `transferId`. Without one it is deleted: workflows are deactivated, and their executions that have not ended are stopped.',
    access: { who: 'owner', scope: 'user:write' },
    params,
    query: z.strictObject({ transferId: z.string().optional() }),
    response: succeeded,
  },
});
