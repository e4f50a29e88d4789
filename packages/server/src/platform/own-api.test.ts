import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { client, echo, get, serve, text } from './http/http.testing.ts';
import { createMark, createMarkKey, isFromOwnNode, markHeader } from './own-api.ts';

const markKey = createMarkKey(Buffer.from('key'));
const listen = async () => {
  const { app } = await createTestApp({ services: { markKey } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
};

describe('a request of a node to the API of its own instance', () => {
  it.each([
    ['127.0.0.1', '/rest/workflows'],
    ['localhost', '/rest/workflows'],
    ['127.1', '/rest/workflows'],
    ['2130706433', '/rest/workflows'],
    ['0x7f.1', '/rest/workflows'],
    ['127.0.0.1', '/%72est/workflows'],
    ['127.0.0.1', '/x/../rest/settings?a=1'],
  ])('is refused, however it is spelled: %s%s', async (host, path) => {
    const port = await listen();
    const answer = await client({ markKey })(get(`http://${host}:${port}${path}`));
    expect([answer.status, text(answer.body)]).toEqual([403, expect.stringContaining('MILLRACE_NODES_MAY_CALL_API')]);
  });

  it('is refused where another server leads there, and where it claims to be of another instance', async () => {
    const port = await listen();
    const target = `http://127.0.0.1:${port}/rest/workflows`;
    const leading = await serve((_request, response) => response.writeHead(302, { location: target }).end());
    expect((await client({ markKey })(get(leading))).status).toBe(403);
    const headers = { 'X-Millrace-Request': 'another' };
    expect((await client({ markKey })(get(target, { headers }))).status).toBe(403);
  });

  it('is refused behind a proxy that names the path in another way', async () => {
    const port = await listen();
    const proxy = await serve(({ url = '', headers }, response) => {
      const { host: _, ...forwarded } = headers;
      const path = url.replace('/automation', '/rest');
      request({ port, path, headers: forwarded }, (answer) => {
        response.writeHead(answer.statusCode ?? 0);
        answer.pipe(response);
      }).end();
    });
    expect((await client()(get(`${proxy}/automation/workflows`))).status).toBe(200);
    expect((await client({ markKey })(get(`${proxy}/automation/workflows`))).status).toBe(403);
  });

  it('passes where it is allowed, and from other instances', async () => {
    const port = await listen();
    expect((await client()(get(`http://127.0.0.1:${port}/rest/workflows`))).status).toBe(200);
    const other = client({ markKey: createMarkKey(Buffer.from('other')) });
    expect((await other(get(`http://127.0.0.1:${port}/rest/workflows`))).status).toBe(200);
  });
});

it('others cannot tell by it which instance has called them', async () => {
  const url = await serve(echo);
  const call = client({ markKey });
  const markOf = async () => JSON.parse(text((await call(get(url))).body)).headers[markHeader] as string;
  const [first, second] = [await markOf(), await markOf()];
  expect(first).not.toBe(second);
  expect(isFromOwnNode({ [markHeader]: first }, markKey)).toBe(true);
});

it.each(['', '.', 'x', 'a.b', `${createMark(markKey)}x`, createMark(markKey).slice(1)])(
  '%j is no mark of the instance',
  (mark) => expect(isFromOwnNode({ [markHeader]: mark }, markKey)).toBe(false),
);
