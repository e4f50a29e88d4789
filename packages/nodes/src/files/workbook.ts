/** Spreadsheets of all formats but CSV, which are read and written as a whole. */
import { NodeError } from '@millrace/engine/node-api';
import type { CsvRow } from './csv.ts';
import { type Cell, columnsOf, type Row } from './flat-rows.ts';
import { escapeFormula } from './formulas.ts';

export type WorkbookFormat = 'csv' | 'html' | 'ods' | 'rtf' | 'xls' | 'xlsx';

export interface WorkbookReading {
  /** Empty: the first. */
  sheet?: string;
  /** A number: the first row, counted from 0. Else cells such as `A1:C5`. */
  range?: string | number;
  hasHeader: boolean;
  keepEmptyCells: boolean;
  /** Cells stay as they are written. */
  raw: boolean;
  asText: boolean;
}

/** What the sheets of a file may take as they are unpacked. */
const mostBytes = 512 * 1024 * 1024;

/** A sheet may say that it reaches from corner to corner, with nothing between. */
const mostCells = 10_000_000;

/** Spreadsheets of today are archives. @throws NodeError where one says that it holds too much */
const assertModest = async (bytes: Uint8Array): Promise<void> => {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return;
  const { listArchive } = await import('./archive.ts');
  const entries = await listArchive(bytes);
  const size = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (size > mostBytes) throw new NodeError(`The spreadsheet is too large: unpacked it has ${size} bytes`);
};

/** Rows of a sheet; none where it is empty. @throws NodeError where there is no such sheet, and what the library says */
export const readWorkbook = async (bytes: Uint8Array, options: WorkbookReading): Promise<CsvRow[]> => {
  await assertModest(bytes);
  const { read, set_cptable, utils } = await import('@e965/xlsx');
  // Old Excel files name the alphabet that they are written in, other texts are UTF-8: both need the tables.
  set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'));
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const workbook = options.asText
    ? read(given.toString('binary'), { raw: options.raw, type: 'binary' })
    : read(given, { raw: options.raw, type: 'buffer', codepage: 65001 });
  const name = options.sheet || workbook.SheetNames[0];
  if (name === undefined) throw new NodeError('The spreadsheet has no sheets');
  if (!workbook.SheetNames.includes(name))
    throw new NodeError(`The spreadsheet has no sheet "${name}"`, {
      description: `It has: ${workbook.SheetNames.join(', ')}.`,
    });
  const sheet = workbook.Sheets[name]!;
  const { range } = options;
  const first = Number(range);
  const part = typeof range === 'string' && range !== '' && Number.isNaN(first) ? range : undefined;
  const { s: start, e: end } = utils.decode_range(part ?? sheet['!ref'] ?? 'A1');
  const cells = (end.r - start.r + 1) * (end.c - start.c + 1);
  if (cells > mostCells)
    throw new NodeError(`The sheet "${name}" reaches over ${cells} cells, and at most ${mostCells} are read`, {
      description: 'Name the range that holds the data, such as A1:F2000.',
    });
  return utils.sheet_to_json<CsvRow>(sheet, {
    ...(range !== undefined && range !== '' && { range: part ?? Math.trunc(first) }),
    ...(options.keepEmptyCells && { defval: '' }),
    ...(!options.hasHeader && { header: 1 }),
  });
};

export interface WorkbookWriting {
  sheet?: string;
  hasHeader: boolean;
  compression: boolean;
  escapeFormulas: boolean;
}

/** In these, a text is a text whatever it begins with. */
const typed: readonly WorkbookFormat[] = ['xlsx', 'xls', 'ods'];

/** Names that no program takes as those of a sheet. */
const toSheetName = (name: string | undefined): string => (name || 'Sheet').replace(/[\\/?*[\]:]/g, '_').slice(0, 31);

export const writeWorkbook = async (
  rows: readonly Row[],
  format: WorkbookFormat,
  options: WorkbookWriting,
): Promise<Uint8Array> => {
  const { utils, write } = await import('@e965/xlsx');
  const escapes = options.escapeFormulas && !typed.includes(format);
  const shown = (cell: Cell | undefined): Cell | undefined =>
    typeof cell === 'string' && escapes ? escapeFormula(cell) : (cell ?? undefined);
  const columns = columnsOf(rows);
  const lines = rows.map((row) => columns.map((column) => shown(row[column])));
  const sheet = utils.aoa_to_sheet(options.hasHeader ? [columns.map(shown), ...lines] : lines);
  const name = toSheetName(options.sheet);
  return write(
    { SheetNames: [name], Sheets: { [name]: sheet } },
    { bookType: format, bookSST: false, type: 'buffer', compression: options.compression },
  ) as Uint8Array;
};
