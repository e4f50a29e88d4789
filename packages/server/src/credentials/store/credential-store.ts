import type { Action, ShareRole } from '@millrace/contract';
import type { CredentialData } from '@millrace/engine/node-api';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type Actor, can } from '../../permissions/permissions.ts';
import { isAmong, shareRoleOf } from '../../permissions/rows.ts';
import type { Vault } from '../vault/vault.ts';

/** A credential without what it holds. */
export interface CredentialRow {
  id: number;
  ownerId: string;
  name: string;
  type: string;
  /** Names of node types; null: all that support it. */
  nodesAccess: readonly string[] | null;
  revision: number;
  createdAt: number;
  updatedAt: number;
}

export interface StoredCredential extends CredentialRow {
  data: CredentialData;
}

export interface NewCredential extends Pick<CredentialRow, 'ownerId' | 'name' | 'type' | 'nodesAccess'> {
  data: CredentialData;
  now: number;
}

export interface CredentialChange extends Partial<Pick<CredentialRow, 'name' | 'nodesAccess'>> {
  data?: CredentialData;
  now: number;
}

/** With what is asked of the permissions, for one user. */
export interface SeenCredential extends CredentialRow {
  shareRole: ShareRole | null;
  /** With how many users it is shared. */
  sharedWith: number;
}

/** Which rows are meant. */
export interface CredentialQuery {
  id?: number;
  type?: string;
  name?: string;
}

export interface CredentialStore {
  /** Those that a user may do something with, by name. */
  list(user: Actor, action: Action, query: CredentialQuery): Promise<SeenCredential[]>;
  /** Of everybody. */
  listAll(query: CredentialQuery): Promise<CredentialRow[]>;
  find(id: number): Promise<StoredCredential | undefined>;
  /** @returns its id */
  insert(credential: NewCredential): Promise<number>;
  /** @param revision null: whichever it has. @returns false when it has another one by now, or is gone; nothing is changed then */
  change(id: number, revision: number | null, change: CredentialChange): Promise<boolean>;
  /** @returns false where there is none */
  remove(id: number): Promise<boolean>;
}

const facts = ['id', 'owner_id', 'name', 'type', 'nodes_access', 'revision', 'created_at', 'updated_at'] as const;

/** What the encrypted text of a credential belongs to. */
export const boundTo = (id: number): string => `credential ${id}`;

const rowOf = (row: Pick<Row, (typeof facts)[number]>): CredentialRow => ({
  id: row.id,
  ownerId: row.owner_id,
  name: row.name,
  type: row.type,
  nodesAccess: row.nodes_access === null ? null : (JSON.parse(row.nodes_access) as string[]),
  revision: row.revision,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Conditions on columns; what is not asked for is none. */
const meant = (query: CredentialQuery): Partial<Pick<Row, 'id' | 'type' | 'name'>> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

type Row = Selectable<Database['credentials']>;

const accessOf = (nodesAccess: readonly string[] | null): string | null => nodesAccess && JSON.stringify(nodesAccess);

export const createCredentialStore = ({ db, vault }: { db: Kysely<Database>; vault: Vault }): CredentialStore => {
  const seal = (transaction: Transaction<Database>, id: number, data: CredentialData) =>
    vault.seal(transaction, JSON.stringify(data), boundTo(id));

  return {
    async list(user, action, wanted) {
      const filter = can(user, action, 'credential');
      if (filter === false) return [];
      const among = isAmong('credentials.id', 'credential', filter);
      let query = db
        .selectFrom('credentials')
        .select(facts)
        .select([
          shareRoleOf('credentials.id', 'credential', user.id).as('share_role'),
          sql<number>`(select count(*) from credential_shares where credential_id = credentials.id)`.as('shared_with'),
        ])
        .where((eb) => eb.and(meant(wanted)))
        .orderBy('name')
        .orderBy('id');
      if (among) query = query.where(among);
      return (await query.execute()).map((row) => ({
        ...rowOf(row),
        shareRole: row.share_role as ShareRole | null,
        sharedWith: Number(row.shared_with),
      }));
    },

    async listAll(wanted) {
      const query = db
        .selectFrom('credentials')
        .select(facts)
        .where((eb) => eb.and(meant(wanted)));
      return (await query.orderBy('name').orderBy('id').execute()).map(rowOf);
    },

    async find(id) {
      const row = await db
        .selectFrom('credentials')
        .select([...facts, 'data', 'key_id'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { ...rowOf(row), data: JSON.parse(await vault.open(row, boundTo(id))) as CredentialData };
    },

    insert: ({ ownerId, name, type, nodesAccess, data, now }) =>
      db.transaction().execute(async (transaction) => {
        const values = {
          owner_id: ownerId,
          name,
          type,
          nodes_access: accessOf(nodesAccess),
          created_at: now,
          updated_at: now,
        };
        // The text is bound to the id, which is known once the row is there.
        const { id } = await transaction
          .insertInto('credentials')
          .values({ ...values, data: '', key_id: '' })
          .returning('id')
          .executeTakeFirstOrThrow();
        await transaction
          .updateTable('credentials')
          .set(await seal(transaction, id, data))
          .where('id', '=', id)
          .execute();
        return id;
      }),

    change: (id, revision, { name, nodesAccess, data, now }) =>
      db.transaction().execute(async (transaction) => {
        const sealed = data && (await seal(transaction, id, data));
        let update = transaction.updateTable('credentials').set({ updated_at: now }).where('id', '=', id);
        if (revision !== null) update = update.where('revision', '=', revision);
        if (name !== undefined) update = update.set({ name });
        if (nodesAccess !== undefined) update = update.set({ nodes_access: accessOf(nodesAccess) });
        if (sealed) update = update.set((eb) => ({ ...sealed, revision: eb('revision', '+', 1) }));
        return (await update.executeTakeFirst()).numUpdatedRows === 1n;
      }),

    remove: (id) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('credential_shares').where('credential_id', '=', id).execute();
        const { numDeletedRows } = await transaction.deleteFrom('credentials').where('id', '=', id).executeTakeFirst();
        return numDeletedRows === 1n;
      }),
  };
};
