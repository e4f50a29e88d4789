import { randomUUID } from 'node:crypto';
import { type ErrorBody, type ErrorName, errorCodes, type RequestIssue } from '@millrace/contract';

/** A failure that the caller is told of: a code of the contract, a message for people, and what may help. */
export class AppError extends Error {
  override name = 'AppError';
  readonly error: ErrorName;
  readonly hint?: string;
  /** Further headers of the answer, such as another Retry-After than that of the error. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly issues?: RequestIssue[];
  readonly conflict?: ErrorBody['conflict'];

  constructor(
    error: ErrorName,
    message: string,
    details: {
      hint?: string;
      headers?: Record<string, string>;
      issues?: RequestIssue[];
      conflict?: ErrorBody['conflict'];
      cause?: unknown;
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.error = error;
    this.hint = details.hint;
    this.headers = details.headers;
    this.issues = details.issues;
    this.conflict = details.conflict;
  }

  get status(): number {
    return errorCodes[this.error].status;
  }
}

const resources = {
  workflow: 'workflowNotFound',
  'workflow version': 'workflowVersionNotFound',
  draft: 'draftNotFound',
  execution: 'executionNotFound',
  credential: 'credentialNotFound',
  dataTable: 'dataTableNotFound',
  dataTableColumn: 'dataTableColumnNotFound',
  'binary data': 'binaryDataNotFound',
  'API key': 'apiKeyNotFound',
  user: 'userNotFound',
  session: 'sessionNotFound',
  tag: 'tagNotFound',
  folder: 'folderNotFound',
  template: 'templateNotFound',
  'template collection': 'templateCollectionNotFound',
} as const satisfies Record<string, ErrorName>;

/** What people call it, in lower case. */
export const titleOf = (resource: string): string =>
  resource.replaceAll(/[a-z][A-Z]/g, ([before, letter]) => `${before} ${letter?.toLowerCase()}`);

/** 404 for a thing that does not exist, or that the caller may not see. */
export const notFound = (resource: keyof typeof resources, id: string | number): AppError =>
  new AppError(
    resources[resource],
    `${resource[0]!.toUpperCase()}${titleOf(resource).slice(1)} with ID "${id}" could not be found.`,
  );

/** What a showcase does not do. @param paymentUrl where it can be had; empty: nowhere */
export const notOffered = (message: string, { paymentUrl }: { paymentUrl: string }): AppError =>
  new AppError('notOffered', message, { hint: paymentUrl || undefined });

/** Before what a showcase does not do: it runs nothing, and asks no service for anyone. @throws AppError notOffered there */
export const refuseInShowcase = (message: string, config: { demoMode: boolean; paymentUrl: string }): void => {
  if (!config.demoMode) throw notOffered(message, config);
};

export const badRequest = (message: string, details?: { hint?: string; cause?: unknown }): AppError =>
  new AppError('badRequest', message, details);

/** What one failure becomes over HTTP, and what belongs in the log of it. */
export interface HttpFailure {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: ErrorBody;
  /** Set where the failure is a defect of ours: its id is in the message. */
  defectId?: string;
}

/** Fastify's own refusals of a request, by their code. */
const frameworkErrors: Readonly<Record<string, [ErrorName, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['bodyTooLarge', 'The body is larger than the limit.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupportedMediaType', 'The body must be JSON, sent as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['badRequest', 'The length of the body is not what Content-Length says.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalidJson', 'The body is empty; it must be JSON.'],
  FST_ERR_BAD_URL: ['badRequest', 'The address is not a valid one.'],
  FST_ERR_MAX_PARAM_LENGTH: ['badRequest', 'A part of the address is too long.'],
};

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

const asAppError = (error: unknown): AppError | undefined => {
  if (error instanceof AppError) return error;
  const known = frameworkErrors[codeOf(error) ?? ''];
  if (known) return new AppError(known[0], known[1], { cause: error });
  // Whatever else the framework blames on the request.
  if (error instanceof Error && 'statusCode' in error) {
    const status = Number(error.statusCode);
    if (status === 404 || status === 403) return new AppError('notFound', 'Nothing is there.', { cause: error });
    if (status >= 400 && status < 500) return badRequest(error.message);
  }
  return undefined;
};

/**
 * The one place where a failure becomes an answer. What is no AppError is a defect: the caller gets an id, the log the rest.
 *
 * @param showStack outside production only
 */
export const toHttpFailure = (error: unknown, showStack: boolean): HttpFailure => {
  const expected = asAppError(error);
  const stack = showStack && error instanceof Error ? error.stack : undefined;
  if (expected) {
    const { error, message, hint, issues, conflict, headers, status } = expected;
    const { code, retryAfter }: { code: number; retryAfter?: number } = errorCodes[error];
    return {
      status,
      headers: { ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }), ...headers },
      body: { code, error, message, hint, issues, conflict, stack },
    };
  }
  const defectId = randomUUID();
  return {
    status: 500,
    headers: {},
    body: {
      code: errorCodes.internal.code,
      error: 'internal',
      message: `Something went wrong in Millrace. The log has the details under ${defectId}.`,
      stack,
    },
    defectId,
  };
};
