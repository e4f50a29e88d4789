import type { ColumnBuilderCallback, ColumnDataType, Expression, Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { migrations as allMigrations } from './migrations/index.ts';

/** What differs between the databases when a table is made. */
export interface Dialect {
  dialect: 'sqlite' | 'postgres';
  /** An id that counts up and is never used twice. */
  counter: { type: ColumnDataType | Expression<unknown>; build: ColumnBuilderCallback };
}

export interface Migration {
  number: number;
  name: string;
  up(db: Kysely<unknown>, dialect: Dialect): Promise<void>;
}

const dialects: Record<Dialect['dialect'], Dialect> = {
  sqlite: { dialect: 'sqlite', counter: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() } },
  postgres: {
    dialect: 'postgres',
    counter: { type: 'bigint', build: (column) => column.primaryKey().generatedByDefaultAsIdentity() },
  },
};

/** The database was written by a newer Millrace. Nothing has been changed. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
}

interface Migrated {
  schema_migrations: { number: number; name: string; applied_at: number };
}

/** Any number that no other program takes as an advisory lock on the same PostgreSQL database. */
const advisoryLock = 5_680_001;

/** Numbers that the database has; null when nothing was ever migrated. */
const appliedNumbers = async (db: Kysely<Migrated>): Promise<number[] | null> => {
  const tables = await db.introspection.getTables();
  if (!tables.some((table) => table.name === 'schema_migrations')) return null;
  const rows = await db.selectFrom('schema_migrations').select('number').orderBy('number').execute();
  return rows.map((row) => Number(row.number));
};

const refuseNewer = (applied: number[], migrations: readonly Migration[]): void => {
  const newest = migrations.at(-1)?.number ?? 0;
  const unknown = applied.filter((number) => number > newest);
  if (unknown.length === 0) return;
  throw new NewerDatabaseError(
    `The database was written by a newer version of Millrace: it has migration ${unknown.at(-1)}, this version knows ` +
      `up to ${newest}. Start the newer version, or restore the copy that was made before the upgrade. Nothing was changed.`,
  );
};

/**
 * Brings the database to the newest schema: all missing migrations in one transaction, so a failure leaves it as it was.
 *
 * @param options.beforeUpgrade called once when a database that holds data is about to change, for a copy of it
 * @returns numbers of the migrations that were applied now
 * @throws NewerDatabaseError before anything is touched
 */
export const migrate = async <T>(
  database: Kysely<T>,
  dialect: Dialect['dialect'],
  options: { migrations?: readonly Migration[]; beforeUpgrade?: (from: number) => Promise<void> } = {},
): Promise<number[]> => {
  const db = database as unknown as Kysely<Migrated>;
  const migrations = options.migrations ?? allMigrations;
  const before = await appliedNumbers(db);
  if (before) {
    refuseNewer(before, migrations);
    if (migrations.every(({ number }) => before.includes(number))) return [];
    await options.beforeUpgrade?.(before.at(-1) ?? 0);
  }
  return db.transaction().execute(async (transaction) => applyMissing(transaction, dialect, migrations));
};

const applyMissing = async (
  transaction: Transaction<Migrated>,
  dialect: Dialect['dialect'],
  migrations: readonly Migration[],
): Promise<number[]> => {
  // Two servers may start on one database: the second waits here, then finds nothing left to do.
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(transaction);
  await transaction.schema
    .createTable('schema_migrations')
    .ifNotExists()
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute();
  const applied = (await appliedNumbers(transaction)) ?? [];
  refuseNewer(applied, migrations);
  const missing = migrations.filter(({ number }) => !applied.includes(number));
  for (const { number, name, up } of missing) {
    await up(transaction as unknown as Kysely<unknown>, dialects[dialect]);
    await transaction.insertInto('schema_migrations').values({ number, name, applied_at: Date.now() }).execute();
  }
  return missing.map(({ number }) => number);
};
