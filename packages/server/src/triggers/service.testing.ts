import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

/** A service that calls webhooks, has a feed, and hands out messages of a queue until each was acknowledged. */

export interface Hook {
  id: string;
  url: string;
  events: string;
}

export interface Acknowledged {
  id: string;
  executionId: string;
  status: string | null;
}

export const signatureOf = (body: string): string => createHmac('sha256', 'secret').update(body).digest('hex');

const listen = async (server: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): unknown;
}) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

export const startService = async () => {
  const hooks = new Map<string, Hook>();
  /** Of the API, in their order, such as `POST /hooks`. */
  const asked: string[] = [];
  /** What the API answers to such requests instead, for as long as it is here. */
  const broken = new Map<string, { status: number; text: string }>();
  /** What the API carries out without an answer: the connection is lost. */
  const unanswered = new Set<string>();
  /** What is waited for before such a request is answered. */
  const held = new Map<string, Promise<unknown>>();
  const entries: { id: number }[] = [];
  let lastHook = 0;

  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
      const what = `${request.method} /${pathname.split('/')[1]}`;
      asked.push(what);
      const body = await text(request);
      await held.get(what);
      const failure = broken.get(what);
      if (failure) return response.writeHead(failure.status).end(failure.text);
      switch (what) {
        case 'POST /hooks': {
          const id = String(++lastHook);
          hooks.set(id, { ...(JSON.parse(body) as Omit<Hook, 'id'>), id });
          if (unanswered.has(what)) return response.destroy();
          return response.writeHead(201).end(JSON.stringify({ id, secret: 'secret' }));
        }
        case 'GET /hooks':
          return response.end(JSON.stringify([...hooks.values()]));
        case 'DELETE /hooks':
          return response.writeHead(hooks.delete(pathname.split('/')[2] ?? '') ? 204 : 404).end();
        case 'GET /feed':
          return response.end(
            JSON.stringify(entries.filter(({ id }) => id > Number(searchParams.get('after'))).slice(0, 5)),
          );
        default:
          return response.writeHead(404).end();
      }
    })();
  });

  const messages = new Map<string, { id: string }>();
  const acknowledged: Acknowledged[] = [];
  const sockets = new Set<Socket>();
  const send = (socket: Socket, message: { id: string }) => socket.write(`${JSON.stringify(message)}\n`);
  const queue = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    const lines = createInterface({ input: socket }).on('error', () => {});
    lines.on('line', (line) => {
      const done = JSON.parse(line) as Acknowledged;
      acknowledged.push(done);
      messages.delete(done.id);
    });
    for (const message of messages.values()) send(socket, message);
  });

  const port = await listen(server);
  const queuePort = await listen(queue);
  return {
    url: `http://127.0.0.1:${port}`,
    queuePort,
    hooks,
    asked,
    broken,
    unanswered,
    held,
    entries,
    acknowledged,
    sockets,
    /** Messages that were not acknowledged. */
    messages,
    publish(id: string, more: object = {}): void {
      const message = { id, ...more };
      messages.set(id, message);
      for (const socket of sockets) send(socket, message);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => server.close(resolve)),
        new Promise((resolve) => queue.close(resolve)),
      ]);
    },
  };
};
