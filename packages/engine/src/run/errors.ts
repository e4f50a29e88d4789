import type { ExecutionError } from '@millrace/contract/data';

/** Failures as data: what is thrown, whatever it is, becomes a record that survives JSON. */

/** A run that cannot begin or end, with a message for the user. */
export class WorkflowError extends Error {
  override name = 'WorkflowError';
}

export interface ErrorPlace {
  node?: string;
  runIndex?: number;
  itemIndex?: number;
  /** Epoch milliseconds. */
  timestamp: number;
  /** Takes out of a text what nobody is to read. */
  mask?: ((text: string) => string) | undefined;
}

const masked = <T>(value: T, mask: (text: string) => string): T => {
  if (typeof value === 'string') return mask(value) as T;
  if (Array.isArray(value)) return value.map((one) => masked(one, mask)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, masked(one, mask)])) as T;
};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;

const plain = (value: unknown): unknown => {
  try {
    const json = JSON.stringify(value);
    return json === undefined ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
};

const withoutMessage = 'The node failed without a message';

/** Whatever was thrown, in words: services give errors whose message is an object. */
export const messageOf = (thrown: unknown): string => {
  if (typeof thrown === 'string') return thrown || withoutMessage;
  const { message, name } = (thrown ?? {}) as { message?: unknown; name?: unknown };
  const said = text(message) || jsonOf(message);
  if (said) return said;
  return (thrown instanceof Error ? text(name) : jsonOf(thrown)) || withoutMessage;
};

const jsonOf = (value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? JSON.stringify(plain(value)) : undefined;

const causeOf = (cause: unknown): unknown =>
  cause instanceof Error ? { name: text(cause.name) ?? 'Error', message: messageOf(cause) } : plain(cause);

/** Errors of these kinds explain themselves; any other is a defect of a node, and its stack helps to find it. */
const explained = new Set(['NodeError', 'ExpressionError', 'TimeoutError', 'AbortError', 'WorkflowError']);

/** @param thrown whatever was thrown; `description`, `itemIndex`, `httpCode`, `context` and an expression's `kind`, `position`, `hint` are kept. */
export const toExecutionError = (thrown: unknown, place: ErrorPlace): ExecutionError => {
  const source = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Record<string, unknown>;
  const error: ExecutionError = {
    name: (thrown instanceof Error && text(thrown.name)) || 'Error',
    message: messageOf(thrown),
    timestamp: place.timestamp,
  };
  if (place.node !== undefined) error.node = place.node;
  if (place.runIndex !== undefined) error.runIndex = place.runIndex;

  const itemIndex = typeof source.itemIndex === 'number' ? source.itemIndex : place.itemIndex;
  if (itemIndex !== undefined) error.itemIndex = itemIndex;
  const description = text(source.description) ?? text(source.hint);
  if (description !== undefined) error.description = description;
  const httpCode = text(source.httpCode);
  if (httpCode !== undefined) error.httpCode = httpCode;

  const context = plain({ kind: source.kind, position: source.position, ...(source.context as object | undefined) });
  if (context && Object.keys(context).length > 0) error.context = context as Record<string, unknown>;
  const cause = causeOf(source.cause);
  if (cause !== undefined) error.cause = cause;
  if (thrown instanceof Error && !explained.has(thrown.name) && thrown.stack) error.stack = thrown.stack;
  return place.mask
    ? { ...masked(error, place.mask), name: error.name, ...(error.node !== undefined && { node: error.node }) }
    : error;
};
