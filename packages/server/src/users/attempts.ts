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

export const createAttempts = ({ db, clock }: { db: Kysely<Database>; clock: Clock }): Attempts => {
  const keyOf = ({ key }: Counted): string => hashOf(JSON.stringify(key));

  /** @returns when the next one may be made, or undefined: this one may */
  const countOne = async (counted: Counted): Promise<number | undefined> => {
    const row = await db
      .insertInto('attempts')
      .values({ key: keyOf(counted), count: 1, forgotten_at: clock.now() + attemptWindow })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: sql<number>`attempts.count + 1` }))
      .returning(['count', 'forgotten_at'])
      .executeTakeFirstOrThrow();
    return row.count > counted.limit ? Number(row.forgotten_at) : undefined;
  };

  return {
    async count(...all) {
      const now = clock.now();
      await db.deleteFrom('attempts').where('forgotten_at', '<=', now).execute();
      const ends = (await Promise.all(all.map(countOne))).filter((end) => end !== undefined);
      if (ends.length === 0) return;
      const seconds = Math.max(1, Math.ceil((Math.max(...ends) - now) / 1000));
      throw new AppError('tooManyAttempts', 'Too many attempts. Please wait a while before you try again.', {
        headers: { 'retry-after': String(seconds) },
      });
    },
    async forget(counted) {
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
