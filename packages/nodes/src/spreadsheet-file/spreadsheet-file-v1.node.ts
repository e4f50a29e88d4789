import { defineNode, type ExecuteContext } from '@millrace/engine/node-api';
import { parametersV1, type parametersV2 } from './parameters.ts';
import { runSpreadsheetFile, spreadsheetFileDescription } from './run.ts';

/** Also reads CSV as a spreadsheet program does: numbers are numbers. */
export const spreadsheetFileV1Node = defineNode({
  ...spreadsheetFileDescription,
  versions: [1],
  parameters: parametersV1,
  execute: (context) => runSpreadsheetFile(context as unknown as ExecuteContext<typeof parametersV2>, () => 'workbook'),
});
