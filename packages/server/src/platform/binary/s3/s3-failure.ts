import { BinaryStorageError } from '../failure.ts';

/** An answer of the service that is no success. */
export interface S3Refusal {
  status: number;
  /** The service's own word, such as NoSuchBucket; empty where the answer had no body. */
  code: string;
  message: string;
}

const refused: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'The S3 service does not know the access key in MILLRACE_S3_ACCESS_KEY',
  SignatureDoesNotMatch: 'The S3 service does not accept the secret key in MILLRACE_S3_SECRET_KEY',
  NoSuchBucket: 'The bucket in MILLRACE_S3_BUCKET does not exist',
  AccessDenied: 'The S3 service does not allow this access key to use the bucket',
  AuthorizationHeaderMalformed: 'The S3 service expects another region than MILLRACE_S3_REGION',
  PermanentRedirect: 'The bucket is at another address than MILLRACE_S3_ENDPOINT',
  RequestTimeTooSkewed: 'The clock of this machine differs too much from that of the S3 service',
};

const full = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'];
const passingCodes = ['SlowDown', 'InternalError', 'RequestTimeout', 'ServiceUnavailable', 'OperationAborted'];
const passingStatuses = [408, 429, 500, 502, 503, 504];

/** What a refusal is called here. The service's own text stays in `cause`, for the log. */
export const explainRefusal = (refusal: S3Refusal): BinaryStorageError => {
  const { status, code, message } = refusal;
  const cause = new Error(`${status} ${code}: ${message}`);
  const said = Object.hasOwn(refused, code) ? refused[code] : undefined;
  if (said !== undefined) return new BinaryStorageError('refused', said, cause);
  if (full.includes(code) || status === 507)
    return new BinaryStorageError('full', 'The S3 storage for binary data is full', cause);
  if (passingCodes.includes(code) || passingStatuses.includes(status))
    return new BinaryStorageError('unreachable', 'The S3 service cannot serve binary data at the moment', cause);
  if (status >= 300 && status < 400)
    return new BinaryStorageError('refused', refused.PermanentRedirect as string, cause);
  return new BinaryStorageError('refused', `The S3 service refused a request (${status} ${code || 'no code'})`, cause);
};

/** There was no answer at all, or it broke off. */
export const explainTransport = (error: unknown): BinaryStorageError => {
  if (error instanceof BinaryStorageError) return error;
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  if (/^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_SSL_)/.test(code))
    return new BinaryStorageError('refused', 'The certificate of the S3 service was not accepted', error);
  return new BinaryStorageError('unreachable', 'The S3 service for binary data cannot be reached', error);
};
