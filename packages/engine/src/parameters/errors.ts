import { ExpressionError } from '../expressions/errors.ts';

/** A parameter that cannot be had for an item: a failed expression, or a value that does not fit the declared type. */
export class ParameterError extends Error {
  readonly itemIndex: number;
  readonly description: string | undefined;
  readonly context: Record<string, unknown>;

  /** @param displayName of the parameter, as the user knows it */
  constructor(name: string, displayName: string, itemIndex: number, cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(`${message} (parameter "${displayName}", item ${itemIndex})`, { cause });
    this.name = cause instanceof ExpressionError ? 'ExpressionError' : 'NodeError';
    this.itemIndex = itemIndex;
    this.context = { parameter: name };
    if (cause instanceof ExpressionError) {
      const { kind, type, position, node } = cause;
      this.description = cause.hint;
      Object.assign(this.context, { kind, type, position, node, reason: message });
    }
  }
}
