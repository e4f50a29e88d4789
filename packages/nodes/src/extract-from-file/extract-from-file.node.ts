import type { BinaryData, Item, Json, JsonObject } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { withField } from '../fields/assign.ts';
import { decodeText } from '../files/encodings.ts';
import { toFound } from '../files/output.ts';
import { readPdf } from '../files/pdf.ts';
import { readCalendar } from '../files/read-calendar.ts';
import { type ReadingOptions, readSpreadsheet } from '../files/read-spreadsheet.ts';
import { findFile } from '../http/find-file.ts';
import { extractFromFileParameters, spreadsheetFormats } from './parameters.ts';

type Context = ExecuteContext<typeof extractFromFileParameters>;

interface MovingOptions {
  encoding?: string;
  stripBOM?: boolean;
  keepSource?: string;
  password?: string;
  joinPages?: boolean;
  maxPages?: number;
}

const readJson = (text: string, { fileName }: BinaryData): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new NodeError(`The file is not valid JSON: ${(error as Error).message}`, {
      description: fileName && `It is "${fileName}".`,
    });
  }
};

/** What a field gets of a file. */
const moveFile = async (
  context: Context,
  file: BinaryData,
  operation: string,
  options: MovingOptions,
): Promise<Json> => {
  const bytes = await context.binary.read(file);
  if (operation === 'binaryToPropery')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  const text = await decodeText(bytes, options.encoding || 'utf8', options.stripBOM !== false);
  if (operation === 'fromJson') return readJson(text, file);
  return operation === 'fromIcs' ? readCalendar(text) : text;
};

const extract = async (context: Context, item: Item, index: number): Promise<Item | Item[] | null> => {
  const operation = context.parameter('operation');
  const property = context.parameter('binaryPropertyName', index);
  const options = context.parameter('options', index) as ReadingOptions & MovingOptions;
  if (spreadsheetFormats.some((format) => format === operation))
    return readSpreadsheet(findFile(item, property, index), operation, options, context.binary);
  if (operation === 'pdf') {
    const found = await readPdf(await context.binary.read(findFile(item, property, index)), options);
    return toFound(item, property, options.keepSource, found);
  }
  const file = item.binary && Object.hasOwn(item.binary, property) ? item.binary[property] : undefined;
  // As the public node has it: an item without the file gives nothing.
  if (!file) return null;
  const value = await moveFile(context, file, operation, options);
  const keepsFields = options.keepSource === 'json' || options.keepSource === 'both';
  const found: JsonObject = withField(
    keepsFields ? item.json : {},
    context.parameter('destinationKey', index) || 'data',
    value,
  );
  return toFound(item, property, options.keepSource, found);
};

export const extractFromFileNode = defineNode({
  name: 'core.extractFromFile',
  displayName: 'Extract from File',
  aliases: ['n8n-nodes-base.extractFromFile'],
  description: 'Extracts items from a file: CSV, Excel, PDF, JSON, text or calendar',
  versions: [1, 1.1],
  defaultVersion: 1.1,
  group: ['input'],
  defaults: { name: 'Extract from File', color: '#b07a16' },
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
      'pdf',
      'ics',
      'xml',
      'import',
      'parse',
      'read',
      'ods',
    ],
  },
  parameters: extractFromFileParameters,
  execute: (context) => context.forEachItem((item, index) => extract(context, item, index)),
});
