import type { CredentialTestResult } from '@millrace/engine/node-api';
import { expect } from 'vitest';
import { authority, clientCertificate, otherAuthority } from './certificates.testing.ts';

export const ok = { status: 'OK', message: 'Connection successful!' };

export { authority, namedCertificate } from './certificates.testing.ts';

/** As databases call them. */
export const ownAuthority = { caCertificate: authority };
export const ownCertificate = { clientPrivateKey: clientCertificate.key, clientCertificate: clientCertificate.cert };

/**
 * Holds a client to what its credential says of certificates. The server has `namedCertificate` and listens on 127.0.0.1.
 *
 * @param check tests the credential with these fields
 * @param lenient the field that ignores what is wrong with a certificate
 */
export const expectVerifiedCertificates = async (
  check: (fields: object) => Promise<CredentialTestResult | undefined> | CredentialTestResult | undefined,
  lenient: object,
): Promise<void> => {
  const refused = {
    status: 'Error',
    message: expect.stringMatching(/^The certificate of the .* server .*:\d+ was not accepted/),
  };
  expect(await check({ host: 'localhost', ...ownAuthority })).toEqual(ok);
  expect(await check({ host: 'localhost', caCertificate: authority.replaceAll('\n', ' ') })).toEqual(ok);
  expect(await check({ host: 'localhost' }), 'an unknown authority').toMatchObject(refused);
  expect(await check({ host: 'localhost', caCertificate: otherAuthority }), 'another authority').toMatchObject(refused);
  expect(await check({ host: 'other.example', ...ownAuthority }), 'another name').toMatchObject(refused);
  expect(await check({ host: '127.0.0.1', ...ownAuthority }), 'an address that is not named').toMatchObject(refused);
  for (const host of ['localhost', 'other.example', '127.0.0.1']) expect(await check({ host, ...lenient })).toEqual(ok);
  expect(await check({ host: 'localhost', caCertificate: 'half a certificate' })).toMatchObject({
    message: expect.stringMatching(/^The certificates of the credential could not be read\. Paste each/),
  });
};
