import type { Ownership, ShareRole } from '@millrace/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Actor, permissionsOf } from './permissions.ts';
import { type SharedResource, shareCountsOf, shareRoleOf, shareRolesOf, tables } from './rows.ts';

/** What a query reads of whose a row is, and what the one who asks has to do with it. */
export interface OwnershipRow {
  owner_id: string;
  owner_first_name: string | null;
  owner_last_name: string | null;
  owner_email: string | null;
  /** With how many it is shared. */
  shared_with: number;
  /** Of the share that the one who asks has. */
  share_role: ShareRole | null;
}

/** Selections for these columns, by their names, of a query over the resource's table. */
export const ownershipColumns = (resource: SharedResource, userId: string) => {
  const { rows, shares, id } = tables[resource];
  const owner = <T>(column: string) =>
    sql<T>`(select ${sql.ref(column)} from users where users.id = ${sql.ref(`${rows}.owner_id`)})`;
  const sharedWith = sql<number>`(select count(*) from ${sql.table(shares)} where ${sql.ref(id)} = ${sql.ref(`${rows}.id`)})`;
  return [
    owner<string | null>('first_name').as('owner_first_name'),
    owner<string | null>('last_name').as('owner_last_name'),
    owner<string | null>('email').as('owner_email'),
    sharedWith.as('shared_with'),
    shareRoleOf(`${rows}.id`, resource, userId).as('share_role'),
  ] as const;
};

/**
 * The same columns for the rows of a long list. Asked for each row they cost more than all else of it; few users and shares are read at once instead.
 *
 * @returns what each row has, by its id and its owner
 */
export const ownershipOfList = async (db: Kysely<Database>, resource: SharedResource, userId: string) => {
  const [users, roles, counts] = await Promise.all([
    db.selectFrom('users').select(['id', 'first_name', 'last_name', 'email']).execute(),
    shareRolesOf(db, resource, userId),
    shareCountsOf(db, resource),
  ]);
  const byId = new Map(users.map((user) => [user.id, user]));
  return ({ id, owner_id }: { id: number; owner_id: string }): OwnershipRow => {
    const owner = byId.get(owner_id);
    return {
      owner_id,
      owner_first_name: owner?.first_name ?? null,
      owner_last_name: owner?.last_name ?? null,
      owner_email: owner?.email ?? null,
      shared_with: counts.get(id) ?? 0,
      share_role: roles.get(id) ?? null,
    };
  };
};

/** As answers have it. */
export const ownershipOf = (user: Actor, resource: SharedResource, row: OwnershipRow): Ownership => ({
  ownedBy: {
    id: row.owner_id,
    firstName: row.owner_first_name,
    lastName: row.owner_last_name,
    email: row.owner_email,
  },
  sharedWith: Number(row.shared_with),
  permissions: permissionsOf(user, resource, { ownerId: row.owner_id, shareRole: row.share_role }),
});
