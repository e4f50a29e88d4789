import { NodeError } from '@millrace/engine/node-api';

/**
 * Bytes cannot be stored or read now. The message is for whoever runs the workflow and holds no secrets.
 *
 * - `full`: no room is left
 * - `unreachable`: no answer, or a failure that the other side calls passing
 * - `refused`: the settings do not fit what is there; it does not go away by itself
 */
export class BinaryStorageError extends NodeError {
  override name = 'BinaryStorageError';
  readonly reason: 'full' | 'unreachable' | 'refused';

  constructor(reason: BinaryStorageError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** Whether it may go away by itself, so that the caller should try again. */
export const isPassingStorageFailure = (error: unknown): error is BinaryStorageError =>
  error instanceof BinaryStorageError && error.reason !== 'refused';
