/** Servers on loopback and clients for tests; all are closed after each test. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as TcpServer } from 'node:net';
import { afterEach } from 'vitest';
import { createHttpClient, type HttpClient, type HttpPolicy } from './client.ts';
import type { ClientRequest } from './exchange.ts';
import type { RequestError } from './request-error.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export const listen = async (server: Server | TcpServer): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
};

export const serve = async (handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> =>
  `http://127.0.0.1:${await listen(createServer(handler))}`;

export const client = (policy: Partial<HttpPolicy> = {}): HttpClient => {
  const created = createHttpClient({ allowPrivateNetworks: true, ...policy });
  closers.push(created.close);
  return created;
};

export const failure = async (promise: Promise<unknown>): Promise<RequestError> =>
  promise.then(
    () => {
      throw new Error('did not fail');
    },
    (error) => error,
  );

export const get = (url: string, more: Partial<ClientRequest> = {}): ClientRequest => ({ method: 'GET', url, ...more });
export const text = (body: Uint8Array) => Buffer.from(body).toString();

/** Answers with what it got. */
export const echo = (request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
  });
};
