import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type SqliteConnection from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, SqliteDialect, SqliteDriver } from 'kysely';
import { makeFolder } from '../platform/make-folder.ts';
import type { OpenDatabase } from './database.ts';
import { checkDatabaseFile, createDatabaseFile } from './database-file.ts';
import { type Migration, migrate, type TargetSchema } from './migrate.ts';
import { createReaderThreads } from './reader-thread.ts';
import type { Database } from './schema.ts';
import { connectSqlite, isBusyFailure } from './sqlite-connection.ts';
import { readTargetSchema } from './target-schema.ts';

/** Milliseconds between two looks whether another connection has left the database. */
const busyPause = 5;

/** Waits for a database that another connection holds without holding the thread, which serves everyone. */
const waitWhileBusy = async <T>(busyTimeout: number, run: () => Promise<T>): Promise<T> => {
  for (const since = performance.now(); ; await sleep(busyPause)) {
    try {
      return await run();
    } catch (error) {
      if (!isBusyFailure(error) || performance.now() - since > busyTimeout) throw error;
    }
  }
};

/** Transactions that begin by reading would fail when another connection has written before they write: SQLite does not let them wait then. */
class ImmediateDriver extends SqliteDriver {
  readonly #connection: SqliteConnection.Database;
  readonly #busyTimeout: number;

  constructor(connection: SqliteConnection.Database, busyTimeout: number) {
    super({ database: connection });
    this.#connection = connection;
    this.#busyTimeout = busyTimeout;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    return {
      executeQuery: (query) => waitWhileBusy(this.#busyTimeout, () => connection.executeQuery(query)),
      streamQuery: (query, size) => connection.streamQuery(query, size),
    };
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** SQLite has ended the transaction by itself where the disk is full or fails: a second end would fail and hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.inTransaction) await super.rollbackTransaction(connection);
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #connection: SqliteConnection.Database;
  readonly #busyTimeout: number;

  constructor(connection: SqliteConnection.Database, busyTimeout: number) {
    super({ database: connection });
    this.#connection = connection;
    this.#busyTimeout = busyTimeout;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#connection, this.#busyTimeout);
  }
}

const connect = (file: string, busyTimeout = 5000) => {
  const connection = connectSqlite(file, 0);
  const dialect = new ImmediateDialect(connection, busyTimeout);
  return { connection, db: new Kysely<Database>({ dialect }) };
};

const create = async (file: string, schema: TargetSchema): Promise<void> => {
  const { db } = connect(file);
  await migrate(db, 'sqlite', schema).finally(() => db.destroy());
};

/**
 * Opens (or makes) the database file and migrates it. An existing file is copied beside itself first:
 * `millrace.sqlite.before-migration-<from>`.
 *
 * @param options.writerThread whether what runs write goes through a thread of its own. Default true
 * @param options.busyTimeout milliseconds for which a statement waits while another thread or program holds the database. Default 5000
 * @throws SchemaError, DatabaseFileError
 */
export const openSqlite = async (
  file: string,
  options: { migrations?: readonly Migration[]; writerThread?: boolean; busyTimeout?: number } = {},
): Promise<OpenDatabase> => {
  const schema = await readTargetSchema('sqlite', options.migrations);
  makeFolder(path.dirname(file));
  if (!(await checkDatabaseFile(file))) await createDatabaseFile(file, (unfinished) => create(unfinished, schema));
  const { connection, db } = connect(file, options.busyTimeout);
  const longReads = createReaderThreads(file);
  const close = async () => {
    await longReads.close();
    await db.destroy();
  };
  try {
    await migrate(db, 'sqlite', schema, (from) =>
      createDatabaseFile(`${file}.before-migration-${from}`, async (copy) => void (await connection.backup(copy))),
    );
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dialect: 'sqlite',
    db,
    longReads,
    writerFile: options.writerThread === false ? undefined : file,
    exclusively: (work) => db.connection().execute(async () => work(connection)),
    close,
  };
};
