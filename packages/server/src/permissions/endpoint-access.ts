import type { Access } from '@millrace/contract';
import { AppError } from '../platform/errors.ts';
import type { Caller } from '../users/access.ts';

const forbidden = (message: string): AppError => new AppError('forbidden', message);

export const keyRefused = (): AppError => forbidden('API keys may not do this: it is for people who are signed in.');

const refuseKey = (scope: Exclude<Access, { who: 'anyone' }>['scope'], scopes: readonly string[]): void => {
  if (scope === 'any' || scopes.includes(scope)) return;
  throw scope === 'session' ? keyRefused() : forbidden(`The API key does not have the scope "${scope}".`);
};

/** They have no account before they sign up, however they come to be known. */
const isInvitedOnly = ({ user: { role, firstName } }: Caller): boolean => role === 'member' && firstName === null;

/**
 * Holds who calls against what the endpoint says. Asked once for each request, before its handler; which rows the caller may see is asked of the
 * permissions afterwards.
 *
 * @throws AppError notSignedIn, forbidden
 */
export const refuseUnlessAllowed = (access: Access, caller: Caller | undefined): void => {
  if (access.who === 'anyone') return;
  if (!caller || isInvitedOnly(caller))
    throw new AppError('notSignedIn', 'Unauthorized', { hint: 'Sign in, or send an API key.' });
  if (access.who === 'owner' && caller.user.role === 'member')
    throw forbidden('Only the owner of the instance may do this.');
  if (caller.by.kind === 'key') refuseKey(access.scope, caller.by.scopes);
};
