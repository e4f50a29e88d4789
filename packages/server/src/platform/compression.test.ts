import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import type { Execution } from '@millrace/contract';
import { expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { startTestServer } from '../testing.ts';

const nodes = Array.from({ length: 300 }, (_, index) => ({
  name: `Node ${index}`,
  type: 'test.set',
  typeVersion: 1,
  position: [index * 20, 300],
  parameters: { text: `={{ $json.field${index} }}` },
}));

const withWorkflow = async () => {
  const test = await createTestApp();
  const payload = { name: 'Large', nodes, connections: {} };
  await test.app.inject({ method: 'POST', url: '/rest/workflows', payload });
  const get = (accept: string | undefined, url = '/rest/workflows/1') =>
    test.app.inject({ url, headers: accept === undefined ? {} : { 'accept-encoding': accept } });
  return { ...test, get };
};

test.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
] as const)('a large answer is compressed as %s', async (encoding, accept, decompress) => {
  const { get } = await withWorkflow();
  const plain = await get(undefined);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const compressed = await get(accept);
  expect(compressed.headers).toMatchObject({
    'content-encoding': encoding,
    vary: expect.stringMatching(/accept-encoding/i),
  });
  expect(decompress(compressed.rawPayload).toString()).toBe(plain.body);
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
});

test('who takes no compression gets none, nor do small answers', async () => {
  const { get } = await withWorkflow();
  for (const accept of ['identity', 'compress', 'br;q=0, gzip;q=0'])
    expect((await get(accept)).headers['content-encoding']).toBeUndefined();
  expect((await get('br', '/rest/active')).headers['content-encoding']).toBeUndefined();
});

test('a refusal that is large is compressed as well', async () => {
  const { app } = await createTestApp();
  const payload = { name: 'One', nodes: Array.from({ length: 50 }, () => ({})), connections: {} };
  const response = await app.inject({
    method: 'POST',
    url: '/rest/workflows',
    payload,
    headers: { 'accept-encoding': 'br' },
  });
  expect(response.statusCode).toBe(400);
  expect(JSON.parse(brotliDecompressSync(response.rawPayload).toString())).toMatchObject({ error: 'badRequest' });
});

test('a compressed body is not taken: it could be any size', async () => {
  const { app } = await createTestApp();
  const response = await app.inject({
    method: 'POST',
    url: '/rest/workflows',
    payload: gzipSync(JSON.stringify({ name: 'One', nodes: [], connections: {} })),
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  });
  expect(response.statusCode).toBe(400);
});

test('over a connection: streamed data is compressed, events and webhooks are as they were', async () => {
  const server = await startTestServer();
  try {
    const call = (url: string, init: RequestInit = {}) =>
      fetch(server.url + url, { ...init, headers: { 'accept-encoding': 'br', 'content-type': 'application/json' } });
    const hook = {
      name: 'Hook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      parameters: { path: 'large', responseMode: 'lastNode', responseData: 'allEntries', httpMethod: 'POST' },
    };
    const workflow = { name: 'Large', nodes: [hook], connections: {}, active: true };
    expect((await call('/rest/workflows', { method: 'POST', body: JSON.stringify(workflow) })).status).toBe(200);
    const answered = await call('/webhook/large', { method: 'POST', body: JSON.stringify({ text: 'x'.repeat(9000) }) });
    expect(answered.headers.get('content-encoding')).toBeNull();
    expect((await answered.text()).length).toBeGreaterThan(9000);

    const { data: list } = (await (await call('/rest/executions')).json()) as { data: { results: { id: string }[] } };
    const whole = await call(`/rest/executions/${list.results[0]!.id}`);
    expect(whole.headers.get('content-encoding')).toBe('br');
    const { data } = (await whole.json()) as { data: Execution };
    const [item] = data.data.resultData.runData.Hook![0]!.data!.main![0]!;
    expect(item!.json.body).toEqual({ text: 'x'.repeat(9000) });

    const abort = new AbortController();
    const events = await call('/rest/push?sessionId=tab', { signal: abort.signal });
    expect(events.headers.get('content-encoding')).toBeNull();
    const { value } = await events.body!.getReader().read();
    expect(Buffer.from(value!).toString()).toBe(':ok\n\n');
    abort.abort();
  } finally {
    await server.stop();
  }
});
