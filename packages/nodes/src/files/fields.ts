/** Parameters that recur in nodes for files. */
import { text } from '../service/field.ts';

/** The binary property of the input that a node reads. */
export const inputFile = text('binaryPropertyName', 'Input Binary Field', {
  default: 'data',
  required: true,
  placeholder: 'data',
  hint: 'The name of the binary field that has the file',
});

/** The binary property that a node writes to. */
export const outputFile = text('binaryPropertyName', 'Put Output File in Field', {
  default: 'data',
  required: true,
  placeholder: 'data',
  hint: 'The name of the binary field that the file goes to',
});
