import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import type { OpenDatabase } from './database.ts';
import { checkDatabaseFile, createDatabaseFile } from './database-file.ts';
import { type Migration, migrate } from './migrate.ts';
import type { Database } from './schema.ts';
import { connectSqlite } from './sqlite-connection.ts';

/** Transactions that begin by reading would fail when another connection has written before they write: SQLite does not let them wait then. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config);
  }
}

const connect = (file: string) => {
  const connection = connectSqlite(file);
  return { connection, db: new Kysely<Database>({ dialect: new ImmediateDialect({ database: connection }) }) };
};

const create = async (file: string, migrations: readonly Migration[] | undefined): Promise<void> => {
  const { db } = connect(file);
  await migrate(db, 'sqlite', { migrations }).finally(() => db.destroy());
};

/**
 * Opens (or makes) the database file and migrates it. An existing file is copied beside itself first:
 * `millrace.sqlite.before-migration-<from>`.
 *
 * @param options.writerThread whether what runs write goes through a thread of its own. Default true
 * @throws SchemaError, DatabaseFileError
 */
export const openSqlite = async (
  file: string,
  options: { migrations?: readonly Migration[]; writerThread?: boolean } = {},
): Promise<OpenDatabase> => {
  const { migrations } = options;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  if (!(await checkDatabaseFile(file))) await createDatabaseFile(file, (unfinished) => create(unfinished, migrations));
  const { connection, db } = connect(file);
  const close = () => db.destroy();
  try {
    await migrate(db, 'sqlite', {
      migrations,
      beforeUpgrade: (from) =>
        createDatabaseFile(`${file}.before-migration-${from}`, async (copy) => void (await connection.backup(copy))),
    });
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dialect: 'sqlite',
    db,
    writerFile: options.writerThread === false ? undefined : file,
    exclusively: (work) => db.connection().execute(async () => work(connection)),
    close,
  };
};
