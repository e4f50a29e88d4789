import { z } from 'zod';
import { emailSchema, givenPasswordSchema, newPasswordSchema, personNameSchema } from '../account.ts';
import { defineEndpoints } from './endpoint.ts';
import { userSchema } from './users.ts';

/** Who someone is who signs up. */
export const newAccountSchema = z.strictObject({
  firstName: personNameSchema,
  lastName: personNameSchema,
  password: newPasswordSchema,
});

export const signInEndpoints = defineEndpoints({
  current: {
    method: 'GET',
    path: '/login',
    summary: 'Get who is signed in',
    description: 'Before the instance has an owner, and without user management, that is its one user.',
    access: { who: 'anyone' },
    response: userSchema,
  },
  signIn: {
    method: 'POST',
    path: '/login',
    summary: 'Sign in',
    description: 'Sets the cookie of the session. Five attempts in 15 minutes from one address for one mail address.',
    access: { who: 'anyone' },
    body: z.strictObject({ email: emailSchema, password: givenPasswordSchema }),
    response: userSchema,
  },
  signOut: {
    method: 'POST',
    path: '/logout',
    summary: 'Sign out',
    description: 'Ends the session of the cookie, and its event streams.',
    access: { who: 'anyone' },
    response: z.object({ loggedOut: z.literal(true) }),
  },
});

/** By a token that the server has printed; `/setup?setupToken=` brings it to the screen. */
const setupToken = z.string().max(200).optional();

export const setupEndpoints = defineEndpoints({
  createOwner: {
    method: 'POST',
    path: '/owner',
    summary: 'Set up the owner of the instance',
    description:
      'The default user becomes the owner and keeps what it has made. From another machine than that of the server the `setupToken` is needed that the server prints when it starts.',
    access: { who: 'anyone' },
    body: newAccountSchema.extend({ email: emailSchema, setupToken }),
    response: userSchema,
  },
  skip: {
    method: 'POST',
    path: '/owner/skip-setup',
    summary: 'Use the instance without accounts for now',
    description: 'Whoever reaches it may then do everything.',
    access: { who: 'anyone' },
    body: z.strictObject({ setupToken }).nullish(),
    response: z.object({ success: z.literal(true) }),
  },
});

const inviteQuery = z.strictObject({ inviterId: z.string().min(1), inviteeId: z.string().min(1) });

export const signUpEndpoints = defineEndpoints({
  resolve: {
    method: 'GET',
    path: '/resolve-signup-token',
    summary: 'Check the link of an invitation',
    description: '`inviteeId` is the secret of the link, not the id of a user.',
    access: { who: 'anyone' },
    query: inviteQuery,
    response: z.object({
      inviter: z.object({ firstName: z.string(), lastName: z.string() }),
      invitee: z.object({ email: z.string() }),
    }),
  },
  accept: {
    method: 'POST',
    path: '/users/{id}',
    summary: 'Sign up by the link of an invitation',
    description: 'The id is the `inviteeId` of the link. It works once, and signs in.',
    access: { who: 'anyone' },
    params: z.object({ id: z.string() }),
    body: newAccountSchema.extend({ inviterId: z.string().min(1) }),
    response: userSchema,
  },
});

const resetToken = { userId: z.string().min(1), token: z.string().min(1) };

export const passwordEndpoints = defineEndpoints({
  forgot: {
    method: 'POST',
    path: '/forgot-password',
    summary: 'Ask for a mail with a link to choose another password',
    description: 'The answer is the same for addresses that nobody here has.',
    access: { who: 'anyone' },
    body: z.strictObject({ email: emailSchema }),
    response: z.undefined(),
  },
  resolve: {
    method: 'GET',
    path: '/resolve-password-token',
    summary: 'Check the link of such a mail',
    access: { who: 'anyone' },
    query: z.strictObject(resetToken),
    response: z.undefined(),
  },
  change: {
    method: 'POST',
    path: '/change-password',
    summary: 'Choose another password by such a link',
    description: 'Works once, ends all sessions of the user, and signs in.',
    access: { who: 'anyone' },
    body: z.strictObject({ ...resetToken, password: newPasswordSchema }),
    response: z.undefined(),
  },
});
