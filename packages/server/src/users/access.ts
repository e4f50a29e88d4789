import type { ApiScope, UserSettings } from '@millrace/contract';

/** Who calls. Until the instance has an owner it is the default user, who may see and do everything and becomes the owner. */
export interface User {
  id: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  role: 'default' | 'owner' | 'member';
  settings: UserSettings;
  createdAt: string;
  updatedAt: string;
}

/** How a caller is known. */
export type CallerIdentity =
  /** Nobody has to sign in: there are no accounts (yet). */
  { kind: 'open' } | { kind: 'session'; id: string } | { kind: 'key'; id: string; scopes: readonly ApiScope[] };

/** What the event streams of a caller belong to, and end with. */
export const streamOwner = (by: CallerIdentity): string => (by.kind === 'open' ? openStreams : `${by.kind}:${by.id}`);

/** @returns the session or the API key that such streams belong to; undefined for others */
export const identityOfStreams = (owner: string): { kind: 'session' | 'key'; id: string } | undefined => {
  const [, kind, id] = /^(session|key):(.+)$/.exec(owner) ?? [];
  return id === undefined ? undefined : { kind: kind as 'session' | 'key', id };
};

/** Of the streams of those who did not have to sign in. */
export const openStreams = 'open';

/** The one who makes a request, and the push session of the browser tab it came from. */
export interface Caller {
  user: User;
  sessionId?: string;
  by: CallerIdentity;
}
