import type { ExpressionErrorKind } from './types.ts';

/** What editors and logs need besides the message; all of it is plain data. */
export interface ExpressionErrorDetails {
  /** Index of the character in the text at which the error lies. */
  position?: number;
  /** What to do instead, in one sentence. */
  hint?: string;
  /** Finer machine-readable type, such as `paired_item_no_info`. */
  type?: string;
  /** The node that the error is about. */
  node?: string;
  cause?: unknown;
}

/** The only error that leaves the expression language: a wrong text, or an evaluation that cannot go on. */
export class ExpressionError extends Error {
  readonly kind: ExpressionErrorKind;
  readonly hint: string | undefined;
  readonly type: string | undefined;
  readonly node: string | undefined;
  /** Index of the character in the whole text; undefined if it belongs to no place. */
  position: number | undefined;

  constructor(kind: ExpressionErrorKind, message: string, details: ExpressionErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ExpressionError';
    this.kind = kind;
    this.hint = details.hint;
    this.type = details.type;
    this.node = details.node;
    this.position = details.position;
  }
}

/** What `throw` in an expression throws; `catch` gets the value back. */
export class ThrownValue extends ExpressionError {
  readonly value: unknown;

  constructor(value: unknown, message: string, position: number) {
    super('type', message, { position });
    this.value = value;
  }
}

/** What `catch` in an expression gets. */
export function caughtValue(error: ExpressionError): unknown {
  if (error instanceof ThrownValue) return error.value;
  const { cause } = error;
  return cause instanceof Error && !(cause instanceof ExpressionError) ? cause : new Error(error.message);
}

/** The same error at another place: an error of an inner text, as the outer text sees it. */
export const errorAt = (error: ExpressionError, position: number): ExpressionError =>
  new ExpressionError(error.kind, error.message, {
    position,
    hint: error.hint,
    type: error.type,
    node: error.node,
    cause: error,
  });

/** A text of the data as messages quote it. */
export const quotable = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

export const typeError = (message: string, hint?: string): ExpressionError =>
  new ExpressionError('type', message, { hint });

export const notSupported = (what: string, position: number, hint: string): ExpressionError =>
  new ExpressionError('notSupported', `${what} not supported in expressions`, { position, hint });

export const forbiddenName = (name: string): ExpressionError =>
  new ExpressionError('forbidden', `Access to "${name}" is not allowed`, {
    hint: 'It would reach out of the expression, so it is closed for security. Rename the field to read it.',
  });

/** Makes whatever was thrown during an evaluation an ExpressionError; host errors (a bad date, a full stack) become data of their kind. */
export function toExpressionError(thrown: unknown): ExpressionError {
  if (thrown instanceof ExpressionError) return thrown;
  if (thrown instanceof RangeError && /call stack/i.test(thrown.message)) {
    return new ExpressionError('budget', 'The expression is nested too deeply', {
      hint: 'Split it, or move the work to a Code node.',
    });
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const hint = thrown instanceof Error && 'description' in thrown ? thrown.description : undefined;
  return new ExpressionError('type', message, { cause: thrown, ...(typeof hint === 'string' && { hint }) });
}
