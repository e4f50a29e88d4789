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
    { name: 'Extract From CSV', value: 'csv', action: 'Extract from CSV', description: 'Each row becomes an item' },
    {
      name: 'Extract From HTML',
      value: 'html',
      action: 'Extract from HTML',
      description: 'Each row of the first table becomes an item',
    },
    { name: 'Extract From ICS', value: 'fromIcs', action: 'Extract from ICS', description: 'The events of a calendar' },
    {
      name: 'Extract From JSON',
      value: 'fromJson',
      action: 'Extract from JSON',
      description: 'What the JSON says goes into a field',
    },
    { name: 'Extract From ODS', value: 'ods', action: 'Extract from ODS', description: 'Each row becomes an item' },
    {
      name: 'Extract From PDF',
      value: 'pdf',
      action: 'Extract from PDF',
      description: 'Its text, number of pages and facts',
    },
    {
      name: 'Extract From RTF',
      value: 'rtf',
      action: 'Extract from RTF',
      description: 'Each row of a table becomes an item',
    },
    {
      name: 'Extract From Text File',
      value: 'text',
      action: 'Extract from text file',
      description: 'The text goes into a field',
    },
    {
      name: 'Extract From XML',
      value: 'xml',
      action: 'Extract from XML',
      description: 'The text goes into a field, for an XML node',
    },
    { name: 'Extract From XLS', value: 'xls', action: 'Extract from XLS', description: 'Each row becomes an item' },
    { name: 'Extract From XLSX', value: 'xlsx', action: 'Extract from XLSX', description: 'Each row becomes an item' },
    // Spelt as the public format has it.
    {
      name: 'Move File to Base64 String',
      value: 'binaryToPropery',
      action: 'Move file to base64 string',
      description: 'Its bytes go into a field, as text',
    },
  ],
} as const satisfies ParameterDefinition;

const { options: sheetOptions, ...sheets } = readingOptions('/operation');

export const extractFromFileParameters = [
  operation,
  inputFile,
  text('destinationKey', 'Destination Output Field', {
    default: 'data',
    required: true,
    placeholder: 'data',
    description: 'Name of the field that it goes to. Dots lead into objects: a.b.c.',
    ...on(moving),
  }),
  { ...sheets, options: sheetOptions, ...on(spreadsheetFormats) },
  collection(
    'options',
    'Options',
    [
      {
        ...encodingOption,
        displayName: 'File Encoding',
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
      toggle('joinPages', 'Join Pages', {
        default: true,
        description: 'Whether the texts of all pages are one text, and not a list',
      }),
      keepSourceOption,
      number('maxPages', 'Max Pages', { description: 'How many pages are read at most. 0: all.' }),
      text('password', 'Password', {
        typeOptions: { password: true },
        description: 'What the PDF is locked with',
      }),
    ],
    { placeholder: 'Add option', ...on(['pdf']) },
  ),
] as const;
