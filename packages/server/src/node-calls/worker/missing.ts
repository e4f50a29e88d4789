import { NodeError } from '@millrace/engine/node-api';
import type { Missing } from '../protocol.ts';

/** What is asked is not there. */
export class MissingError extends NodeError {
  readonly missing: Missing;

  constructor(missing: Missing, message: string) {
    super(message);
    this.missing = missing;
  }
}
