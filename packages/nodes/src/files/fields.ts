/** Parameters that recur in nodes for files. */
import { text } from '../service/field.ts';

/** The binary property of the input that a node reads. */
export const inputFile = text('binaryPropertyName', 'Input binary field', {
  default: 'data',
  required: true,
  placeholder: 'data',
  hint: 'The binary field that contains the file',
});

/** The binary property that a node writes to. */
export const outputFile = text('binaryPropertyName', 'Put output file in field', {
  default: 'data',
  required: true,
  placeholder: 'data',
  hint: 'The binary field to put the file in',
});
