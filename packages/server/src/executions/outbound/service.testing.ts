import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A service that answers when it is told to, and counts the requests that reach it. */
export const createService = async () => {
  const calls: { request: IncomingMessage; body: string; answer: ServerResponse }[] = [];
  const server = createServer(async (request, answer) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    calls.push({ request, body, answer });
    server.emit('called');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const until = async (count: number) => {
    while (calls.length < count) await once(server, 'called');
    return calls[count - 1] as (typeof calls)[number];
  };
  return { calls, until, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
};
