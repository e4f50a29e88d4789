import { get, type IncomingMessage } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from './testing.ts';

// Whole servers under heavy use, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const node = (name: string, type: string, typeVersion: number, parameters: object) => ({
  name,
  type,
  typeVersion,
  position: [0, 0],
  parameters,
});
const wire = (to: string) => ({ main: [[{ node: to, type: 'main', index: 0 }]] });
const webhook = (path: string, responseMode: string) =>
  node('Webhook', 'core.webhook', 2, { path, httpMethod: 'POST', responseMode });
const set = (name: string, field: string, type: string, value: string) =>
  node(name, 'core.set', 3.4, { assignments: { assignments: [{ id: field, name: field, type, value }] } });

/** Ten thousand items of ten thousand characters. */
const hundredMegabytes = {
  name: 'Large',
  active: true,
  nodes: [
    webhook('large', 'onReceived'),
    set('List', 'list', 'array', '={{ numberList(1, 10000) }}'),
    node('Split', 'core.splitOut', 1, { fieldToSplitOut: 'list' }),
    set('Grow', 'text', 'string', "={{ 'x'.repeat(10000) }}"),
  ],
  connections: { Webhook: wire('List'), List: wire('Split'), Split: wire('Grow') },
};
const answers = {
  name: 'Answers',
  active: true,
  nodes: [webhook('answer', 'lastNode'), set('Answer', 'text', 'string', 'here')],
  connections: { Webhook: wire('Answer') },
};

const call = async <T>(url: string, body?: object): Promise<T> => {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  expect(response.status, url).toBe(200);
  return (await response.json()) as T;
};

interface Page {
  data: { total: number; items: { json: { text: string } }[] };
}

test('a run of a hundred megabytes is kept and read by pages while others are answered', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop(), 60_000);
  const rest = `${server.url}/rest`;
  await call(`${rest}/workflows`, hundredMegabytes);
  await call(`${rest}/workflows`, answers);

  await call(`${server.url}/webhook/large`, {});
  for (let count = 0; count < 50; count++)
    expect(await call(`${server.url}/webhook/answer`, {})).toMatchObject({ text: 'here' });

  await vi.waitUntil(async () => (await call<{ data: unknown[] }>(`${rest}/executions-current`)).data.length === 0, {
    timeout: 90_000,
    interval: 200,
  });
  const { data: list } = await call<{ data: { results: { id: string; workflowName: string; status: string }[] } }>(
    `${rest}/executions?limit=100`,
  );
  const large = list.results.find(({ workflowName }) => workflowName === 'Large');
  expect(large).toMatchObject({ status: 'success' });

  const { data: last } = await call<Page>(
    `${rest}/executions/${large?.id}/nodes/3/items?connection=main&output=0&offset=9990&limit=100`,
  );
  expect(last.total).toBe(10_000);
  expect(last.items).toHaveLength(10);
  expect(last.items[9]?.json.text).toHaveLength(10_000);
});

test('of a thousand editors of one user a hundred are served, each with what is meant for it, and the rest are told', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop(), 60_000);
  const heard = new Map<number, string>();
  const streams: IncomingMessage[] = [];
  let refused = 0;
  const open = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const request = get(`${server.url}/rest/push?sessionId=editor${index}`, { agent: false }, (response) => {
        if (response.statusCode === 429) refused++;
        streams.push(response);
        response.setEncoding('utf8').on('data', (text: string) => {
          heard.set(index, (heard.get(index) ?? '') + text);
          resolve();
        });
        response.on('error', () => {});
      });
      request.on('error', reject);
    });
  for (let from = 0; from < 1000; from += 100)
    await Promise.all(Array.from({ length: 100 }, (_, index) => open(from + index)));
  onTestFinished(() => {
    for (const stream of streams) stream.destroy();
  });

  const manual = {
    name: 'By hand',
    nodes: [node('Begin', 'core.manualTrigger', 1, {})],
    connections: {},
    active: false,
  };
  const run = await fetch(`${server.url}/rest/workflows/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', sessionid: 'editor50' },
    body: JSON.stringify({ workflowData: manual, startNodes: [] }),
  });
  expect(run.status).toBe(200);
  await vi.waitUntil(() => heard.get(50)?.includes('executionFinished'), { timeout: 30_000 });
  expect(refused).toBe(900);
  expect([...heard].filter(([, text]) => text.includes('nodeExecuteAfter')).map(([index]) => index)).toEqual([50]);
});
