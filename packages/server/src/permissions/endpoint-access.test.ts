import type { Access, ApiScope } from '@millrace/contract';
import { describe, expect, test } from 'vitest';
import type { Caller, User } from '../users/access.ts';
import { refuseUnlessAllowed } from './endpoint-access.ts';

const callerOf = (role: User['role'], by: Caller['by'] = { kind: 'session', id: 's' }): Caller =>
  ({ user: { id: 'u', role }, by }) as Caller;
const keyOf = (role: User['role'], ...scopes: ApiScope[]) => callerOf(role, { kind: 'key', id: 'k', scopes });

const anyone: Access = { who: 'anyone' };
const read: Access = { who: 'user', scope: 'workflow:read' };
const owner: Access = { who: 'owner', scope: 'user:write' };
const people: Access = { who: 'user', scope: 'session' };
const whatever: Access = { who: 'user', scope: 'any' };

const verdict = (access: Access, caller: Caller | undefined): string => {
  try {
    refuseUnlessAllowed(access, caller);
    return 'allowed';
  } catch (error) {
    return (error as { error: string }).error;
  }
};

describe('an endpoint is open to', () => {
  test.each<[string, Access, Caller | undefined, string]>([
    ['anyone', anyone, undefined, 'allowed'],
    ['nobody who is not signed in', read, undefined, 'notSignedIn'],
    ['a member', read, callerOf('member'), 'allowed'],
    ['the owner only', owner, callerOf('member'), 'forbidden'],
    ['the owner', owner, callerOf('owner'), 'allowed'],
    ['the default user as the owner', owner, callerOf('default', { kind: 'open' }), 'allowed'],
    ['a key with its scope', read, keyOf('member', 'workflow:read'), 'allowed'],
    ['no key without its scope', read, keyOf('owner', 'workflow:write'), 'forbidden'],
    ['no key of a member, whatever its scopes', owner, keyOf('member', 'user:write'), 'forbidden'],
    ['no key where people are meant', people, keyOf('owner', 'workflow:read'), 'forbidden'],
    ['every key', whatever, keyOf('member'), 'allowed'],
  ])('%s', (_, access, caller, expected) => expect(verdict(access, caller)).toBe(expected));
});
