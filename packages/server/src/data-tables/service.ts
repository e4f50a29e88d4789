import {
  type Action,
  type AuditAction,
  type DataTable,
  type DataTableColumnType,
  type DataTableFilter,
  type DataTableRow,
  type DataTableSort,
  limits,
} from '@millrace/contract';
import type { Transaction } from 'kysely';
import type { Audit, AuditedCaller } from '../audit/audit.ts';
import type { OpenDatabase } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import { isUniqueViolation } from '../db/unique-violation.ts';
import { ownershipOf } from '../permissions/ownership.ts';
import { type Actor, mayDo } from '../permissions/permissions.ts';
import { forbidden } from '../permissions/refusals.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError, badRequest, notFound } from '../platform/errors.ts';
import { sizeOfColumn } from './row-store.ts';
import type { ChangedRows, DataTableRows, RowData } from './rows.ts';
import {
  deleteColumn,
  deleteTable,
  insertColumn,
  insertTable,
  listTables,
  lockTable,
  placeColumns,
  type SeenTable,
  type Table,
} from './table-store.ts';

/** Who wants something of a table. Of nodes the user is whoever their workflow acts for. */
export interface TableCaller {
  user: Actor & AuditedCaller['user'];
  by?: AuditedCaller['by'];
}

export interface NewColumn {
  name: string;
  type: DataTableColumnType;
}

export interface DataTables {
  /** By name. */
  list(caller: TableCaller): Promise<DataTable[]>;
  /** @throws AppError dataTableNotFound */
  get(caller: TableCaller, id: string): Promise<DataTable>;
  /** @throws AppError dataTableNameTaken */
  create(caller: TableCaller, table: { name: string; columns: readonly NewColumn[] }): Promise<DataTable>;
  /** @throws AppError dataTableNotFound, forbidden, dataTableNameTaken */
  rename(caller: TableCaller, id: string, name: string): Promise<DataTable>;
  /** @throws AppError dataTableNotFound, forbidden */
  remove(caller: TableCaller, id: string): Promise<void>;
  /** @throws AppError as `rename`; badRequest where there are too many */
  addColumn(caller: TableCaller, id: string, column: NewColumn & { position?: number }): Promise<DataTable>;
  /** @throws AppError as `rename`, dataTableColumnNotFound */
  changeColumn(
    caller: TableCaller,
    id: string,
    columnId: string,
    change: { name?: string; position?: number },
  ): Promise<DataTable>;
  /** @throws AppError as `changeColumn` */
  removeColumn(caller: TableCaller, id: string, columnId: string): Promise<DataTable>;
  /** @throws AppError dataTableNotFound, badRequest */
  readRows(
    caller: TableCaller,
    id: string,
    query: { filter?: DataTableFilter; sort?: readonly DataTableSort[]; offset: number; limit: number },
  ): Promise<{ count: number; rows: DataTableRow[] }>;
  /** @throws AppError dataTableNotFound, forbidden, badRequest, dataTablesFull */
  insertRows(caller: TableCaller, id: string, rows: readonly RowData[]): Promise<DataTableRow[]>;
  /** @throws AppError as `insertRows` */
  updateRows(caller: TableCaller, id: string, filter: DataTableFilter, data: RowData): Promise<ChangedRows>;
  /** @throws AppError as `insertRows` */
  upsertRow(
    caller: TableCaller,
    id: string,
    filter: DataTableFilter,
    data: RowData,
  ): Promise<{ inserted: boolean; count: number }>;
  /** @throws AppError as `insertRows` */
  removeRows(caller: TableCaller, id: string, filter: DataTableFilter): Promise<ChangedRows>;
  /** The table, for those who may do this with it. @throws AppError dataTableNotFound, forbidden */
  open(caller: Pick<TableCaller, 'user'>, id: string, need: Action): Promise<SeenTable>;
}

/** Bytes of the values in rows that one answer gives. */
const mostBytesOfAnswer = 64 * 1024 * 1024;

const everyRow: DataTableFilter = { match: 'all', conditions: [] };

const describe = (user: Actor, table: SeenTable): DataTable => ({
  id: String(table.id),
  name: table.name,
  columns: table.columns.map(({ id, name, type }) => ({ id: String(id), name, type })),
  rowCount: table.rowCount,
  size: table.size,
  createdAt: new Date(table.createdAt).toISOString(),
  updatedAt: new Date(table.updatedAt).toISOString(),
  ...ownershipOf(user, 'dataTable', table.ownership),
});

const taken = (what: string, name: string): AppError =>
  new AppError('dataTableNameTaken', `There is already ${what} with the name "${name}".`);

export const createDataTables = (options: {
  database: Pick<OpenDatabase, 'db' | 'dialect'>;
  rows: DataTableRows;
  clock: Clock;
  audit: Pick<Audit, 'record'>;
}): DataTables => {
  const { rows, clock, audit } = options;
  const { db, dialect } = options.database;

  const open: DataTables['open'] = async ({ user }, id, need) => {
    const [seen] = await listTables(db, user, 'list', { id: Number(id) });
    if (!seen) throw notFound('dataTable', id);
    if (!mayDo(user, need, 'dataTable', seen)) throw forbidden(need, 'dataTable', seen.name);
    return seen;
  };

  const get = async (caller: TableCaller, id: string | number): Promise<DataTable> =>
    describe(caller.user, await open(caller, String(id), 'list'));

  /** In a transaction in which nobody else changes the table. */
  const change = async (
    caller: TableCaller,
    id: string,
    action: AuditAction,
    details: Record<string, unknown>,
    work: (transaction: Transaction<Database>, table: Table) => Promise<void>,
  ): Promise<DataTable> => {
    await open(caller, id, 'update');
    await db.transaction().execute(async (transaction) => {
      const table = await lockTable(transaction, dialect, Number(id));
      if (!table) throw notFound('dataTable', id);
      await work(transaction, table);
      await transaction
        .updateTable('data_tables')
        .set({ updated_at: clock.now() })
        .where('id', '=', table.id)
        .execute();
      await audit.record({ action, caller, resourceId: id, name: table.name, details }, transaction);
    });
    return get(caller, id);
  };

  const columnOf = (table: Table, columnId: string) => {
    const column = table.columns.find(({ id }) => String(id) === columnId);
    if (!column) throw notFound('dataTableColumn', columnId);
    return column;
  };

  /** Where it comes to be among the others. */
  const place = async (transaction: Transaction<Database>, ids: (number | null)[], id: number | null, at: number) => {
    const others = ids.filter((one) => one !== id);
    await placeColumns(transaction, others.toSpliced(at, 0, id));
  };

  const addColumn = async (
    transaction: Transaction<Database>,
    table: Table,
    { name, type, position }: NewColumn & { position?: number },
  ) => {
    const { columns } = table;
    if (columns.length >= limits.dataTableColumns)
      throw badRequest(`A data table may have ${limits.dataTableColumns} columns.`);
    if (columns.some((column) => column.name === name)) throw taken('a column', name);
    const id = await insertColumn(transaction, dialect, { tableId: table.id, name, type, position: columns.length });
    if (position !== undefined)
      await place(
        transaction,
        columns.map((column) => column.id),
        id,
        position,
      );
  };

  return {
    open,
    get,

    async list({ user }) {
      return (await listTables(db, user, 'list')).map((table) => describe(user, table));
    },

    async create(caller, { name, columns }) {
      const ownerId = caller.user.id;
      const id = await db
        .transaction()
        .execute(async (transaction) => {
          const made = await insertTable(transaction, dialect, { ownerId, name, now: clock.now() });
          for (const [position, column] of columns.entries()) {
            if (columns.findIndex((one) => one.name === column.name) < position) throw taken('a column', column.name);
            await insertColumn(transaction, dialect, { tableId: made, ...column, position });
          }
          await audit.record({ action: 'dataTable.created', caller, resourceId: made, name }, transaction);
          return made;
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? taken('a data table', name) : error;
        });
      return get(caller, id);
    },

    rename: (caller, id, name) =>
      change(caller, id, 'dataTable.changed', { name }, async (transaction, table) => {
        await transaction.updateTable('data_tables').set({ name }).where('id', '=', table.id).execute();
      }).catch((error: unknown) => {
        throw isUniqueViolation(error) ? taken('a data table', name) : error;
      }),

    async remove(caller, id) {
      await open(caller, id, 'delete');
      await db.transaction().execute(async (transaction) => {
        const table = await lockTable(transaction, dialect, Number(id));
        if (!table) throw notFound('dataTable', id);
        await deleteTable(transaction, table.id);
        await audit.record({ action: 'dataTable.deleted', caller, resourceId: id, name: table.name }, transaction);
      });
    },

    addColumn: (caller, id, column) =>
      change(caller, id, 'dataTable.changed', { added: column.name }, (transaction, table) =>
        addColumn(transaction, table, column),
      ),

    changeColumn: (caller, id, columnId, { name, position }) =>
      change(caller, id, 'dataTable.changed', { column: columnId, name }, async (transaction, table) => {
        const column = columnOf(table, columnId);
        if (name !== undefined) {
          if (table.columns.some((one) => one !== column && one.name === name)) throw taken('a column', name);
          await transaction.updateTable('data_table_columns').set({ name }).where('id', '=', column.id).execute();
        }
        if (position !== undefined)
          await place(
            transaction,
            table.columns.map((one) => one.id),
            column.id,
            position,
          );
      }),

    removeColumn: (caller, id, columnId) =>
      change(caller, id, 'dataTable.changed', { removed: columnId }, async (transaction, table) => {
        const column = columnOf(table, columnId);
        const bytes = await sizeOfColumn(transaction, table, column);
        await deleteColumn(transaction, table.id, column);
        await rows.applyChange(transaction, table.id, { rows: 0, bytes: -bytes });
      }),

    async readRows(caller, id, { filter = everyRow, ...query }) {
      const table = await open(caller, id, 'read');
      const [count, found] = await Promise.all([
        rows.count(table, filter),
        rows.select(table, { filter, ...query }, mostBytesOfAnswer),
      ]);
      return { count, rows: found };
    },

    async insertRows(caller, id, added) {
      return rows.insert((await open(caller, id, 'use')).id, added);
    },

    async updateRows(caller, id, filter, data) {
      return rows.update((await open(caller, id, 'use')).id, filter, data);
    },

    async upsertRow(caller, id, filter, data) {
      return rows.upsert((await open(caller, id, 'use')).id, filter, data);
    },

    async removeRows(caller, id, filter) {
      return rows.remove((await open(caller, id, 'use')).id, filter);
    },
  };
};
