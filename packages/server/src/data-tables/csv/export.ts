import { Readable } from 'node:stream';
import type { DataTableRow, DataTableValue } from '@millrace/contract';
import { escapeFormula, lineEnd, stringify } from '@millrace/nodes/csv';
import { systemColumns } from '../cells.ts';
import type { DataTableRows } from '../rows.ts';
import type { Table } from '../table-store.ts';

const mostRowsAtOnce = 1000;
/** As far as the rows of a table are of a size. */
const bytesAtOnce = 4 * 1024 * 1024;

const rowsAtOnce = ({ rowCount, size }: Table): number =>
  Math.max(1, Math.min(mostRowsAtOnce, Math.floor((bytesAtOnce / Math.max(1, size)) * rowCount)));

const toText = (value: DataTableValue | undefined): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? escapeFormula(value) : String(value);
};

/** The rows in the order in which they were added, as they are read. */
const rowsOf = async function* (rows: DataTableRows, table: Table): AsyncGenerator<DataTableRow> {
  const limit = rowsAtOnce(table);
  for (let after = 0; ; ) {
    const page = await rows.select(table, { filter: { match: 'all', conditions: [] }, after, limit });
    yield* page;
    if (page.length < limit) return;
    after = Number(page.at(-1)?.id);
  }
};

/** All rows as CSV, for spreadsheets and for import elsewhere; in constant memory. */
export const toCsv = (rows: DataTableRows, table: Table): Readable => {
  const names = [...systemColumns, ...table.columns].map(({ name }) => name);
  const lines = async function* () {
    yield names.map(escapeFormula);
    for await (const row of rowsOf(rows, table)) yield names.map((name) => toText(row[name]));
  };
  return Readable.from(lines()).compose(stringify({ record_delimiter: '\r\n', quoted_match: lineEnd }));
};
