import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { OpenDatabase } from './database.ts';
import { type LongReads, longestRead, ReadTooLongError } from './long-reads.ts';
import { type Migration, migrate } from './migrate.ts';
import type { Database } from './schema.ts';
import { readTargetSchema } from './target-schema.ts';

/** Ids and times are 64-bit integers in the database and stay far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format as 'text'),
};

/** A client whose machine is gone is noticed after some ten seconds; by itself the system takes hours. For `set`. */
export const noticeGoneClients =
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3';

/** Milliseconds after which the database ends a transaction in which its process does nothing: as long as that counts as alive. */
const longestStandstill = 6000;

/** Code of a statement that was ended. */
const canceled = '57014';

/**
 * Connects to a PostgreSQL database and migrates it.
 *
 * @throws SchemaError, or the driver's error when it cannot be reached
 */
export const openPostgres = async (
  url: string,
  options: {
    maxConnections?: number;
    standstill?: number;
    onIdleError?: (error: Error) => void;
    migrations?: readonly Migration[];
  } = {},
): Promise<OpenDatabase> => {
  // One that stands still within a transaction, or whose machine is gone, would hold its locks against whoever takes over its executions.
  const session = `${noticeGoneClients}; set idle_in_transaction_session_timeout = ${options.standstill ?? longestStandstill}`;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 10_000,
    types,
    onConnect: (client) => client.query(session),
  });
  // Without listeners the loss of a connection would end the process, also of one that is in use: its statement fails, or the next one does. The
  // pool makes a new one by itself.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', (error) => options.onIdleError?.(error));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, 'postgres', await readTargetSchema('postgres', options.migrations));
  } catch (error) {
    await db.destroy();
    throw error;
  }
  const longReads: LongReads = {
    read: (query) =>
      db
        .transaction()
        .execute(async (transaction) => {
          await sql`set local statement_timeout = ${sql.lit(longestRead)}`.execute(transaction);
          return (await transaction.executeQuery(query)).rows;
        })
        .catch((error: unknown) => {
          throw (error as { code?: unknown }).code === canceled
            ? new ReadTooLongError('The read took too long')
            : error;
        }),
  };
  return { dialect: 'postgres', db, longReads, close: () => db.destroy() };
};
