import type { ParameterDefinition } from '@millrace/contract/data';
import { addMarkOption, encodingOption } from '../files/encodings.ts';
import { escapeFormulasOption } from '../files/formulas.ts';
import { eventFields } from '../files/write-calendar.ts';
import { choice, collection, text, toggle } from '../service/field.ts';

export const spreadsheetFormats = ['csv', 'html', 'ods', 'rtf', 'xls', 'xlsx'] as const;

const on = (...operations: string[]) => ({ displayOptions: { show: { operation: operations } } });
const optionOn = (...operations: string[]) => ({ displayOptions: { show: { '/operation': operations } } });

const sourceProperty = { requiresDataPath: 'single', required: true, placeholder: 'data' } as const;
const fileName = text('fileName', 'File name', { placeholder: 'report.txt', description: 'The name of the file' });

export const operationParameter = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  default: 'csv',
  options: [
    { name: 'Convert to CSV', value: 'csv', action: 'Convert to CSV', description: 'Turn each item into a row' },
    {
      name: 'Convert to HTML',
      value: 'html',
      action: 'Convert to HTML',
      description: 'Turn each item into a table row',
    },
    {
      name: 'Convert to ICS',
      value: 'iCal',
      action: 'Convert to ICS',
      description: 'Turn each item into a calendar event',
    },
    {
      name: 'Convert to JSON',
      value: 'toJson',
      action: 'Convert to JSON',
      description: 'Put all items in one file, or each in its own',
    },
    { name: 'Convert to ODS', value: 'ods', action: 'Convert to ODS', description: 'Turn each item into a row' },
    {
      name: 'Convert to RTF',
      value: 'rtf',
      action: 'Convert to RTF',
      description: 'Turn each item into a table row',
    },
    {
      name: 'Convert to text file',
      value: 'toText',
      action: 'Convert to text file',
      description: 'Turn a field of each item into a file',
    },
    {
      name: 'Convert to XLS',
      value: 'xls',
      action: 'Convert to XLS',
      description: 'Turn each item into a row, for Excel 97–2003',
    },
    {
      name: 'Convert to XLSX',
      value: 'xlsx',
      action: 'Convert to XLSX',
      description: 'Turn each item into an Excel row',
    },
    {
      name: 'Move Base64 string to file',
      value: 'toBinary',
      action: 'Move base64 string to file',
      description: 'Turn a base64 field of each item into a file',
    },
  ],
} as const satisfies ParameterDefinition;

export const convertToFileParameters = [
  operationParameter,
  text('sourceProperty', 'Base64 input field', {
    ...sourceProperty,
    description: 'The field that contains the base64 text. Use dots for nested fields, such as a.b.c.',
    ...on('toBinary'),
  }),
  text('sourceProperty', 'Text input field', {
    ...sourceProperty,
    description: 'The field that contains the text. Use dots for nested fields, such as a.b.c.',
    ...on('toText'),
  }),
  choice(
    'mode',
    'Mode',
    { once: 'All items to one file', each: 'Each item to separate file' },
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
      toggle('compression', 'Compression', { description: 'Whether to compress the file', ...optionOn('xlsx', 'ods') }),
      toggle('dataIsBase64', 'Data is Base64', {
        default: true,
        description: 'Whether the text is base64-encoded. Otherwise it is written as is.',
        ...optionOn('toBinary'),
      }),
      text('delimiter', 'Delimiter', {
        default: ',',
        placeholder: ';',
        description: 'The character between two fields',
        ...optionOn('csv'),
      }),
      { ...encodingOption, ...optionOn('toText', 'toJson', 'toBinary') },
      { ...escapeFormulasOption, ...optionOn('csv', 'html', 'rtf') },
      fileName,
      toggle('format', 'Format', {
        description: 'Whether to format the JSON with line breaks and indentation',
        ...optionOn('toJson'),
      }),
      toggle('headerRow', 'Header row', {
        default: true,
        description: 'Whether the first row contains the field names',
        ...optionOn(...spreadsheetFormats),
      }),
      text('mimeType', 'MIME type', {
        placeholder: 'text/plain',
        description: 'The MIME type of the file',
        ...optionOn('toBinary'),
      }),
      text('sheetName', 'Sheet name', {
        default: 'Sheet',
        description: 'The name of the sheet',
        ...optionOn('ods', 'xls', 'xlsx'),
      }),
    ],
    { placeholder: 'Add option', ...on(...spreadsheetFormats, 'toBinary', 'toText', 'toJson') },
  ),
] as const;
