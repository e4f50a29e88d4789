import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import type { OpenDatabase } from './database.ts';
import { type Migration, migrate } from './migrate.ts';
import type { Database } from './schema.ts';

const connect = (file: string): SqliteConnection.Database => {
  const connection = new SqliteConnection(file);
  // Room that pruning makes can be given back; it takes effect on a new file only, and before anything is written to it.
  connection.pragma('auto_vacuum = INCREMENTAL');
  connection.pragma('journal_mode = WAL');
  // An acknowledged event must survive a power cut, so each commit is on the disk before it is answered.
  connection.pragma('synchronous = FULL');
  connection.pragma('foreign_keys = ON');
  connection.pragma('busy_timeout = 5000');
  // Half of what SQLite allows by itself stays unused: pages of 4 KiB, 64 MiB of them.
  connection.pragma('cache_size = -65536');
  return connection;
};

/**
 * Opens (or makes) the database file and migrates it. An existing file is copied beside itself first:
 * `millrace.sqlite.before-migration-<from>`.
 *
 * @throws NewerDatabaseError
 */
export const openSqlite = async (
  file: string,
  options: { migrations?: readonly Migration[] } = {},
): Promise<OpenDatabase> => {
  await mkdir(path.dirname(file), { recursive: true });
  const connection = connect(file);
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: connection }) });
  const close = () => db.destroy();
  try {
    await migrate(db, 'sqlite', {
      migrations: options.migrations,
      beforeUpgrade: async (from) => {
        connection.pragma('wal_checkpoint(TRUNCATE)');
        await copyFile(file, `${file}.before-migration-${from}`);
      },
    });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dialect: 'sqlite',
    db,
    exclusively: (work) => db.connection().execute(async () => work(connection)),
    close,
  };
};
