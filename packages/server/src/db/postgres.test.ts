import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres } from './postgres.ts';
import { createTestPostgres, openTestPostgres } from './testing.ts';

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

test('a process that stands still within a transaction holds its locks up for nobody for long', async () => {
  const url = await createTestPostgres();
  const open = async () => {
    const database = await openPostgres(url, { maxConnections: 2, standstill: 200 });
    onTestFinished(() => database.close());
    return database.db;
  };
  const [still, other] = [await open(), await open()];
  await sql`insert into instance (key, value) values ('row', 'first')`.execute(other);
  const [hasLock, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stands = still.transaction().execute(async (transaction) => {
    await sql`update instance set value = 'lost' where key = 'row'`.execute(transaction);
    hasLock.resolve();
    await isOver.promise;
  });
  const refused = expect(stands).rejects.toThrow();
  await hasLock.promise;
  await sql`update instance set value = 'second' where key = 'row'`.execute(other);
  isOver.resolve();
  await refused;
  expect((await sql<{ value: string }>`select value from instance where key = 'row'`.execute(still)).rows).toEqual([
    { value: 'second' },
  ]);
});
