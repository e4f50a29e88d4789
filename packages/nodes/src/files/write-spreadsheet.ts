import type { BinaryData, Item } from '@millrace/contract/data';
import { type BinaryServices, NodeError } from '@millrace/engine/node-api';
import { writeCsv } from './csv.ts';
import { toRows } from './flat-rows.ts';
import { type WorkbookFormat, writeWorkbook } from './workbook.ts';

export interface SpreadsheetOptions {
  fileName?: string;
  headerRow?: boolean;
  sheetName?: string;
  compression?: boolean;
  delimiter?: string;
  escapeFormulas?: boolean;
}

/** Media types that the names of files would not give. */
const mediaTypes: Partial<Record<WorkbookFormat, string>> = {
  csv: 'text/csv',
  html: 'text/html',
  rtf: 'application/rtf',
};

/** Formats that can be written, whatever an expression says. */
const known: readonly string[] = ['csv', 'html', 'ods', 'rtf', 'xls', 'xlsx'] satisfies WorkbookFormat[];

/** Stores items as the rows of a file. @throws NodeError where the format is not known */
export const writeSpreadsheet = async (
  items: readonly Item[],
  format: WorkbookFormat,
  options: SpreadsheetOptions,
  { binary, standardName }: { binary: BinaryServices; standardName: string },
): Promise<BinaryData> => {
  if (!known.includes(format)) throw new NodeError(`Files of the format "${format}" cannot be written`);
  const hasHeader = options.headerRow !== false;
  const escapeFormulas = options.escapeFormulas !== false;
  const rows = toRows(items);
  const content =
    format === 'csv'
      ? writeCsv(rows, { delimiter: options.delimiter, hasHeader, escapeFormulas })
      : await writeWorkbook(rows, format, {
          sheet: options.sheetName,
          hasHeader,
          escapeFormulas,
          compression: options.compression === true,
        });
  return binary.write(content, {
    fileName: options.fileName || `${standardName}.${format}`,
    mimeType: mediaTypes[format],
  });
};
