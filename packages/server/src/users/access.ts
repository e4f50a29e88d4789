import type { ApiScope } from '@millrace/contract';

/** Who calls. Until accounts exist it is always the default user, who may see and do everything. */
export interface User {
  id: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  role: 'default' | 'owner' | 'member';
  createdAt: string;
  updatedAt: string;
}

/** How a caller is known. */
export type CallerIdentity =
  /** Nobody has to sign in: there are no accounts (yet). */
  { kind: 'open' } | { kind: 'session'; id: string } | { kind: 'key'; id: string; scopes: readonly ApiScope[] };

/** The one who makes a request, and the push session of the browser tab it came from. */
export interface Caller {
  user: User;
  sessionId?: string;
  by: CallerIdentity;
}

/**
 * The rows that a user may see, by their `owner_id`: 'all', or the own ones. Every query of a store takes this, so that
 * what belongs to others is as absent as what does not exist.
 */
export type Visible = { owner: 'all' } | { owner: 'one'; userId: string };

export const visibleTo = (user: Pick<User, 'id' | 'role'>): Visible =>
  user.role === 'member' ? { owner: 'one', userId: user.id } : { owner: 'all' };
