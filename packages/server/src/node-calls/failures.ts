import type { ExecutionError } from '@millrace/contract';
import { NodeError } from '@millrace/engine/node-api';
import { AppError } from '../platform/errors.ts';
import type { CallLoss } from './call-process.ts';
import { ProcessLostError } from './process-lost.ts';
import type { Missing } from './protocol.ts';

/** What a process has said of a call that failed. */
export const toError = (
  { message, description, httpCode, context, stack }: ExecutionError,
  missing?: Missing,
): Error => {
  if (missing) return new AppError(missing === 'type' ? 'nodeTypeNotFound' : 'nodeMethodNotFound', `${message}.`);
  const error = new NodeError(message, { description, httpCode, context });
  if (stack) error.stack = stack;
  return error;
};

const said: Readonly<Record<CallLoss['cause'], string>> = {
  memory: 'The node ran out of memory',
  stuck: 'The node kept its process busy without a pause',
  ended: 'The process of the node has ended',
};

/** What a call is told that has lost its process for good. */
export const toLoss = ({ part, cause, reason }: CallLoss): ProcessLostError =>
  part === 'innocent'
    ? new ProcessLostError(
        'The process of the node has ended because of another node',
        false,
        `It was lost: ${reason}.`,
      )
    : new ProcessLostError(said[cause], true, `It was ended: ${reason}.`);

export const tooLate = (milliseconds: number): NodeError =>
  new NodeError(`The node did not answer in time`, { description: `It had ${milliseconds / 1000} seconds.` });
