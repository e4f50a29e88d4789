import type { DataTableFilter, DataTableRow, DataTableValue } from '@millrace/contract';
import type { Kysely, Transaction } from 'kysely';
import type { OpenDatabase } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError, badRequest, notFound } from '../platform/errors.ts';
import { invalidField } from '../platform/validation.ts';
import { CellError, type Column, systemColumns, toCell, toRow } from './cells.ts';
import {
  type Cells,
  type Change,
  conditionFor,
  countRows,
  deleteRows,
  insertRows,
  measureRows,
  type RowQuery,
  selectRows,
  updateRows,
} from './row-store.ts';
import { lockTable, type Table } from './table-store.ts';

/** Values by names of columns, as they are sent. */
export type RowData = Readonly<Record<string, DataTableValue>>;

/** What rows were changed, and where they are wanted, what they hold now. */
export interface ChangedRows {
  count: number;
  rows: DataTableRow[];
}

/** A write that may be asked for again under the same key: it is made once, and answered each time with what it gave. */
export interface WriteKey {
  key: string;
  executionId: number;
}

/**
 * The rows of data tables, for whoever has been asked whether they may. Writes to one table happen one after the other, so that of several who want to
 * add the same row one adds it and the others find it.
 */
export interface DataTableRows {
  /**
   * @param mostBytes that the values of the rows may take together. Default: no limit
   * @throws AppError badRequest for a filter or an order that does not fit the table, and for rows that are larger
   */
  select(table: Table, query: RowQuery, mostBytes?: number): Promise<DataTableRow[]>;
  count(table: Table, filter: DataTableFilter): Promise<number>;
  /** All or none. @throws AppError badRequest, dataTableNotFound, dataTablesFull */
  insert(tableId: number, rows: readonly RowData[], key?: WriteKey): Promise<DataTableRow[]>;
  /** @throws AppError as `insert` */
  update(tableId: number, filter: DataTableFilter, data: RowData, how?: WriteOptions): Promise<ChangedRows>;
  /** Changes what the filter lets through, or adds a row where that is none. @throws AppError as `insert` */
  upsert(
    tableId: number,
    filter: DataTableFilter,
    data: RowData,
    how?: WriteOptions,
  ): Promise<ChangedRows & { inserted: boolean }>;
  /** @returns those that were deleted. @throws AppError as `insert` */
  remove(tableId: number, filter: DataTableFilter, how?: WriteOptions): Promise<ChangedRows>;
  /** Within a transaction that changes the table itself. */
  applyChange(transaction: Db, tableId: number, change: Change): Promise<void>;
}

export interface WriteOptions {
  /** The rows are wanted, and not only their number. */
  returnRows?: boolean;
  key?: WriteKey;
}

type Db = Kysely<Database>;

/** @throws AppError badRequest that names the column. @param path of the row in what was sent */
const toCells = (table: Table, data: RowData, path: readonly PropertyKey[]): Cells => {
  const byName = new Map<string, Column>(table.columns.map((column) => [column.name, column]));
  return new Map(
    Object.entries(data).map(([name, value]) => {
      const column = byName.get(name);
      if (!column)
        throw invalidField(
          [...path, name],
          systemColumns.some((one) => one.name === name)
            ? 'is set by the table itself'
            : `is no column of the table "${table.name}"`,
        );
      try {
        return [column, toCell(column.type, value)];
      } catch (error) {
        if (error instanceof CellError) throw invalidField([...path, name], error.message);
        throw error;
      }
    }),
  );
};

type Condition = Awaited<ReturnType<typeof conditionFor>>;

const megabyte = 1024 * 1024;

export const createDataTableRows = (options: {
  database: Pick<OpenDatabase, 'db' | 'dialect' | 'longReads'>;
  clock: Clock;
  /** Bytes that the rows of all tables may take. */
  maxSize: number;
}): DataTableRows => {
  const { clock, maxSize } = options;
  const { db, dialect } = options.database;

  const refuseMore = async (transaction: Db, bytes: number): Promise<void> => {
    const { size } = await transaction
      .selectFrom('data_tables')
      .select(({ fn }) => fn.sum<number>('size').as('size'))
      .executeTakeFirstOrThrow();
    if (Number(size) + bytes <= maxSize) return;
    throw new AppError(
      'dataTablesFull',
      `The data tables are full: together they may hold ${Math.floor(maxSize / megabyte)} MB.`,
      { hint: 'Delete rows that are not needed any more, or have MILLRACE_DATA_TABLES_MAX_SIZE raised.' },
    );
  };

  const applyChange: DataTableRows['applyChange'] = async (transaction, tableId, { rows, bytes }) => {
    if (bytes > 0) await refuseMore(transaction, bytes);
    await transaction
      .updateTable('data_tables')
      .set(({ eb }) => ({
        row_count: eb('row_count', '+', rows),
        size: eb('size', '+', bytes),
        updated_at: clock.now(),
      }))
      .where('id', '=', tableId)
      .execute();
  };

  /** What was answered to this key before. */
  const answered = async <T>(transaction: Db, { key }: WriteKey): Promise<T | undefined> => {
    const row = await transaction
      .selectFrom('data_table_writes')
      .select('result')
      .where('key', '=', key)
      .executeTakeFirst();
    return row && (JSON.parse(row.result) as T);
  };

  const write = <T>(
    tableId: number,
    key: WriteKey | undefined,
    work: (transaction: Transaction<Database>, table: Table) => Promise<{ result: T; change: Change }>,
  ): Promise<T> =>
    db.transaction().execute(async (transaction) => {
      const table = await lockTable(transaction, dialect, tableId);
      if (!table) throw notFound('dataTable', tableId);
      const before = key && (await answered<T>(transaction, key));
      if (before !== undefined) return before;
      const { result, change } = await work(transaction, table);
      await applyChange(transaction, tableId, change);
      if (key)
        await transaction
          .insertInto('data_table_writes')
          .values({
            key: key.key,
            execution_id: key.executionId,
            result: JSON.stringify(result),
            created_at: clock.now(),
          })
          .execute();
      return result;
    });

  const refuseLarge = async (table: Table, query: RowQuery, most: number): Promise<void> => {
    if (table.size <= most || (await measureRows(options.database, table, query)) <= most) return;
    throw badRequest(`These rows take more than ${most / megabyte} MB.`, { hint: 'Ask for fewer of them at a time.' });
  };

  const condition = (tableId: number, filter: DataTableFilter): Promise<Condition> =>
    conditionFor(options.database, tableId, filter, clock.now());

  const update = async (
    transaction: Db,
    table: Table,
    { where, data, returnRows = false }: { where: Condition; data: RowData; returnRows?: boolean },
  ) => {
    const cells = toCells(table, data, ['data']);
    const { count, rows, change } = await updateRows(transaction, table, where(table), {
      cells,
      isWanted: returnRows,
      now: clock.now(),
    });
    return { result: { count, rows: rows.map((row) => toRow(table.columns, row)) }, change };
  };

  return {
    applyChange,

    async select(table, query, mostBytes) {
      if (mostBytes !== undefined) await refuseLarge(table, query, mostBytes);
      const rows = await selectRows(options.database, table, query);
      return rows.map((row) => toRow(table.columns, row));
    },

    count: (table, filter) => countRows(options.database, table, filter),

    insert: (tableId, rows, key) =>
      write(tableId, key, async (transaction, table) => {
        const cells = rows.map((row, index) => toCells(table, row, ['rows', index]));
        const { inserted, change } = await insertRows(transaction, table, cells, clock.now());
        return { result: inserted.map((row) => toRow(table.columns, row)), change };
      }),

    async update(tableId, filter, data, { returnRows, key } = {}) {
      const where = await condition(tableId, filter);
      return write(tableId, key, (transaction, table) => update(transaction, table, { where, data, returnRows }));
    },

    async upsert(tableId, filter, data, { returnRows, key } = {}) {
      const where = await condition(tableId, filter);
      return write<ChangedRows & { inserted: boolean }>(tableId, key, async (transaction, table) => {
        const { result, change } = await update(transaction, table, { where, data, returnRows });
        if (result.count > 0) return { result: { ...result, inserted: false }, change };
        const added = await insertRows(transaction, table, [toCells(table, data, ['data'])], clock.now());
        const rows = returnRows ? added.inserted.map((row) => toRow(table.columns, row)) : [];
        return { result: { count: 1, rows, inserted: true }, change: added.change };
      });
    },

    async remove(tableId, filter, { returnRows = false, key } = {}) {
      const where = await condition(tableId, filter);
      return write(tableId, key, async (transaction, table) => {
        const { count, rows, change } = await deleteRows(transaction, table, where(table), returnRows);
        return { result: { count, rows: rows.map((row) => toRow(table.columns, row)) }, change };
      });
    },
  };
};
