import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ReceivedCall } from '@millrace/engine/node-api';

/** How a call proves that it comes from the service. */
export type Verification = {
  /** Name of the header, in lower case. */
  header: string;
  /** Status of the refusal. Default 401. */
  status?: number;
} & (
  | { type: 'hmac'; algorithm: 'sha1' | 'sha256' | 'sha512'; encoding: 'hex' | 'base64'; prefix?: string }
  /** The secret itself. */
  | { type: 'token' }
);

export const newSecret = (): string => randomBytes(32).toString('hex');

/** In a time that tells nothing of where they differ. */
const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** Without a secret no call is right. */
export const verify = (verification: Verification, { headers, rawBody }: ReceivedCall, secret: string): boolean => {
  const given = headers[verification.header];
  if (secret === '' || typeof given !== 'string') return false;
  if (verification.type === 'token') return isSame(given, secret);
  const { algorithm, encoding, prefix = '' } = verification;
  return isSame(given, prefix + createHmac(algorithm, secret).update(rawBody).digest(encoding));
};
