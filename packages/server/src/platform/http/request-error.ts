import { NodeError } from '@millrace/engine/node-api';

export type RequestErrorCode =
  | 'invalidRequest'
  | 'refusedAddress'
  | 'hostNotFound'
  | 'connectionRefused'
  | 'connectionFailed'
  | 'connectionLost'
  | 'timedOut'
  | 'certificate'
  | 'tooManyRedirects'
  | 'tooLarge'
  | 'unreadableAnswer'
  /** Nothing was sent: there is no credential to sign it with, or it may not be used for this. */
  | 'credentials';

/** An exchange that gave no answer. The message is for people and holds no more of the address than its host. */
export class RequestError extends NodeError {
  override name = 'RequestError';
  readonly code: RequestErrorCode;

  constructor(code: RequestErrorCode, message: string, details: { description?: string; cause?: unknown } = {}) {
    super(message, { ...details, context: { code } });
    this.code = code;
  }
}

interface SystemError {
  code?: unknown;
  message?: unknown;
  errors?: unknown[];
  cause?: unknown;
}

/** The code of a failure that Node or undici reports, however deep it lies. */
const codeOf = (failure: unknown): string => {
  const { code, errors, cause } = (failure ?? {}) as SystemError;
  if (typeof code === 'string') return code;
  if (errors?.length) return codeOf(errors[0]);
  return cause === undefined ? '' : codeOf(cause);
};

const certificateCodes =
  /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;

/** What a failure of the transport is called here. */
export const explainFailure = (failure: unknown, host: string): RequestError => {
  if (failure instanceof RequestError) return failure;
  const code = codeOf(failure);
  const detail = String((failure as SystemError | null)?.message ?? failure);
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
    case 'EAI_FAIL':
    case 'ENODATA':
      return new RequestError('hostNotFound', `The host ${host} could not be found`, {
        description:
          code === 'EAI_AGAIN'
            ? 'The name service did not answer; try again.'
            : 'Check the address for a slip of the pen.',
      });
    case 'ECONNREFUSED':
      return new RequestError('connectionRefused', `${host} refused the connection`, {
        description: 'Nothing listens at this address and port, or a firewall turns the call away.',
      });
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_BODY_TIMEOUT':
      return new RequestError('timedOut', `${host} did not answer in time`);
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EADDRNOTAVAIL':
      return new RequestError('connectionFailed', `${host} cannot be reached from here`, { description: code });
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return new RequestError('connectionLost', `${host} closed the connection before it had answered`);
    case 'UND_ERR_INVALID_ARG':
    case 'ERR_INVALID_ARG_TYPE':
    case 'ERR_INVALID_CHAR':
      return new RequestError('invalidRequest', 'The request could not be sent as it stands', { description: detail });
    case 'UND_ERR_HEADERS_OVERFLOW':
      return new RequestError('tooLarge', `The headers of the answer of ${host} are too large`);
  }
  if (certificateCodes.test(code)) {
    return new RequestError('certificate', `The certificate or encryption of ${host} was not accepted`, {
      description: `${detail} (${code}). For a server of your own with a certificate of its own making there is an option to ignore this.`,
    });
  }
  if (code.startsWith('HPE_') || (failure as Error | null)?.name === 'HTTPParserError') {
    return new RequestError('unreadableAnswer', `${host} did not answer with HTTP`, { description: detail });
  }
  return new RequestError('connectionFailed', `The exchange with ${host} failed`, { description: detail });
};
