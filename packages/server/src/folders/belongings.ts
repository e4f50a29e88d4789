import type { Belongings } from '../users/belongings.ts';

const nothing = async (): Promise<void> => {};

/** The folders of a user who goes: whoever gets the workflows in them gets them with these, beside their own ones of the same name. */
export const folderBelongings: Belongings = {
  count: async () => ({}),

  async transfer(transaction, from, to) {
    await transaction.updateTable('folders').set({ owner_id: to }).where('owner_id', '=', from).execute();
    return nothing;
  },

  async remove(transaction, userId) {
    await transaction.updateTable('folders').set({ parent_id: null }).where('owner_id', '=', userId).execute();
    await transaction.deleteFrom('folders').where('owner_id', '=', userId).execute();
    return nothing;
  },
};
