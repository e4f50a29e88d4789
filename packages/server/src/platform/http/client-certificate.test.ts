import { createServer as createTlsServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { client, failure, get, listen, text } from './http.testing.ts';
import { selfSigned } from './self-signed.testing.ts';

/** Says whose certificate it was shown. */
const startServer = async (location?: string) => {
  const server = createTlsServer(
    { ...selfSigned, ca: selfSigned.cert, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate();
      if (location) response.writeHead(302, { location });
      response.end(String(subject?.CN ?? 'nobody'));
    },
  );
  return listen(server);
};
const certificate = { ...selfSigned, ca: selfSigned.cert };

test('is shown to the server, which is verified by the authority that is given', async () => {
  const url = `https://127.0.0.1:${await startServer()}/`;
  expect(text((await client()(get(url, { certificate }))).body)).toBe('localhost');
  expect(text((await client()(get(url, { allowUnauthorizedCerts: true }))).body)).toBe('nobody');
  const { cert, key } = selfSigned;
  expect(await failure(client()(get(url, { certificate: { cert, key } })))).toMatchObject({ code: 'certificate' });
});

test('is not shown to the host that a redirect leads to', async () => {
  const other = `https://localhost:${await startServer()}/`;
  const url = `https://127.0.0.1:${await startServer(other)}/`;
  const answer = await client()(get(url, { certificate, allowUnauthorizedCerts: true }));
  expect([answer.url, text(answer.body)]).toEqual([other, 'nobody']);
});

test.each([
  ['no certificate', { cert: 'nonsense' }],
  ['no key', { ...selfSigned, key: 'nonsense' }],
])('%s cannot be read', async (_, broken) => {
  const error = await failure(client()(get('https://127.0.0.1:1/', { certificate: broken })));
  expect(error).toMatchObject({ code: 'certificate', message: 'The client certificate could not be read' });
});
