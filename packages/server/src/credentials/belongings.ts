import type { Belongings } from '../users/belongings.ts';

const nothing = async (): Promise<void> => {};

/** The credentials of a user who goes. What they hold is bound to them, not to whose they are. */
export const credentialBelongings: Belongings = {
  async count(db, userId) {
    const { count } = await db
      .selectFrom('credentials')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('owner_id', '=', userId)
      .executeTakeFirstOrThrow();
    return { credentials: Number(count) };
  },

  async transfer(transaction, from, to) {
    await transaction.updateTable('credentials').set({ owner_id: to }).where('owner_id', '=', from).execute();
    // What was shared with the one who has it now is theirs.
    const own = transaction.selectFrom('credentials').select('id').where('owner_id', '=', to);
    await transaction
      .deleteFrom('credential_shares')
      .where('user_id', '=', to)
      .where('credential_id', 'in', own)
      .execute();
    return nothing;
  },

  async remove(transaction, userId) {
    const own = transaction.selectFrom('credentials').select('id').where('owner_id', '=', userId);
    await transaction.deleteFrom('credential_shares').where('credential_id', 'in', own).execute();
    await transaction.deleteFrom('credentials').where('owner_id', '=', userId).execute();
    return nothing;
  },
};
