import { createHash, randomBytes } from 'node:crypto';

/** What is in links and cookies; only its hash is stored. 256 bits, so that a fast hash is enough. */
export const createSecretToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256, hex. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
