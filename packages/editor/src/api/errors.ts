import { type ErrorBody, type ErrorName, isObject } from '@millrace/contract';
import { t } from '../messages/index.ts';

/** A call that did not give its answer: refused by the server, or never reached it (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What went wrong, as a name of the contract; undefined when the server was not reached. */
  readonly error: ErrorName | undefined;
  readonly hint: string | undefined;
  /** Of a workflow that someone else has changed: what has changed since the revision that was named. */
  readonly conflict: ErrorBody['conflict'];
  readonly serverStack: string | undefined;
  /** What is wrong with which part of what was sent. */
  readonly issues: ErrorBody['issues'];

  constructor(status: number, body: Partial<ErrorBody> & { message: string }) {
    super(body.message);
    this.status = status;
    this.error = body.error;
    this.hint = body.hint;
    this.conflict = body.conflict;
    this.serverStack = body.stack;
    this.issues = body.issues;
  }
}

export const networkFailure = (): ApiError => new ApiError(0, { message: t('shell.error.network') });

export const errorFromBody = (status: number, body: unknown): ApiError => {
  if (!isObject(body) || typeof body.message !== 'string') {
    return new ApiError(status, { message: t('shell.error.unreadable', { status }) });
  }
  // The list of names, with what each means, stays with the server; one that is newer than this editor equals none that it asks for.
  const error = typeof body.error === 'string' ? (body.error as ErrorName) : undefined;
  return new ApiError(status, { ...(body as Partial<ErrorBody>), message: body.message, error });
};

/** Message and folded details of a failure, as a toast takes them; about the connection if the server was not reached. */
export const describeError = (error: unknown): { message: string; details?: string; topic?: 'connection' } => {
  if (error instanceof ApiError && error.status === 0) return { message: error.message, topic: 'connection' };
  if (error instanceof ApiError) {
    const details = [error.hint, error.serverStack].filter((text) => text !== undefined && text !== '').join('\n\n');
    return { message: error.message, ...(details ? { details } : {}) };
  }
  return error instanceof Error ? { message: error.message, details: error.stack } : { message: String(error) };
};
