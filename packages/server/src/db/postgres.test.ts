import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestPostgres } from './testing.ts';

test('a connection that is lost in the middle of a transaction fails that transaction, and nothing else', async () => {
  const { db } = await openTestPostgres();
  await expect(
    db.transaction().execute(async (transaction) => {
      const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await sql`select pg_terminate_backend(${own.rows[0]?.pid}, 5000)`.execute(db);
      // The loss is noticed while no statement is under way.
      await sql`select 1`.execute(db);
      await sql`select 1`.execute(transaction);
    }),
  ).rejects.toThrow();
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
