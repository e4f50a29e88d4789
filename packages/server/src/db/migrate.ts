import type { ColumnBuilderCallback, ColumnDataType, Expression, Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { OperatorError } from '../platform/operator-error.ts';
import { readSchemaShape, type SchemaShape, schemaDifferences } from './schema-shape.ts';

/** What differs between the databases when a table is made. */
export interface Dialect {
  dialect: 'sqlite' | 'postgres';
  /** An id that counts up and is never used twice. */
  counter: { type: ColumnDataType | Expression<unknown>; build: ColumnBuilderCallback };
}

export interface Migration {
  number: number;
  name: string;
  /** SHA-256 of its source, hex: a database remembers what was applied to it. */
  checksum: string;
  up(db: Kysely<unknown>, dialect: Dialect): Promise<void>;
}

/** The migrations that a database is to have, and what they make of it. */
export interface TargetSchema {
  migrations: readonly Migration[];
  /** Nothing is compared without it. */
  expected?: SchemaShape;
}

const dialects: Record<Dialect['dialect'], Dialect> = {
  sqlite: { dialect: 'sqlite', counter: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() } },
  postgres: {
    dialect: 'postgres',
    counter: { type: 'bigint', build: (column) => column.primaryKey().generatedByDefaultAsIdentity() },
  },
};

/** The database is not one that this version can work with: newer, changed, or migrated in another way. Nothing has been changed. */
export class SchemaError extends OperatorError {
  override name = 'SchemaError';
}

interface Migrated {
  schema_migrations: { number: number; name: string; applied_at: number; checksum: string | null };
}

/** Null: applied before checksums were kept. */
type Applied = Map<number, { name: string; checksum: string | null }>;

/** Any number that no other program takes as an advisory lock on the same PostgreSQL database. */
const advisoryLock = 5_680_001;

/** A statement does not fit the tables, as opposed to a full disk or a lost connection. 42501 says that rights are missing. */
const isOfSchema = (error: unknown): error is Error => {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return error instanceof Error && (code === 'SQLITE_ERROR' || (/^42\w{3}$/.test(code) && code !== '42501'));
};

/** Null when nothing was ever migrated. */
const readApplied = async (db: Kysely<Migrated>): Promise<Applied | null> => {
  const tables = await db.introspection.getTables();
  const table = tables.find(({ name }) => name === 'schema_migrations');
  if (!table) return null;
  const hasChecksums = table.columns.some(({ name }) => name === 'checksum');
  const rows = await db
    .selectFrom('schema_migrations')
    .select(['number', 'name'])
    .$if(hasChecksums, (query) => query.select('checksum'))
    .orderBy('number')
    .execute();
  return new Map(rows.map(({ number, name, checksum = null }) => [Number(number), { name, checksum }]));
};

/** @throws SchemaError */
const refuseForeign = (applied: Applied, migrations: readonly Migration[]): void => {
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  const newest = migrations.at(-1)?.number ?? 0;
  for (const [number, { name, checksum }] of applied) {
    const migration = known.get(number);
    if (!migration)
      throw new SchemaError(
        `The database was written by a newer version of Millrace: it has migration ${number} (${name}), this version knows ` +
          `up to ${newest}. Start the newer version, or restore what the database was before the upgrade. Nothing was changed.`,
      );
    if (checksum !== null && checksum !== migration.checksum)
      throw new SchemaError(
        `The database was written by a changed version of Millrace: its migration ${number} (${name}) is not the one of this ` +
          'version. Start the version that wrote it, or restore a copy from before. Nothing was changed.',
      );
  }
};

/** @throws SchemaError */
const assertExpected = async (
  db: Kysely<Migrated>,
  dialect: Dialect['dialect'],
  expected: SchemaShape | undefined,
): Promise<void> => {
  if (!expected) return;
  const differences = schemaDifferences(await readSchemaShape(db, dialect), expected);
  if (differences.length === 0) return;
  const told = [...differences.slice(0, 5), ...(differences.length > 5 ? [`and ${differences.length - 5} more`] : [])];
  throw new SchemaError(
    `The database is not as this version of Millrace expects it: ${told.join('; ')}. Something else has changed its tables. ` +
      'Undo that, or restore a copy from before. Nothing was changed.',
  );
};

/**
 * Brings the database to the newest schema: all missing migrations in one transaction, so a failure leaves it as it was. Then, and at every
 * start, the schema must be the expected one.
 *
 * @param beforeUpgrade called once when a database that holds data is about to change, for a copy of it
 * @returns numbers of the migrations that were applied now
 * @throws SchemaError and nothing was changed
 */
export const migrate = async <T>(
  database: Kysely<T>,
  dialect: Dialect['dialect'],
  { migrations, expected }: TargetSchema,
  beforeUpgrade?: (from: number) => Promise<void>,
): Promise<number[]> => {
  const db = database as unknown as Kysely<Migrated>;
  const before = await readApplied(db);
  if (before) {
    refuseForeign(before, migrations);
    if (migrations.every(({ number, checksum }) => before.get(number)?.checksum === checksum)) {
      await assertExpected(db, dialect, expected);
      return [];
    }
    await beforeUpgrade?.(Math.max(0, ...before.keys()));
  }
  return db.transaction().execute(async (transaction) => {
    const missing = await applyMissing(transaction, dialect, migrations);
    await assertExpected(transaction, dialect, expected);
    return missing;
  });
};

const createTable = async (transaction: Transaction<Migrated>): Promise<void> => {
  await transaction.schema
    .createTable('schema_migrations')
    .ifNotExists()
    .addColumn('number', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute();
  const tables = await transaction.introspection.getTables();
  const columns = tables.find(({ name }) => name === 'schema_migrations')?.columns ?? [];
  if (columns.some(({ name }) => name === 'checksum')) return;
  await transaction.schema.alterTable('schema_migrations').addColumn('checksum', 'text').execute();
};

const applyMissing = async (
  transaction: Transaction<Migrated>,
  dialect: Dialect['dialect'],
  migrations: readonly Migration[],
): Promise<number[]> => {
  // Two servers may start on one database: the second waits here, then finds nothing left to do.
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(${advisoryLock})`.execute(transaction);
  await createTable(transaction);
  const applied = (await readApplied(transaction)) ?? new Map();
  refuseForeign(applied, migrations);
  const missing = migrations.filter(({ number }) => !applied.has(number));
  for (const { number, name, checksum, up } of missing) {
    try {
      await up(transaction as unknown as Kysely<unknown>, dialects[dialect]);
    } catch (error) {
      if (!isOfSchema(error)) throw error;
      const text = `The database cannot be upgraded: its migration ${number} (${name}) found tables that it did not expect (${error.message}). Nothing was changed.`;
      throw new SchemaError(text, { cause: error });
    }
    const row = { number, name, checksum, applied_at: Date.now() };
    await transaction.insertInto('schema_migrations').values(row).execute();
  }
  for (const { number, checksum } of migrations)
    await transaction
      .updateTable('schema_migrations')
      .set({ checksum })
      .where('number', '=', number)
      .where('checksum', 'is', null)
      .execute();
  return missing.map(({ number }) => number);
};
