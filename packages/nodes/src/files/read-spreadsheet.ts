import type { BinaryData, Item, JsonObject } from '@millrace/contract/data';
import { type BinaryServices, NodeError } from '@millrace/engine/node-api';
import { choice, collection, entries, number, text, toggle } from '../service/field.ts';
import { type CsvRow, readCsv } from './csv.ts';
import { readWorkbook } from './workbook.ts';

type Shown = Readonly<Record<string, readonly string[]>>;

/**
 * Options of nodes that read spreadsheets.
 *
 * @param formats the parameter that says the format, and its values for which an option is shown
 */
export const readingOptions = (formats: string) => {
  const show = (...values: string[]): { displayOptions: { show: Shown } } => ({
    displayOptions: { show: { [formats]: values } },
  });
  const csv = show('csv');
  const tables = show('csv', 'html', 'ods', 'xls', 'xlsx', 'autodetect');
  const workbooks = show('ods', 'xls', 'xlsx', 'autodetect');
  return collection(
    'options',
    'Options',
    [
      text('delimiter', 'Delimiter', {
        default: ',',
        placeholder: ';',
        description: 'The character between two fields',
        ...csv,
      }),
      choice(
        'encoding',
        'Encoding',
        {
          'utf-8': 'UTF-8',
          ascii: 'ASCII',
          latin1: 'Latin 1',
          'windows-1252': 'Windows 1252',
          'ucs-2': 'UCS-2',
          ucs2: 'UCS2',
          utf16le: 'UTF-16 LE',
          utf8: 'UTF8',
        },
        { allowArbitraryValues: true, description: 'The character encoding of the file', ...csv } as object,
      ),
      toggle('enableBOM', 'Exclude byte order mark (BOM)', {
        default: true,
        description: 'Whether to remove a byte order mark at the start of the file',
        ...csv,
      }),
      toggle('relaxQuotes', 'Preserve quotes', {
        description: 'Whether to accept quote marks inside a field instead of treating them as errors',
        ...csv,
      }),
      toggle('headerRow', 'Header row', {
        default: true,
        description:
          'Whether the first row contains the field names. Otherwise each row is returned as a list in the field row.',
        ...tables,
      }),
      toggle('includeEmptyCells', 'Include empty cells', {
        description: 'Whether to return empty cells as fields with empty text',
        ...tables,
      }),
      number('maxRowCount', 'Max number of rows to load', {
        default: -1,
        placeholder: '100',
        description: 'The maximum number of rows to read. Use -1 for all.',
        ...csv,
      }),
      text('range', 'Range', {
        placeholder: 'A1:C20',
        description: 'The cells to read. A number sets the first row, counted from 0.',
        ...workbooks,
      }),
      toggle('rawData', 'Raw data', { description: 'Whether to keep values as they are written in the file' }),
      toggle('readAsString', 'Read as string', {
        description: 'Whether to read the file as text, which helps with special characters in some formats',
      }),
      text('sheetName', 'Sheet name', {
        placeholder: 'Sheet1',
        description: 'The sheet to read. Leave empty for the first one.',
        ...workbooks,
      }),
      number('fromLine', 'Starting line', {
        description: 'The line to start from, counted from 1. Use 0 for the first.',
        ...csv,
      }),
      entries(
        'skipRecordsWithErrors',
        'Skip records with errors',
        {
          name: 'value',
          displayName: 'Value',
          values: [
            toggle('enabled', 'Enabled', { description: 'Whether to skip rows with errors' }),
            number('maxSkippedRecords', 'Max skipped records', {
              default: -1,
              description: 'The node fails if there are more errors than this. Use -1 for any number.',
            }),
          ],
        },
        { typeOptions: { multipleValues: false } as never, ...csv },
      ),
    ],
    { placeholder: 'Add option' },
  );
};

export interface ReadingOptions {
  delimiter?: string;
  encoding?: string;
  enableBOM?: boolean;
  relaxQuotes?: boolean;
  headerRow?: boolean;
  includeEmptyCells?: boolean;
  maxRowCount?: number;
  range?: string | number;
  rawData?: boolean;
  readAsString?: boolean;
  sheetName?: string;
  fromLine?: number;
  skipRecordsWithErrors?: { value?: { enabled?: boolean; maxSkippedRecords?: number } };
}

const isCsv = ({ mimeType, fileExtension }: BinaryData): boolean =>
  mimeType === 'text/csv' || (mimeType === 'text/plain' && fileExtension === 'csv');

const readRows = async (file: BinaryData, format: string, options: ReadingOptions, binary: BinaryServices) => {
  const hasHeader = options.headerRow !== false;
  const keepEmptyCells = options.includeEmptyCells === true;
  if (format !== 'csv' && !(format === 'autodetect' && isCsv(file)))
    return readWorkbook(await binary.read(file), {
      sheet: options.sheetName,
      range: options.range,
      hasHeader,
      keepEmptyCells,
      raw: options.rawData === true,
      asText: options.readAsString === true,
    });
  const { enabled = false, maxSkippedRecords = -1 } = options.skipRecordsWithErrors?.value ?? {};
  const { rows, skipped } = await readCsv(binary.open(file), {
    delimiter: options.delimiter,
    encoding: options.encoding,
    stripMark: options.enableBOM,
    relaxQuotes: options.relaxQuotes,
    fromLine: options.fromLine,
    maxRows: options.maxRowCount,
    skipFaulty: enabled,
    hasHeader,
    keepEmptyCells,
  });
  if (maxSkippedRecords >= 0 && skipped > maxSkippedRecords)
    throw new NodeError(`${skipped} rows have mistakes, and ${maxSkippedRecords} may be left out`);
  return rows;
};

const toItem = (row: CsvRow): Item => ({ json: Array.isArray(row) ? { row } : (row as JsonObject) });

/**
 * The rows of a spreadsheet as items.
 *
 * @param format of the file; `autodetect`: as the file says
 * @throws NodeError that names the format
 */
export const readSpreadsheet = async (
  file: BinaryData,
  format: string,
  options: ReadingOptions,
  binary: BinaryServices,
): Promise<Item[]> => {
  try {
    return (await readRows(file, format, options, binary)).map(toItem);
  } catch (error) {
    if (error instanceof NodeError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const what = format === 'autodetect' ? 'a spreadsheet' : format.toUpperCase();
    throw new NodeError(`The file could not be read as ${what}: ${reason}`, {
      description: file.fileName && `It is "${file.fileName}" of the type ${file.mimeType}.`,
      cause: error,
    });
  }
};
