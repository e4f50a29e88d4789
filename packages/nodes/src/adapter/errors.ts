import { NodeError } from '@millrace/engine/node-api';

/** The errors of the public interface, as packages make and catch them. They are failures of nodes like any other. */

interface Details {
  message?: string;
  description?: string | null;
  itemIndex?: number;
  httpCode?: string;
  runIndex?: number;
  [key: string]: unknown;
}

const messageIn = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  const { message, error, description } = (value ?? {}) as Record<string, unknown>;
  for (const one of [message, error, description]) {
    if (typeof one === 'string' && one !== '') return one;
    if (typeof one === 'object' && one !== null) return messageIn(one);
  }
  return undefined;
};

const detailsOf = (cause: unknown, { description, itemIndex, httpCode }: Details) => ({
  description: description ?? (cause instanceof NodeError ? cause.description : undefined),
  itemIndex,
  httpCode: httpCode ?? (cause instanceof NodeError ? cause.httpCode : undefined),
  cause,
});

export class NodeOperationError extends NodeError {
  override name = 'NodeOperationError';
  readonly node: unknown;

  constructor(node: unknown, error: unknown, details: Details = {}) {
    super(details.message ?? messageIn(error) ?? 'The node failed', detailsOf(error, details));
    this.node = node;
  }
}

/** Of a service: `errorResponse` is an error of a request, or what the service has answered. */
export class NodeApiError extends NodeError {
  override name = 'NodeApiError';
  readonly node: unknown;

  constructor(node: unknown, errorResponse: unknown, details: Details = {}) {
    const { statusCode, status, code } = (errorResponse ?? {}) as Record<string, unknown>;
    const httpCode = details.httpCode ?? statusCode ?? status ?? code;
    super(details.message ?? messageIn(errorResponse) ?? 'The service has refused the request', {
      ...detailsOf(errorResponse, details),
      ...(httpCode !== undefined && { httpCode: String(httpCode) }),
    });
    this.node = node;
  }
}

export class ApplicationError extends NodeError {
  override name = 'ApplicationError';

  constructor(message: string, details: Details = {}) {
    super(message, detailsOf(undefined, details));
  }
}

/** What a request throws for a status of 400 and more, with the fields by which packages look at it. */
export class PublicHttpError extends NodeError {
  override name = 'NodeApiError';
  readonly statusCode: number;
  readonly response: { status: number; statusCode: number; body: unknown; data: unknown; headers: object };

  constructor(cause: NodeError, response: { statusCode: number; body: unknown; headers: object }) {
    super(cause.message, { description: cause.description, httpCode: String(response.statusCode), cause });
    const { statusCode, body, headers } = response;
    this.statusCode = statusCode;
    this.response = { status: statusCode, statusCode, body, data: body, headers };
  }
}
