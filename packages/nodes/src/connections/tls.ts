/** How clients of other protocols than HTTP encrypt: what credentials say of it, and what that means. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { type ConnectionOptions, checkServerIdentity, createSecureContext } from 'node:tls';
import type { ParameterDefinition } from '@millrace/contract/data';
import { type CredentialData, NodeError } from '@millrace/engine/node-api';
import { asPem } from '../crypto/pem.ts';
import { type Server, textOf } from './server.ts';

/** Certificates of a credential, shown where it encrypts. */
export const certificateFields = (show: Record<string, readonly (string | boolean)[]>) => {
  const pem = { type: 'string', default: '', typeOptions: { password: true, rows: 4 } } as const;
  const displayOptions = { show } as ParameterDefinition['displayOptions'];
  return [
    {
      name: 'caCertificate',
      displayName: 'CA certificate',
      ...pem,
      description: 'The certificate authority that verifies the server. Leave empty to use those of the system.',
      displayOptions,
    },
    { name: 'clientPrivateKey', displayName: 'Client private key', ...pem, displayOptions },
    { name: 'clientCertificate', displayName: 'Client certificate', ...pem, displayOptions },
  ] satisfies ParameterDefinition[];
};

interface Certificates {
  ca?: string;
  cert?: string;
  key?: string;
}

/** The fields above. */
export const certificatesOf = (credential: CredentialData): Certificates => ({
  ca: textOf(credential, 'caCertificate'),
  cert: textOf(credential, 'clientCertificate'),
  key: textOf(credential, 'clientPrivateKey'),
});

/** @throws NodeError */
const read = ({ ca, cert, key }: Certificates): Certificates => {
  const of = (text: string | undefined) => (text?.trim() ? asPem(text) : undefined);
  const given = { ca: of(ca), cert: of(cert), key: of(key) };
  try {
    // An authority that is none is passed over otherwise.
    if (given.ca) new X509Certificate(given.ca);
    createSecureContext(given);
  } catch (cause) {
    throw new NodeError('The certificates of the credential could not be read', {
      description: 'Paste each with its first and last line. The private key must belong to the client certificate.',
      cause,
    });
  }
  return given;
};

/**
 * The certificate is verified by the host as the credential names it, wherever the client connects to.
 *
 * @throws NodeError for certificates that are none
 */
export const tlsOptions = (
  { host }: Server,
  options: { certificates?: Certificates; isLenient: boolean },
): Certificates & Pick<ConnectionOptions, 'servername' | 'rejectUnauthorized' | 'checkServerIdentity'> => ({
  ...read(options.certificates ?? {}),
  ...(isIP(host) ? {} : { servername: host }),
  rejectUnauthorized: !options.isLenient,
  checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
});
