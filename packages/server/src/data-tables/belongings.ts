import { limits } from '@millrace/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { freeName } from '../platform/free-name.ts';
import type { Belongings } from '../users/belongings.ts';
import { deleteTable } from './table-store.ts';

const nothing = async (): Promise<void> => {};

const ownedBy = (db: Transaction<Database>, userId: string) =>
  db.selectFrom('data_tables').select(['id', 'name']).where('owner_id', '=', userId).orderBy('id').execute();

/** The data tables of a user who goes. */
export const dataTableBelongings: Belongings = {
  async count(db, userId) {
    const { count } = await db
      .selectFrom('data_tables')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('owner_id', '=', userId)
      .executeTakeFirstOrThrow();
    return { dataTables: Number(count) };
  },

  async transfer(transaction, from, to) {
    const taken = (await ownedBy(transaction, to)).map(({ name }) => name);
    for (const { id, name } of await ownedBy(transaction, from)) {
      const free = freeName(name, taken, limits.dataTableNameMaxLength);
      taken.push(free);
      await transaction.updateTable('data_tables').set({ owner_id: to, name: free }).where('id', '=', id).execute();
      // What was shared with the one who has it now is theirs.
      await transaction
        .deleteFrom('data_table_shares')
        .where('user_id', '=', to)
        .where('data_table_id', '=', id)
        .execute();
    }
    return nothing;
  },

  async remove(transaction, userId) {
    for (const { id } of await ownedBy(transaction, userId)) await deleteTable(transaction, id);
    return nothing;
  },
};
