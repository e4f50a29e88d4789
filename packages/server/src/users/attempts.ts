import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { hashOf } from './secret-tokens.ts';

/**
 * Limits how often something can be tried. Counted in the database, so that the processes of an instance count together, and before the attempt is
 * made, so that many at once are counted too.
 */
export interface Attempts {
  /**
   * Counts one of each.
   * @throws AppError tooManyAttempts when one of them was tried as often as it may be
   */
  count(...counted: Counted[]): Promise<void>;
  /** The attempt was successful: those before it count no more. */
  forget(counted: Counted): Promise<void>;
  /** The attempt was successful: it does not count. */
  takeBack(counted: Counted): Promise<void>;
}

export interface Counted {
  /** Such as `signIn`, the address and the mail address. */
  key: readonly string[];
  limit: number;
}

/** Milliseconds from the first attempt after which it begins anew. */
export const attemptWindow = 15 * 60_000;

/** Keys that this process knows to be refused until their time is over: whoever goes on costs no statement. */
const mostRefused = 10_000;

export const createAttempts = ({ db, clock }: { db: Kysely<Database>; clock: Clock }): Attempts => {
  const keyOf = ({ key }: Counted): string => hashOf(JSON.stringify(key));
  /** Key → when the next attempt may be made. */
  const refused = new Map<string, number>();

  /** @returns when the next one may be made, or undefined: this one may */
  const countOne = async (transaction: Kysely<Database>, counted: Counted): Promise<number | undefined> => {
    const key = keyOf(counted);
    const row = await transaction
      .insertInto('attempts')
      .values({ key, count: 1, forgotten_at: clock.now() + attemptWindow })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: sql<number>`attempts.count + 1` }))
      .returning(['count', 'forgotten_at'])
      .executeTakeFirstOrThrow();
    if (row.count <= counted.limit) return undefined;
    if (refused.size >= mostRefused) refused.clear();
    refused.set(key, Number(row.forgotten_at));
    return Number(row.forgotten_at);
  };

  const refuseUntil = (ends: readonly number[]): void => {
    if (ends.length === 0) return;
    const seconds = Math.max(1, Math.ceil((Math.max(...ends) - clock.now()) / 1000));
    throw new AppError('tooManyAttempts', 'Too many attempts. Please wait a while before you try again.', {
      headers: { 'retry-after': String(seconds) },
    });
  };

  return {
    async count(...all) {
      const now = clock.now();
      refuseUntil(all.map((counted) => refused.get(keyOf(counted)) ?? 0).filter((end) => end > now));
      const ends = await db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('attempts').where('forgotten_at', '<=', now).execute();
        const found: (number | undefined)[] = [];
        for (const counted of all) found.push(await countOne(transaction, counted));
        return found;
      });
      refuseUntil(ends.filter((end) => end !== undefined));
    },
    async forget(counted) {
      refused.delete(keyOf(counted));
      await db.deleteFrom('attempts').where('key', '=', keyOf(counted)).execute();
    },
    async takeBack(counted) {
      await db
        .updateTable('attempts')
        .set({ count: sql<number>`count - 1` })
        .where('key', '=', keyOf(counted))
        .execute();
    },
  };
};
