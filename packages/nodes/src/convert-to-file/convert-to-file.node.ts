import type { BinaryData, Item } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { readField } from '../fields/assign.ts';
import { allItems } from '../files/output.ts';
import { writeBase64, writeText } from '../files/text-file.ts';
import type { WorkbookFormat } from '../files/workbook.ts';
import { writeSpreadsheet } from '../files/write-spreadsheet.ts';
import { convertToFileParameters, spreadsheetFormats } from './parameters.ts';
import { writeEventFile } from './write-event-file.ts';

type Context = ExecuteContext<typeof convertToFileParameters>;

/** One file of all items. An instance that continues on failure gets one item that says what failed. */
const toOneFile = async (context: Context, write: () => Promise<BinaryData>) => {
  const { items } = context;
  if (items.length === 0) return [[]];
  try {
    const property = String(context.parameter('binaryPropertyName'));
    return [[{ json: {}, binary: { [property]: await write() }, pairedItem: allItems(items) }]];
  } catch (error) {
    if (!context.continueOnFail) throw error;
    return [[{ ...context.failedItem(error, 0), pairedItem: allItems(items) }]];
  }
};

const writeField = (context: Context, item: Item, index: number, operation: string): Promise<BinaryData> => {
  const options = context.parameter('options', index);
  const about = {
    fileName: options.fileName,
    encoding: options.encoding,
    addMark: options.addBOM === true,
    isFormatted: options.format === true,
  };
  if (operation === 'toJson') return writeText(context.binary, item.json, { ...about, mimeType: 'application/json' });
  const name = String(context.parameter('sourceProperty', index));
  const value = readField(item.json, name, true);
  if (value === undefined)
    throw new NodeError(`The item has no field "${name}"`, {
      description: 'Choose the field that has what goes into the file.',
      itemIndex: index,
    });
  if (operation === 'toText')
    return writeText(context.binary, value, {
      ...about,
      fileName: about.fileName || 'file.txt',
      mimeType: 'text/plain',
    });
  const binaryAbout = { ...about, mimeType: options.mimeType };
  return options.dataIsBase64 === false
    ? writeText(context.binary, value, binaryAbout)
    : writeBase64(context.binary, value, binaryAbout);
};

export const convertToFileNode = defineNode({
  name: 'core.convertToFile',
  displayName: 'Convert to File',
  aliases: ['n8n-nodes-base.convertToFile'],
  description: 'Converts items to a file: CSV, Excel, JSON, text, calendar or binary data',
  versions: [1, 1.1],
  defaultVersion: 1.1,
  group: ['input'],
  defaults: { name: 'Convert to File', color: '#b07a16' },
  subtitle: '={{ $parameter.operation }}',
  inputs: ['main'],
  outputs: ['main'],
  repeatable: true,
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Files', 'Data Transformation'] },
    alias: [
      'csv',
      'excel',
      'xlsx',
      'spreadsheet',
      'binary',
      'base64',
      'json',
      'text',
      'ical',
      'ics',
      'export',
      'html',
      'rtf',
      'ods',
    ],
  },
  parameters: convertToFileParameters,
  execute(context) {
    const operation = context.parameter('operation');
    const format = spreadsheetFormats.find((name) => name === operation) as WorkbookFormat | undefined;
    if (format)
      return toOneFile(context, () =>
        writeSpreadsheet(context.items, format, context.parameter('options'), {
          binary: context.binary,
          standardName: 'file',
        }),
      );
    if (operation === 'toJson' && context.parameter('mode') === 'once') {
      const { fileName, encoding, addBOM, format: isFormatted } = context.parameter('options');
      const all = context.items.map(({ json }) => json);
      return toOneFile(context, () =>
        writeText(context.binary, all, {
          fileName,
          encoding,
          addMark: addBOM === true,
          isFormatted: isFormatted === true,
        }),
      );
    }
    return context.forEachItem(async (item, index) => {
      const property = String(context.parameter('binaryPropertyName', index));
      const file =
        operation === 'iCal' ? await writeEventFile(context, index) : await writeField(context, item, index, operation);
      return { json: {}, binary: { [property]: file } };
    });
  },
});
