import type { Ownership, ShareRole } from '@millrace/contract';
import { sql } from 'kysely';
import { type Actor, permissionsOf } from './permissions.ts';
import { type SharedResource, shareRoleOf, tables } from './rows.ts';

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
