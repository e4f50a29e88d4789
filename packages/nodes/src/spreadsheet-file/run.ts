import type { NodeGroup } from '@millrace/contract/data';
import type { ExecuteContext, NodeOutput } from '@millrace/engine/node-api';
import { allItems } from '../files/output.ts';
import { type ReadingOptions, readSpreadsheet } from '../files/read-spreadsheet.ts';
import type { WorkbookFormat } from '../files/workbook.ts';
import { type SpreadsheetOptions, writeSpreadsheet } from '../files/write-spreadsheet.ts';
import { findFile } from '../http/find-file.ts';
import type { parametersV2 } from './parameters.ts';

type Context = ExecuteContext<typeof parametersV2>;

/** What both versions are. */
export const spreadsheetFileDescription = {
  name: 'core.spreadsheetFile',
  displayName: 'Spreadsheet File',
  aliases: ['n8n-nodes-base.spreadsheetFile'],
  description: 'Reads and writes spreadsheets. Use Extract from File and Convert to File in new workflows.',
  group: ['transform'] as NodeGroup[],
  defaults: { name: 'Spreadsheet File', color: '#b07a16' },
  subtitle: '={{ $parameter.operation }}',
  inputs: ['main'],
  outputs: ['main'],
  hidden: true,
  repeatable: true,
} as const;

const write = async (context: Context): Promise<NodeOutput> => {
  const { items, binary } = context;
  if (items.length === 0) return [[]];
  const pairedItem = allItems(items);
  try {
    const format = context.parameter('fileFormat') as WorkbookFormat;
    const options = context.parameter('options') as SpreadsheetOptions;
    const file = await writeSpreadsheet(items, format, options, { binary, standardName: 'spreadsheet' });
    return [[{ json: {}, binary: { [context.parameter('binaryPropertyName')]: file }, pairedItem }]];
  } catch (error) {
    if (!context.continueOnFail) throw error;
    return [[{ ...context.failedItem(error, 0), pairedItem }]];
  }
};

/** @param formatOf the format of the file of an item */
export const runSpreadsheetFile = (
  context: Context,
  formatOf: (index: number) => string,
): NodeOutput | Promise<NodeOutput> => {
  if (context.parameter('operation') === 'toFile') return write(context);
  return context.forEachItem((item, index) => {
    const file = findFile(item, context.parameter('binaryPropertyName', index), index);
    return readSpreadsheet(
      file,
      formatOf(index),
      context.parameter('options', index) as ReadingOptions,
      context.binary,
    );
  });
};
