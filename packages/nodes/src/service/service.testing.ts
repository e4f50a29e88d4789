/** A local server that behaves like a service, and a host whose requests go to it: real HTTP, in place of the service's own address. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostRequest } from '@millrace/engine/node-api';
// biome-ignore lint/style/noRestrictedImports: only tests import this file
import { createFakeHost, type FakeHost, type FakeHostOptions } from '@millrace/engine/testing';
import { afterEach } from 'vitest';

export interface Heard {
  method: string;
  /** Path and query, decoded. */
  url: string;
  path: string;
  query: URLSearchParams;
  /** What stands for the `:names` of the route. */
  params: Record<string, string>;
  headers: IncomingHttpHeaders;
  /** Parsed where it is JSON, else text. */
  body: unknown;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** Bytes and text as they are, anything else as JSON. */
  body?: unknown;
}

/** `GET /things/:id` → what is answered: a value as JSON, or a function of what was heard. A function may give an `Answer` by `reply`. */
export type Routes = Record<string, unknown>;

const replies = new WeakSet<object>();

/** An answer with a status or headers of its own. */
export const reply = (status: number, body?: unknown, headers: Record<string, string> = {}): Answer => {
  const answer = { status, body, headers };
  replies.add(answer);
  return answer;
};

const toPattern = (route: string): RegExp => {
  const names = route.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:(\w+)/g, '(?<$1>[^/]+)');
  return new RegExp(`^${names}$`);
};

const parse = (bytes: Buffer, type: string): unknown => {
  const text = bytes.toString('utf8');
  if (text === '') return undefined;
  return /json/.test(type) ? JSON.parse(text) : text;
};

const isReply = (value: unknown): value is Answer => typeof value === 'object' && value !== null && replies.has(value);

const answerOf = (given: unknown): { status: number; headers: Record<string, string>; body: string | Uint8Array } => {
  const { status = 200, headers = {}, body } = isReply(given) ? given : { body: given };
  if (body === undefined) return { status, headers, body: '' };
  if (typeof body === 'string' || body instanceof Uint8Array) return { status, headers, body };
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
};

const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((close) => close()));
});

export interface LocalService {
  heard: Heard[];
  /** Method and address of each request, as one line. */
  lines(): string[];
  host: FakeHost;
  /** Address of the server. */
  url: string;
}

/**
 * @param origin address of the service, which leads to the local server instead. What names a credential carries its type in the header
 *   `x-signed-by`, and `TOKEN` in the places of its path.
 */
export const localService = async (
  origin: string,
  routes: Routes,
  options: FakeHostOptions = {},
): Promise<LocalService> => {
  const heard: Heard[] = [];
  const patterns = Object.entries(routes).map(([route, answer]) => {
    const [method = '', path = ''] = route.split(' ');
    return { method, pattern: toPattern(path), answer };
  });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://local');
    const found = patterns.find(({ method, pattern }) => method === request.method && pattern.test(pathname));
    const call: Heard = {
      method: request.method ?? '',
      url: pathname + decodeURIComponent(search),
      path: pathname,
      query: searchParams,
      params: { ...(found?.pattern.exec(pathname)?.groups ?? {}) },
      headers: request.headers,
      body: parse(Buffer.concat(chunks), String(request.headers['content-type'] ?? '')),
    };
    heard.push(call);
    const given = found
      ? typeof found.answer === 'function'
        ? await found.answer(call)
        : found.answer
      : reply(404, { message: 'Not Found' });
    const { status, headers, body } = answerOf(given);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  opened.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const http = async (request: HostRequest) => {
    const signedBy = request.credential?.type;
    const address = request.url.replace(origin, url).replace(/\{\w+\}/g, signedBy ? 'TOKEN' : '$&');
    if (!address.startsWith(url)) throw new Error(`The request to ${request.url} would leave the test`);
    const answered = await fetch(address, {
      method: request.method,
      headers: { ...request.headers, ...(signedBy && { 'x-signed-by': signedBy }) },
      body: request.body as string | Uint8Array<ArrayBuffer> | undefined,
      redirect: 'manual',
    });
    return {
      status: answered.status,
      statusText: answered.statusText,
      headers: Object.fromEntries(answered.headers),
      body: new Uint8Array(await answered.arrayBuffer()),
      url: address.replace(url, origin),
    };
  };
  return {
    heard,
    lines: () => heard.map((call) => `${call.method} ${call.url}`),
    host: createFakeHost({ http, ...options }),
    url,
  };
};
