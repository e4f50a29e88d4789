import type { ParameterDefinition } from '@millrace/contract/data';
import { addMarkOption, encodingOption } from '../files/encodings.ts';
import { escapeFormulasOption } from '../files/formulas.ts';
import { eventFields } from '../files/write-calendar.ts';
import { choice, collection, text, toggle } from '../service/field.ts';

export const spreadsheetFormats = ['csv', 'html', 'ods', 'rtf', 'xls', 'xlsx'] as const;

const on = (...operations: string[]) => ({ displayOptions: { show: { operation: operations } } });
const optionOn = (...operations: string[]) => ({ displayOptions: { show: { '/operation': operations } } });

const sourceProperty = { requiresDataPath: 'single', required: true, placeholder: 'data' } as const;
const fileName = text('fileName', 'File Name', { placeholder: 'report.txt', description: 'Name of the file' });

export const operationParameter = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  default: 'csv',
  options: [
    { name: 'Convert to CSV', value: 'csv', action: 'Convert to CSV', description: 'Each item becomes a row' },
    {
      name: 'Convert to HTML',
      value: 'html',
      action: 'Convert to HTML',
      description: 'Each item becomes a row of a table',
    },
    {
      name: 'Convert to ICS',
      value: 'iCal',
      action: 'Convert to ICS',
      description: 'Each item becomes a calendar event',
    },
    {
      name: 'Convert to JSON',
      value: 'toJson',
      action: 'Convert to JSON',
      description: 'All items in one file, or each in its own',
    },
    { name: 'Convert to ODS', value: 'ods', action: 'Convert to ODS', description: 'Each item becomes a row' },
    {
      name: 'Convert to RTF',
      value: 'rtf',
      action: 'Convert to RTF',
      description: 'Each item becomes a row of a table',
    },
    {
      name: 'Convert to Text File',
      value: 'toText',
      action: 'Convert to text file',
      description: 'A field of each item becomes a file',
    },
    {
      name: 'Convert to XLS',
      value: 'xls',
      action: 'Convert to XLS',
      description: 'Each item becomes a row, for Excel 97 to 2003',
    },
    {
      name: 'Convert to XLSX',
      value: 'xlsx',
      action: 'Convert to XLSX',
      description: 'Each item becomes a row, for Excel',
    },
    {
      name: 'Move Base64 String to File',
      value: 'toBinary',
      action: 'Move base64 string to file',
      description: 'A field of each item has the bytes of a file as base64',
    },
  ],
} as const satisfies ParameterDefinition;

export const convertToFileParameters = [
  operationParameter,
  text('sourceProperty', 'Base64 Input Field', {
    ...sourceProperty,
    description: 'Name of the field that has the base64 text. Dots lead into objects: a.b.c.',
    ...on('toBinary'),
  }),
  text('sourceProperty', 'Text Input Field', {
    ...sourceProperty,
    description: 'Name of the field that has the text. Dots lead into objects: a.b.c.',
    ...on('toText'),
  }),
  choice(
    'mode',
    'Mode',
    { once: 'All Items to One File', each: 'Each Item to Separate File' },
    { noDataExpression: true, ...on('toJson') },
  ),
  ...eventFields.map((field) => ({
    ...field,
    ...on(
      ...(field.name === 'binaryPropertyName'
        ? [...spreadsheetFormats, 'toBinary', 'toText', 'toJson', 'iCal']
        : ['iCal']),
    ),
  })),
  collection(
    'options',
    'Options',
    [
      toggle('addBOM', addMarkOption.displayName, {
        ...addMarkOption,
        displayOptions: {
          show: { ...addMarkOption.displayOptions.show, '/operation': ['toText', 'toJson', 'toBinary'] },
        },
      }),
      toggle('compression', 'Compression', { description: 'Whether the file is packed', ...optionOn('xlsx', 'ods') }),
      toggle('dataIsBase64', 'Data Is Base64', {
        default: true,
        description: 'Whether the text is base64. Otherwise it is written as it is.',
        ...optionOn('toBinary'),
      }),
      text('delimiter', 'Delimiter', {
        default: ',',
        placeholder: ';',
        description: 'What stands between two fields',
        ...optionOn('csv'),
      }),
      { ...encodingOption, ...optionOn('toText', 'toJson', 'toBinary') },
      { ...escapeFormulasOption, ...optionOn('csv', 'html', 'rtf') },
      fileName,
      toggle('format', 'Format', {
        description: 'Whether the JSON has line breaks and indents',
        ...optionOn('toJson'),
      }),
      toggle('headerRow', 'Header Row', {
        default: true,
        description: 'Whether the first row has the names of the fields',
        ...optionOn(...spreadsheetFormats),
      }),
      text('mimeType', 'MIME Type', {
        placeholder: 'text/plain',
        description: 'Media type of the file',
        ...optionOn('toBinary'),
      }),
      text('sheetName', 'Sheet Name', {
        default: 'Sheet',
        description: 'Name of the sheet in the file',
        ...optionOn('ods', 'xls', 'xlsx'),
      }),
    ],
    { placeholder: 'Add option', ...on(...spreadsheetFormats, 'toBinary', 'toText', 'toJson') },
  ),
] as const;
