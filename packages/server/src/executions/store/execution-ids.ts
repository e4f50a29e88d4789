import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * Ids of executions. One is drawn before its row is written and never twice, so a row that is written once more, since the answer was lost, is known
 * by its id; and files can be stored for an execution that is about to start.
 */
export interface ExecutionIds {
  /** An id that no other execution gets, higher than all before it. */
  nextId(): Promise<number>;
  close(): Promise<void>;
}

/** Ids that are taken from the database at a time. What is left of them after a crash stays unused. */
const block = 1000;

const takeBlock = async (db: Kysely<Database>): Promise<number> => {
  const taken = await sql<{ seq: number }>`
    update sqlite_sequence set seq = seq + ${block} where name = 'executions' returning seq`.execute(db);
  const [row] = taken.rows;
  if (row) return row.seq;
  // SQLite has no row of a table that never had one.
  await sql`insert into sqlite_sequence (name, seq) values ('executions', ${block})`.execute(db);
  return block;
};

/** On SQLite one process makes all executions. It counts by itself, within blocks that it takes of what SQLite counts automatic ids with. */
export const createSqliteIds = (db: Kysely<Database>): ExecutionIds => {
  let last = 0;
  let end = 0;
  let taking: Promise<void> | undefined;

  const take = async (): Promise<void> => {
    end = await takeBlock(db);
    last = end - block;
  };

  return {
    async nextId() {
      while (last === end) {
        taking ??= take().finally(() => {
          taking = undefined;
        });
        await taking;
      }
      return ++last;
    },

    async close() {
      await taking?.catch(() => {});
      const [from, to] = [last, end];
      end = last;
      // What is left is given back, unless a row with a higher id has come by another way.
      if (from < to)
        await sql`update sqlite_sequence set seq = ${from} where name = 'executions' and seq = ${to}`
          .execute(db)
          .catch(() => {});
    },
  };
};

/** On PostgreSQL all processes draw from one sequence. What is asked for in one turn of the event loop is drawn at once. */
export const createPostgresIds = (db: Kysely<Database>): ExecutionIds => {
  let waiting: PromiseWithResolvers<number>[] = [];

  const draw = async (): Promise<void> => {
    const asked = waiting;
    waiting = [];
    try {
      const { rows } = await sql<{ id: number }>`
        select nextval(pg_get_serial_sequence('executions', 'id')) as id
        from generate_series(1, ${asked.length}::integer)`.execute(db);
      for (const [index, { resolve }] of asked.entries()) resolve((rows[index] as { id: number }).id);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };

  return {
    nextId() {
      const one = Promise.withResolvers<number>();
      if (waiting.push(one) === 1) setImmediate(() => void draw());
      return one.promise;
    },
    close: async () => {},
  };
};
