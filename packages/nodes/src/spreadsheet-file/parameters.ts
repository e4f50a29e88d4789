import { inputFile, outputFile } from '../files/fields.ts';
import { escapeFormulasOption } from '../files/formulas.ts';
import { readingOptions } from '../files/read-spreadsheet.ts';
import { choice, collection, text, toggle } from '../service/field.ts';

const onRead = { displayOptions: { show: { operation: ['fromFile'] } } };
const onWrite = { displayOptions: { show: { operation: ['toFile'] } } };
const format = (...values: string[]) => ({ displayOptions: { show: { '/fileFormat': values } } });

const formats = { csv: 'CSV', html: 'HTML', ods: 'ODS', rtf: 'RTF', xls: 'XLS', xlsx: 'XLSX' };

const operation = choice(
  'operation',
  'Operation',
  { fromFile: 'Read From File', toFile: 'Write to File' },
  { noDataExpression: true },
);

const writingOptions = collection(
  'options',
  'Options',
  [
    toggle('compression', 'Compression', { description: 'Whether the file is packed', ...format('xlsx', 'ods') }),
    { ...escapeFormulasOption, ...format('csv', 'html', 'rtf') },
    text('fileName', 'File Name', { placeholder: 'spreadsheet.csv', description: 'Name of the file' }),
    toggle('headerRow', 'Header Row', {
      default: true,
      description: 'Whether the first row has the names of the fields',
    }),
    text('sheetName', 'Sheet Name', {
      default: 'Sheet',
      description: 'Name of the sheet',
      ...format('ods', 'xls', 'xlsx'),
    }),
  ],
  { placeholder: 'Add option', ...onWrite },
);

const writing = [
  choice('fileFormat', 'File Format', formats, { default: 'xls', ...onWrite }),
  { ...outputFile, ...onWrite },
  writingOptions,
] as const;

const reading = readingOptions('/fileFormat');

const { options: readingFields, ...readingCollection } = reading;
const always = ['headerRow', 'includeEmptyCells', 'range', 'rawData', 'readAsString', 'sheetName'];

/** Version 1 reads every format as the file itself says, so nothing depends on it. */
export const parametersV1 = [
  operation,
  { ...inputFile, ...onRead },
  {
    ...readingCollection,
    options: readingFields
      .filter(({ name }) => always.includes(name))
      .map((field) => ({ ...field, displayOptions: undefined })) as unknown as typeof readingFields,
    ...onRead,
  },
  ...writing,
] as const;

export const parametersV2 = [
  operation,
  { ...inputFile, ...onRead },
  choice('fileFormat', 'File Format', { autodetect: 'Autodetect', ...formats }, onRead),
  { ...reading, ...onRead },
  ...writing,
] as const;
