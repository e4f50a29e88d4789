import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { client, echo, get, serve, text } from './http/http.testing.ts';
import { createMark, mayBeApi } from './own-api.ts';

const mark = createMark(Buffer.from('key'));
const listen = async () => {
  const { app } = await createTestApp({ services: { mark } });
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
    const answer = await client({ mark })(get(`http://${host}:${port}${path}`));
    expect([answer.status, text(answer.body)]).toEqual([403, expect.stringContaining('MILLRACE_NODES_MAY_CALL_API')]);
  });

  it('is refused where another server leads there, and where it claims to be of another instance', async () => {
    const port = await listen();
    const target = `http://127.0.0.1:${port}/rest/workflows`;
    const leading = await serve((_request, response) => response.writeHead(302, { location: target }).end());
    expect((await client({ mark })(get(leading))).status).toBe(403);
    const headers = { 'X-Millrace-Instance': 'another' };
    expect((await client({ mark })(get(target, { headers }))).status).toBe(403);
  });

  it('passes where it is allowed, and from other instances', async () => {
    const port = await listen();
    expect((await client()(get(`http://127.0.0.1:${port}/rest/workflows`))).status).toBe(200);
    const other = client({ mark: createMark(Buffer.from('other')) });
    expect((await other(get(`http://127.0.0.1:${port}/rest/workflows`))).status).toBe(200);
  });
});

it('no other request tells of the instance', async () => {
  const url = await serve(echo);
  const call = client({ mark });
  for (const path of ['/', '/webhook/rest-of-it', '/restaurants', '/api?path=/rest/'])
    expect(text((await call(get(url + path))).body)).not.toContain(mark);
});

it.each([
  ['/rest', true],
  ['/REST/x', true],
  ['/flows/rest/x', true],
  ['/r%65st/x', true],
  ['/rest%2Fx', true],
  ['/restful', false],
  ['/%', false],
])('%s may be the API: %s', (path, expected) => {
  expect(mayBeApi(new URL(path, 'http://a.example'))).toBe(expected);
});
