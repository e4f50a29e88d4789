import SqliteConnection from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openTestSqlite } from './testing.ts';

test.each(['statement', 'transaction'])(
  'a %s waits for a database that another program holds, and holds no one up meanwhile',
  async (kind) => {
    const { db, exclusively } = await openTestSqlite();
    const file = await exclusively!((connection) => connection.name);
    const other = new SqliteConnection(file);
    onTestFinished(() => void other.close());
    other.exec('begin immediate');
    const row = { key: 'a', value: 'b' };
    const written =
      kind === 'statement'
        ? db.insertInto('instance').values(row).execute()
        : db.transaction().execute((trx) => trx.insertInto('instance').values(row).execute());
    // Its turn comes while the statement waits, and only then is the database free.
    setImmediate(() => other.exec('rollback'));
    await written;
    expect(await db.selectFrom('instance').selectAll().where('key', '=', 'a').execute()).toEqual([row]);
  },
);
