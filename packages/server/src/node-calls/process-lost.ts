import { NodeError } from '@millrace/engine/node-api';

/** The process of a call or of a listener has ended under it. */
export class ProcessLostError extends NodeError {
  override name = 'ProcessLostError';
  /** Its code was the reason, or may have been. Others may begin anew at once. */
  readonly isCulprit: boolean;

  constructor(message: string, isCulprit: boolean, description?: string) {
    super(message, { description });
    this.isCulprit = isCulprit;
  }
}
