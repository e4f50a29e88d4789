import type { Readable } from 'node:stream';
import { type DataTable, dataTableColumnNameSchema } from '@millrace/contract';
import type { Audit } from '../../audit/audit.ts';
import { AppError, badRequest } from '../../platform/errors.ts';
import type { Column } from '../cells.ts';
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
   * @param options.addColumns columns that the table does not have are added, of the type that all their values have; else they are refused. Upper and lower case make no difference
   * @returns how many rows were added
   * @throws AppError dataTableNotFound, forbidden, dataTableColumnsMissing, badRequest with the line, dataTablesFull
   */
  import(
    caller: TableCaller,
    id: string,
    file: Readable,
    options: { addColumns: boolean },
  ): Promise<{ count: number; table: DataTable }>;
}

const rowsAtOnce = 500;

/** To which column each name of the file belongs: that of the same name, else one that only differs in upper and lower case. */
const matchColumns = (names: readonly string[], columns: readonly Column[]): Map<string, string> => {
  const matched = new Map(names.filter((name) => columns.some((one) => one.name === name)).map((name) => [name, name]));
  const taken = new Set(matched.values());
  for (const name of names) {
    const like = columns.find((one) => !taken.has(one.name) && one.name.toLowerCase() === name.toLowerCase());
    if (matched.has(name) || !like) continue;
    matched.set(name, like.name);
    taken.add(like.name);
  }
  return matched;
};

const renamed = <T>(data: Readonly<Record<string, T>>, names: ReadonlyMap<string, string>): Record<string, T> =>
  Object.fromEntries(Object.entries(data).map(([name, value]) => [names.get(name) ?? name, value]));

const listNames = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

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
    const matched = matchColumns(csv.names, columns);
    const missing = csv.names.filter((name) => !matched.has(name));
    for (const name of missing) {
      const { error } = dataTableColumnNameSchema.safeParse(name);
      if (error) throw badRequest(`The column ${JSON.stringify(name)} of the file ${error.issues[0]?.message}.`);
    }
    if (missing.length > 0 && !addColumns)
      throw new AppError(
        'dataTableColumnsMissing',
        `The table has no ${missing.length === 1 ? 'column' : 'columns'} ${listNames(missing)}.`,
        { hint: 'Add what is missing, or have the columns of the file added.' },
      );
    if (missing.length > 0) await tables.open(caller, id, 'update');
    const guess = createTypeGuess(missing);
    let isEmpty = true;
    for await (const { line, data } of csv.rows()) {
      isEmpty = false;
      toRowData(columns, line, renamed(data, matched));
      guess.add(data);
    }
    if (isEmpty) throw badRequest('The file has no rows below the names of its columns.');
    for (const name of missing) await tables.addColumn(caller, id, { name, type: guess.typeOf(name) });
  };

  const store = async (caller: TableCaller, id: string, csv: ReceivedCsv): Promise<number> => {
    const { id: tableId, columns } = await tables.open(caller, id, 'use');
    const matched = matchColumns(csv.names, columns);
    let count = 0;
    let waiting: RowData[] = [];
    const flush = async () => {
      if (waiting.length > 0) await rows.insert(tableId, waiting);
      count += waiting.length;
      waiting = [];
    };
    for await (const { line, data } of csv.rows()) {
      waiting.push(toRowData(columns, line, renamed(data, matched)));
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
