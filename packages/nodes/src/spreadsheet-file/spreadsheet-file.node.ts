import { defineNode } from '@millrace/engine/node-api';
import { parametersV2 } from './parameters.ts';
import { runSpreadsheetFile, spreadsheetFileDescription } from './run.ts';

export const spreadsheetFileNode = defineNode({
  ...spreadsheetFileDescription,
  versions: [2],
  parameters: parametersV2,
  execute: (context) => runSpreadsheetFile(context, (index) => context.parameter('fileFormat', index)),
});
