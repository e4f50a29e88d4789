import type { DataTableFilter, DataTableSort } from '@millrace/contract';
import { type CompiledQuery, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OpenDatabase } from '../db/database.ts';
import { ReadTooLongError } from '../db/long-reads.ts';
import type { Database } from '../db/schema.ts';
import { type AppError, badRequest } from '../platform/errors.ts';
import { type Cell, type Column, type StoredRow, sizeOfCell, sizeOfRow } from './cells.ts';
import { columnRef, filterSql, rowsTable, sortSql } from './sql.ts';
import { findTable, type Table } from './table-store.ts';

type Db = Kysely<Database>;

/** Cells of a row that are written; columns that are left out keep what they have, or are empty. */
export type Cells = ReadonlyMap<Column, Cell>;

const megabyte = 1024 * 1024;

/** Rows that a statement names at most, so that none has more parameters than a database takes. */
const parametersAtOnce = 30_000;

const selected = ({ columns }: Table): RawBuilder<unknown> =>
  sql.join([sql.ref('id'), sql.ref('created_at'), sql.ref('updated_at'), ...columns.map(columnRef)]);

/** Bytes of the values in some columns of a row. */
const sizeExpression = (columns: readonly Column[]): RawBuilder<number> => {
  if (columns.length === 0) return sql<number>`0`;
  const sizes = columns.map((column) =>
    column.type === 'string'
      ? sql`coalesce(octet_length(${columnRef(column)}), 0)`
      : sql`case when ${columnRef(column)} is null then 0 else 8 end`,
  );
  return sql<number>`${sql.join(sizes, sql` + `)}`;
};

/** The rows of tables. What changes some says by how much they have grown, for whoever keeps the count. */
export interface Change {
  rows: number;
  bytes: number;
}

type Readable = Pick<OpenDatabase, 'db' | 'dialect' | 'longReads'>;

/** Bytes of a table that may be read on the thread that serves everyone. */
const quickRead = 4 * megabyte;

/** What looks at all rows, or may give many bytes, is not done on the thread that serves everyone. @throws AppError badRequest where it takes too long */
const found = async <T>({ db, longReads }: Readable, query: CompiledQuery<T>, isQuick = false): Promise<T[]> => {
  if (isQuick) return (await db.executeQuery(query)).rows;
  try {
    return await longReads.read(query);
  } catch (error) {
    throw error instanceof ReadTooLongError ? tooLong() : error;
  }
};

const tooLong = (): AppError =>
  badRequest('It takes too long to find these rows.', {
    hint: 'Look for shorter texts, by fewer conditions, or by equal values, which are found by an index.',
  });

export const countRows = async (database: Readable, table: Table, filter: DataTableFilter): Promise<number> => {
  // Known without looking at them.
  if (filter.conditions.length === 0) return table.rowCount;
  const { db, dialect } = database;
  const query = sql<{ count: number }>`
    select count(*) as count from ${rowsTable(table.id)} where ${filterSql(dialect, table.columns, filter)}`;
  const rows = await found(database, query.compile(db));
  return Number(rows[0]?.count ?? 0);
};

/**
 * The rows that a filter lets through, for a write. On SQLite, which writes on the thread that serves everyone, texts are looked for before it, and the
 * rows that were found are written to which nobody has changed since.
 */
export const conditionFor = async (
  database: Readable,
  tableId: number,
  filter: DataTableFilter,
  now: number,
): Promise<(table: Table) => RawBuilder<SqlBool>> => {
  const { db, dialect } = database;
  const whereIn = ({ columns }: Table) => filterSql(dialect, columns, filter);
  if (dialect !== 'sqlite' || !filter.conditions.some(({ condition }) => searches.has(condition))) return whereIn;
  const table = await findTable(db, tableId);
  if (!table) return whereIn;
  const query = sql<{ id: number }>`select id from ${rowsTable(tableId)} where ${whereIn(table)}`;
  const rows = await found(database, query.compile(db));
  const ids = JSON.stringify(rows.map(({ id }) => id));
  return () => sql<SqlBool>`(id in (select value from json_each(${ids})) and updated_at <= ${now})`;
};

const searches: ReadonlySet<string> = new Set(['like', 'ilike', 'contains']);

export interface RowQuery {
  filter: DataTableFilter;
  sort?: readonly DataTableSort[];
  offset?: number;
  /** Only rows with higher ids, in place of an offset where nothing is sorted. */
  after?: number;
  limit: number;
}

const pageOf = <T>(
  { dialect }: Readable,
  table: Table,
  query: RowQuery,
  values: RawBuilder<unknown>,
): RawBuilder<T> => {
  const { filter, sort = [], offset = 0, after, limit } = query;
  const where = filterSql(dialect, table.columns, filter);
  const from = after === undefined ? sql`` : sql`and id > ${after}`;
  return sql<T>`
    select ${values} from ${rowsTable(table.id)} where ${where} ${from}
    order by ${sortSql(table.columns, sort)} limit ${limit} offset ${offset}`;
};

export const selectRows = async (database: Readable, table: Table, query: RowQuery): Promise<StoredRow[]> => {
  const page = pageOf<StoredRow>(database, table, query, selected(table));
  const isQuick = query.filter.conditions.length === 0 && !query.sort?.length && table.size <= quickRead;
  return found(database, page.compile(database.db), isQuick);
};

/** Bytes of the values that such a query gives. */
export const measureRows = async (database: Readable, table: Table, query: RowQuery): Promise<number> => {
  const page = pageOf(database, table, query, sql`${sizeExpression(table.columns)} as bytes`);
  const total = sql<{ bytes: number | null }>`select sum(bytes) as bytes from (${page}) as page`;
  const rows = await found(database, total.compile(database.db));
  return Number(rows[0]?.bytes ?? 0);
};

/** Within a transaction that has the table's lock. @returns the rows in their order */
export const insertRows = async (
  transaction: Db,
  table: Table,
  rows: readonly Cells[],
  now: number,
): Promise<{ inserted: StoredRow[]; change: Change }> => {
  const { columns } = table;
  const perRow = columns.length + 2;
  const atOnce = Math.max(1, Math.floor(parametersAtOnce / perRow));
  const names = sql.join([sql.ref('created_at'), sql.ref('updated_at'), ...columns.map(columnRef)]);
  const inserted: StoredRow[] = [];
  let bytes = 0;
  for (let first = 0; first < rows.length; first += atOnce) {
    const values = rows.slice(first, first + atOnce).map((cells) => {
      const own = columns.map((column) => cells.get(column) ?? null);
      bytes += sizeOfRow + own.reduce<number>((sum, cell) => sum + sizeOfCell(cell), 0);
      return sql`(${sql.join([now, now, ...own])})`;
    });
    const { rows: given } = await sql<StoredRow>`
      insert into ${rowsTable(table.id)} (${names}) values ${sql.join(values)} returning ${selected(table)}`.execute(
      transaction,
    );
    inserted.push(...given);
  }
  return { inserted: byId(inserted), change: { rows: rows.length, bytes } };
};

/** What a change of rows that are there has done. */
interface Changed {
  count: number;
  /** As they are after it, or were before they were deleted; only where they are wanted. */
  rows: StoredRow[];
  change: Change;
}

/** Within a transaction that has the table's lock. */
export const updateRows = async (
  transaction: Db,
  table: Table,
  where: RawBuilder<SqlBool>,
  { cells, isWanted, now }: { cells: Cells; isWanted: boolean; now: number },
): Promise<Changed> => {
  const { count, bytes } = await measure(transaction, table, where, [...cells.keys()]);
  if (count === 0) return { count, rows: [], change: { rows: 0, bytes: 0 } };
  const sets = [...cells].map(([column, cell]) => sql`${columnRef(column)} = ${cell}`);
  const { rows } = await sql<StoredRow>`
    update ${rowsTable(table.id)} set ${sql.join([...sets, sql`updated_at = ${now}`])} where ${where}
    ${returning(table, isWanted)}`.execute(transaction);
  const after = count * [...cells.values()].reduce<number>((sum, cell) => sum + sizeOfCell(cell), 0);
  return { count, rows: byId(rows), change: { rows: 0, bytes: after - bytes } };
};

const returning = (table: Table, isWanted: boolean): RawBuilder<unknown> =>
  isWanted ? sql`returning ${selected(table)}` : sql``;

const byId = (rows: StoredRow[]): StoredRow[] => rows.sort((a, b) => Number(a.id) - Number(b.id));

const measure = async (db: Db, table: Table, where: RawBuilder<SqlBool>, columns: readonly Column[]) => {
  const { rows } = await sql<{ count: number; bytes: number | null }>`
    select count(*) as count, sum(${sizeExpression(columns)}) as bytes from ${rowsTable(table.id)} where ${where}`.execute(
    db,
  );
  return { count: Number(rows[0]?.count ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
};

/** Within a transaction that has the table's lock. */
export const deleteRows = async (
  transaction: Db,
  table: Table,
  where: RawBuilder<SqlBool>,
  isWanted: boolean,
): Promise<Changed> => {
  const { count, bytes } = await measure(transaction, table, where, table.columns);
  if (count === 0) return { count, rows: [], change: { rows: 0, bytes: 0 } };
  const { rows } = await sql<StoredRow>`
    delete from ${rowsTable(table.id)} where ${where} ${returning(table, isWanted)}`.execute(transaction);
  return { count, rows: byId(rows), change: { rows: -count, bytes: -(bytes + count * sizeOfRow) } };
};

/** Bytes that the values of a column take. */
export const sizeOfColumn = async (db: Db, table: Table, column: Column): Promise<number> =>
  (await measure(db, table, sql<SqlBool>`true`, [column])).bytes;
