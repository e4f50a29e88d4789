import type { Readable } from 'node:stream';
import type { DataTable } from '@millrace/contract';
import type { Audit } from '../../audit/audit.ts';
import { badRequest } from '../../platform/errors.ts';
import type { DataTableRows, RowData } from '../rows.ts';
import type { DataTables, TableCaller } from '../service.ts';
import { toCsv } from './export.ts';
import { createTypeGuess, type ReceivedCsv, receiveCsv, toRowData } from './import.ts';

export interface DataTableCsv {
  /** @throws AppError dataTableNotFound, forbidden */
  export(caller: TableCaller, id: string): Promise<{ name: string; lines: Readable }>;
  /**
   * Adds the rows of a file. Nothing is stored unless every line fits.
   *
   * @param options.addColumns columns that the table does not have are added, of the type that all their values have; else they are refused
   * @returns how many rows were added
   * @throws AppError dataTableNotFound, forbidden, badRequest with the line, dataTablesFull
   */
  import(
    caller: TableCaller,
    id: string,
    file: Readable,
    options: { addColumns: boolean },
  ): Promise<{ count: number; table: DataTable }>;
}

const rowsAtOnce = 500;

export const createDataTableCsv = (options: {
  tables: DataTables;
  rows: DataTableRows;
  audit: Pick<Audit, 'record'>;
  /** Bytes that a file may have. */
  maxSize: number;
}): DataTableCsv => {
  const { tables, rows, audit, maxSize } = options;

  /** Looks at every line, and makes the columns that are missing. */
  const prepare = async (caller: TableCaller, id: string, csv: ReceivedCsv, addColumns: boolean): Promise<void> => {
    const { columns } = await tables.open(caller, id, 'use');
    const missing = csv.names.filter((name) => !columns.some((column) => column.name === name));
    if (missing.length > 0 && !addColumns)
      throw badRequest(`The table has no column "${missing[0]}".`, {
        hint: 'Add it, or have the columns of the file added.',
      });
    if (missing.length > 0) await tables.open(caller, id, 'update');
    const guess = createTypeGuess(missing);
    for await (const { line, data } of csv.rows()) {
      toRowData(columns, line, data);
      guess.add(data);
    }
    for (const name of missing) await tables.addColumn(caller, id, { name, type: guess.typeOf(name) });
  };

  const store = async (caller: TableCaller, id: string, csv: ReceivedCsv): Promise<number> => {
    const { id: tableId, columns } = await tables.open(caller, id, 'use');
    let count = 0;
    let waiting: RowData[] = [];
    const flush = async () => {
      if (waiting.length > 0) await rows.insert(tableId, waiting);
      count += waiting.length;
      waiting = [];
    };
    for await (const { line, data } of csv.rows()) {
      waiting.push(toRowData(columns, line, data));
      if (waiting.length >= rowsAtOnce) await flush();
    }
    await flush();
    return count;
  };

  return {
    async export(caller, id) {
      const table = await tables.open(caller, id, 'read');
      await audit.record({ action: 'dataTable.exported', caller, resourceId: id, name: table.name });
      return { name: table.name, lines: toCsv(rows, table) };
    },

    async import(caller, id, file, { addColumns }) {
      const { name } = await tables.open(caller, id, 'use');
      const csv = await receiveCsv(file, maxSize);
      try {
        await prepare(caller, id, csv, addColumns);
        const count = await store(caller, id, csv);
        await audit.record({ action: 'dataTable.rowsImported', caller, resourceId: id, name, details: { count } });
        return { count, table: await tables.get(caller, id) };
      } finally {
        await csv.remove();
      }
    },
  };
};
