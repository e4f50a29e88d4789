import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { ClientCertificate } from './exchange.ts';
import { RequestError } from './request-error.ts';

/** What a connection is made with that shows a certificate. @throws RequestError where it cannot be read */
export const readCertificate = ({ cert, key, passphrase, ca }: ClientCertificate): SecureContextOptions => {
  const given = {
    cert: cert || undefined,
    key: key || undefined,
    passphrase: passphrase || undefined,
    ca: ca || undefined,
  };
  try {
    createSecureContext(given);
  } catch (cause) {
    throw new RequestError('certificate', 'The client certificate could not be read', {
      description:
        'Certificate and key must belong together, each with its first and last line, and the passphrase must be that of the key.',
      cause,
    });
  }
  return given;
};
