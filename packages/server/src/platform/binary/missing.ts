import type { BinaryData } from '@millrace/contract';
import { NodeError } from '@millrace/engine/node-api';

/** Also of a file that may not be read: that it is there is nothing to tell. */
export const fileIsMissing = ({ fileName }: Pick<BinaryData, 'fileName'>): NodeError =>
  new NodeError(`The file ${fileName ? `"${fileName}" ` : ''}is not stored any more`);
