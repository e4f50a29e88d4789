import type { JsonObject } from '@millrace/contract/data';
import { decodePieces, encodeText } from './encodings.ts';
import { type Cell, columnsOf, type Row } from './flat-rows.ts';
import { escapeFormula, lineEnd } from './formulas.ts';

export interface CsvReading {
  delimiter?: string;
  encoding?: string;
  /** False: a mark at the beginning stays. */
  stripMark?: boolean;
  /** False: rows are lists. */
  hasHeader: boolean;
  keepEmptyCells: boolean;
  relaxQuotes?: boolean;
  /** Counted from 1. */
  fromLine?: number;
  maxRows?: number;
  skipFaulty?: boolean;
}

export type CsvRow = JsonObject | string[];

const withoutEmpty = (row: Record<string, string>): JsonObject => {
  for (const name of Object.keys(row)) if (row[name] === '') delete row[name];
  return row;
};

/**
 * Rows of a file, read while it comes.
 *
 * @returns the rows, and how many were left out since they are faulty
 * @throws Error that names the line
 */
export const readCsv = async (
  pieces: AsyncIterable<Uint8Array>,
  options: CsvReading,
): Promise<{ rows: CsvRow[]; skipped: number }> => {
  const { parse } = await import('csv-parse');
  const parser = parse({
    delimiter: options.delimiter || ',',
    columns: options.hasHeader,
    relax_quotes: options.relaxQuotes === true,
    skip_empty_lines: true,
    skip_records_with_error: options.skipFaulty === true,
    ...(options.fromLine !== undefined && options.fromLine > 0 && { from_line: options.fromLine }),
    ...(options.maxRows !== undefined && options.maxRows > 0 && { to: options.maxRows }),
  });
  const rows: CsvRow[] = [];
  let skipped = 0;
  const ended = new Promise<void>((resolve, reject) => {
    parser.on('readable', () => {
      for (let row = parser.read() as CsvRow | null; row !== null; row = parser.read() as CsvRow | null)
        rows.push(options.keepEmptyCells || Array.isArray(row) ? row : withoutEmpty(row as Record<string, string>));
    });
    parser.on('skip', () => {
      skipped++;
    });
    parser.on('end', resolve).on('error', reject);
  });
  ended.catch(() => {});
  for await (const text of decodePieces(pieces, options.encoding || 'utf8', options.stripMark !== false)) {
    if (parser.destroyed || parser.writableEnded) break;
    if (!parser.write(text)) await Promise.race([new Promise((resolve) => parser.once('drain', resolve)), ended]);
  }
  parser.end();
  await ended;
  return { rows, skipped };
};

export interface CsvWriting {
  delimiter?: string;
  encoding?: string;
  addMark?: boolean;
  hasHeader: boolean;
  escapeFormulas: boolean;
}

const rowsAtATime = 2000;

/** The file, made piece by piece as it is wanted. */
export const writeCsv = async function* (rows: readonly Row[], options: CsvWriting): AsyncGenerator<Uint8Array> {
  const { stringify } = await import('csv-stringify/sync');
  const columns = columnsOf(rows);
  const { encoding = 'utf8', delimiter, addMark = false, escapeFormulas } = options;
  const shown = (cell: Cell | undefined): Cell => {
    if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
    return typeof cell === 'string' && escapeFormulas ? escapeFormula(cell) : (cell ?? '');
  };
  const toText = (lines: readonly (readonly Cell[])[]) =>
    stringify(lines as Cell[][], { delimiter: delimiter || ',', quoted_match: lineEnd });
  if (options.hasHeader && columns.length > 0) yield encodeText(toText([columns.map(shown)]), encoding, addMark);
  for (let from = 0; from < rows.length; from += rowsAtATime) {
    const lines = rows.slice(from, from + rowsAtATime).map((row) => columns.map((column) => shown(row[column])));
    yield encodeText(toText(lines), encoding, addMark && from === 0 && !options.hasHeader);
  }
};
