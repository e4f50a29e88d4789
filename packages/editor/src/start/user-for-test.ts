import type { SignedInUser } from '@millrace/contract';
import type { Role } from './standing.ts';

/** A user of a role, as the API gives it. */
export const userFor = (role: Role, more: Partial<SignedInUser> = {}): SignedInUser => ({
  id: `id-of-${role}`,
  email: role === 'default' ? null : `${role}@example.com`,
  firstName: role === 'default' ? null : 'Ada',
  lastName: role === 'default' ? null : 'Lovelace',
  personalizationAnswers: null,
  globalRole: {
    id: 1,
    name: role === 'member' ? 'member' : 'owner',
    scope: 'global',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
  isPending: role === 'default',
  settings: {},
  ...more,
});
