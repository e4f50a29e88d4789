import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DataTableColumnType } from '@millrace/contract';
import { CsvError, isFormula, type Parser, parse } from '@millrace/nodes/csv';
import { AppError, badRequest } from '../../platform/errors.ts';
import { CellError, type Column, systemColumns, toCell } from '../cells.ts';
import type { RowData } from '../rows.ts';

/** A file of rows that was received whole, and can be read more than once. */
export interface ReceivedCsv {
  /** Names of its columns, without those that every table has for itself. */
  names: string[];
  /** Its rows, by names of columns. @throws AppError badRequest for what is no CSV, with the line */
  rows(): AsyncGenerator<{ line: number; data: Record<string, string> }>;
  remove(): Promise<void>;
}

/** Undoes what an export does to a formula, so that it comes back as it was. */
const fromSpreadsheet = (text: string): string =>
  text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text;

const longestLine = 16 * 1024 * 1024;

const explain = (error: unknown): unknown =>
  error instanceof CsvError
    ? badRequest(`The file is not valid CSV: ${error.message.replace(/\.$/, '')}.`, { cause: error })
    : error;

const isOwn = (name: string): boolean => systemColumns.some((column) => column.name === name);

/** What stands between the names of columns most often: where commas are in numbers, spreadsheets write semicolons. */
const findDelimiter = async (file: string): Promise<string> => {
  const [head = ''] = (await readStart(file)).split(/\r?\n/, 1);
  const bare = head.replaceAll(/"[^"]*"/g, '');
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: bare.split(sign).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).sign;
};

const readStart = async (file: string): Promise<string> => {
  let text = '';
  for await (const piece of createReadStream(file, { end: 65_535, encoding: 'utf8' })) text += piece;
  return text;
};

const open = (file: string, delimiter: string): Parser =>
  createReadStream(file).pipe(
    parse({ bom: true, delimiter, skip_empty_lines: true, max_record_size: longestLine, info: true }),
  );

/** Puts what comes aside: all of it is looked at before anything is stored. @throws AppError badRequest, bodyTooLarge */
export const receiveCsv = async (source: Readable, maxBytes: number): Promise<ReceivedCsv> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-import-'));
  const file = path.join(folder, 'rows.csv');
  const remove = () => rm(folder, { recursive: true, force: true });
  let bytes = 0;
  let delimiter = ',';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const checkText = (piece?: Buffer): void => {
    try {
      if (!decoder.decode(piece, { stream: piece !== undefined }).includes('\0')) return;
    } catch {}
    throw badRequest('The file is not text in UTF-8: choose a CSV file.');
  };
  const limited = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      checkText(piece);
      bytes += piece.length;
      if (bytes > maxBytes) throw new AppError('bodyTooLarge', 'The file is larger than all data tables may be.');
      yield piece;
    }
    checkText();
  };
  const records = async function* (): AsyncGenerator<{ line: number; values: string[] }> {
    const parser = open(file, delimiter);
    try {
      for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
        yield { line: info.lines, values: record };
    } catch (error) {
      throw explain(error);
    } finally {
      parser.destroy();
    }
  };
  try {
    await pipeline(source, limited, createWriteStream(file, { mode: 0o600 }));
    delimiter = await findDelimiter(file);
    const first = await records().next();
    if (first.done) throw badRequest('The file is empty: its first line must have the names of the columns.');
    const head = first.value.values.map((name) => fromSpreadsheet(name.trim()));
    const twice = head.find((name, index) => head.indexOf(name) < index);
    if (twice !== undefined) throw badRequest(`The file has two columns with the name "${twice}".`);
    if (head.includes('')) throw badRequest(`Column ${head.indexOf('') + 1} of the file has no name.`);
    return {
      names: head.filter((name) => !isOwn(name)),
      async *rows() {
        let isHead = true;
        for await (const { line, values } of records()) {
          if (!isHead)
            yield {
              line,
              data: Object.fromEntries(
                head.flatMap((name, index) => (isOwn(name) ? [] : [[name, fromSpreadsheet(values[index] ?? '')]])),
              ),
            };
          isHead = false;
        }
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
};

const looks: [DataTableColumnType, RegExp][] = [
  ['number', /^[+-]?(\d{1,15}(\.\d+)?|\.\d+)(e[+-]?\d{1,2})?$/i],
  ['boolean', /^(true|false)$/i],
  ['date', /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/],
];

/** Numbers that begin with a zero are post codes and the like. */
const isCode = (text: string): boolean => /^[+-]?0\d/.test(text);

/** The types that all values of columns have; text where there are none. */
export const createTypeGuess = (names: readonly string[]) => {
  const possible = new Map(names.map((name) => [name, new Set(looks.map(([type]) => type))]));
  const seen = new Set<string>();
  return {
    add(data: Readonly<Record<string, string>>): void {
      for (const [name, types] of possible) {
        const text = data[name]?.trim() ?? '';
        if (text === '') continue;
        seen.add(name);
        for (const [type, pattern] of looks)
          if (!pattern.test(text) || (type === 'number' && isCode(text))) types.delete(type);
      }
    },
    typeOf: (name: string): DataTableColumnType =>
      (seen.has(name) ? [...(possible.get(name) ?? [])][0] : undefined) ?? 'string',
  };
};

/** What a line of the file writes. @throws AppError badRequest with the line and the column */
export const toRowData = (columns: readonly Column[], line: number, data: Readonly<Record<string, string>>): RowData =>
  Object.fromEntries(
    columns.flatMap(({ name, type }) => {
      const text = data[name];
      if (text === undefined) return [];
      const value = text === '' ? null : text;
      try {
        toCell(type, value);
      } catch (error) {
        if (error instanceof CellError) throw badRequest(`Line ${line} of the file: "${name}" ${error.message}.`);
        throw error;
      }
      return [[name, value]];
    }),
  );
