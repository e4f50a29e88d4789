import type { UserSettings } from '@millrace/contract';
import type { Selectable } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { User } from './access.ts';

export type UserRow = Selectable<Database['users']>;

export const toUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  role: row.role,
  settings: row.settings === null ? {} : (JSON.parse(row.settings) as UserSettings),
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
});

/** Without a name nobody has signed up: invited, or the default user. */
export const isPending = ({ first_name }: Pick<UserRow, 'first_name'>): boolean => first_name === null;
