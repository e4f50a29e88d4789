import type { ParameterDefinition } from '@millrace/contract/data';
import { encodingOption, stripMarkOption } from '../files/encodings.ts';
import { inputFile } from '../files/fields.ts';
import { keepSourceOption } from '../files/output.ts';
import { readingOptions } from '../files/read-spreadsheet.ts';
import { collection, number, text, toggle } from '../service/field.ts';

export const spreadsheetFormats = ['csv', 'html', 'ods', 'rtf', 'xls', 'xlsx'] as const;
const moving = ['binaryToPropery', 'fromIcs', 'fromJson', 'text', 'xml'];

const on = (operations: readonly string[]) => ({ displayOptions: { show: { operation: operations } } });

const operation = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  default: 'csv',
  options: [
    { name: 'Extract from CSV', value: 'csv', action: 'Extract from CSV', description: 'Turn each row into an item' },
    {
      name: 'Extract from HTML',
      value: 'html',
      action: 'Extract from HTML',
      description: 'Turn each row of the first table into an item',
    },
    {
      name: 'Extract from ICS',
      value: 'fromIcs',
      action: 'Extract from ICS',
      description: 'Extract the events of a calendar',
    },
    {
      name: 'Extract from JSON',
      value: 'fromJson',
      action: 'Extract from JSON',
      description: 'Put the parsed JSON into a field',
    },
    { name: 'Extract from ODS', value: 'ods', action: 'Extract from ODS', description: 'Turn each row into an item' },
    {
      name: 'Extract from PDF',
      value: 'pdf',
      action: 'Extract from PDF',
      description: 'Extract the text, page count and metadata',
    },
    {
      name: 'Extract from RTF',
      value: 'rtf',
      action: 'Extract from RTF',
      description: 'Turn each row of a sheet into an item',
    },
    {
      name: 'Extract from text file',
      value: 'text',
      action: 'Extract from text file',
      description: 'Put the text into a field',
    },
    {
      name: 'Extract from XML',
      value: 'xml',
      action: 'Extract from XML',
      description: 'Put the text into a field, ready for an XML node',
    },
    { name: 'Extract from XLS', value: 'xls', action: 'Extract from XLS', description: 'Turn each row into an item' },
    {
      name: 'Extract from XLSX',
      value: 'xlsx',
      action: 'Extract from XLSX',
      description: 'Turn each row into an item',
    },
    // Spelt as the public format has it.
    {
      name: 'Move file to Base64 string',
      value: 'binaryToPropery',
      action: 'Move file to base64 string',
      description: 'Put the file into a field as base64',
    },
  ],
} as const satisfies ParameterDefinition;

const { options: sheetOptions, ...sheets } = readingOptions('/operation');

export const extractFromFileParameters = [
  operation,
  inputFile,
  text('destinationKey', 'Destination output field', {
    default: 'data',
    required: true,
    placeholder: 'data',
    description: 'The field to put the result in. Use dots for nested fields, such as a.b.c.',
    ...on(moving),
  }),
  { ...sheets, options: sheetOptions, ...on(spreadsheetFormats) },
  collection(
    'options',
    'Options',
    [
      {
        ...encodingOption,
        displayName: 'File encoding',
        displayOptions: { hide: { '/operation': ['binaryToPropery'] } },
      },
      {
        ...stripMarkOption,
        displayOptions: { show: stripMarkOption.displayOptions.show, hide: { '/operation': ['binaryToPropery'] } },
      },
      keepSourceOption,
    ],
    { placeholder: 'Add option', ...on(moving) },
  ),
  collection(
    'options',
    'Options',
    [
      toggle('joinPages', 'Join pages', {
        default: true,
        description: 'Whether to join the text of all pages instead of returning a list',
      }),
      keepSourceOption,
      number('maxPages', 'Max pages', { description: 'The maximum number of pages to read. Use 0 for all.' }),
      text('password', 'Password', {
        typeOptions: { password: true },
        description: 'The password of the PDF',
      }),
    ],
    { placeholder: 'Add option', ...on(['pdf']) },
  ),
] as const;
