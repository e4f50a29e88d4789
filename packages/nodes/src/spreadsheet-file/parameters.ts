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
  { fromFile: 'Read from file', toFile: 'Write to file' },
  { noDataExpression: true },
);

const writingOptions = collection(
  'options',
  'Options',
  [
    toggle('compression', 'Compression', { description: 'Whether to compress the file', ...format('xlsx', 'ods') }),
    { ...escapeFormulasOption, ...format('csv', 'html', 'rtf') },
    text('fileName', 'File name', { placeholder: 'spreadsheet.csv', description: 'The name of the file' }),
    toggle('headerRow', 'Header row', {
      default: true,
      description: 'Whether the first row contains the field names',
    }),
    text('sheetName', 'Sheet name', {
      default: 'Sheet',
      description: 'The name of the sheet',
      ...format('ods', 'xls', 'xlsx'),
    }),
  ],
  { placeholder: 'Add option', ...onWrite },
);

const writing = [
  choice('fileFormat', 'File format', formats, { default: 'xls', ...onWrite }),
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
  choice('fileFormat', 'File format', { autodetect: 'Autodetect', ...formats }, onRead),
  { ...reading, ...onRead },
  ...writing,
] as const;
