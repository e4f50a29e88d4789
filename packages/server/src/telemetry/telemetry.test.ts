import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { startTestServer } from '../testing.ts';

// Whole servers start here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Batch {
  instanceId: string;
  version: string;
  sentAt: string;
  events: { name: string; at: string; user: string | null; properties: Record<string, unknown> }[];
}

/** A collector, as an operator would have one. */
const startCollector = async () => {
  const batches: Batch[] = [];
  const collector = { batches, status: 200, asked: 0, url: '' };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    collector.asked += 1;
    if (collector.status === 200) batches.push(JSON.parse(body) as Batch);
    response.writeHead(collector.status).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  const address = server.address();
  collector.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/collect?key=canary`;
  return collector;
};

const at = '2026-01-15T12:00:00.000Z';
const opened = { name: 'pageViewed', at, properties: { view: 'NodeViewNew' } };

const send = (url: string, events: object[]) =>
  fetch(`${url}/rest/telemetry-events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });

test('what a browser tells is passed on in batches, with nobody’s name, and no later than when the server stops', async () => {
  const collector = await startCollector();
  const server = await startTestServer({ telemetryUrl: collector.url });
  onTestFinished(() => server.stop(), 60_000);
  const settings = await (await fetch(`${server.url}/rest/settings`)).text();
  expect(settings).not.toContain('canary');
  const { telemetry, instanceId } = JSON.parse(settings).data;
  expect(telemetry).toEqual({ enabled: true, config: { key: '', url: '/rest/telemetry-events' } });
  const session = { sessionId: 'nodes_panel_session_1768478400000' };
  const added = { name: 'nodeAdded', at, properties: { ...session, nodeType: 'core.set' } };
  expect((await send(server.url, [opened, added])).status).toBe(200);
  // A hundred go at once.
  await send(
    server.url,
    Array.from({ length: 100 }, () => opened),
  );
  await vi.waitFor(() => expect(collector.batches.length).toBeGreaterThan(0), 20_000);
  await server.restart();
  const events = collector.batches.flatMap((batch) => batch.events);
  expect(events.filter(({ name }) => name === 'instanceStarted')[0]).toMatchObject({
    user: null,
    properties: { database: 'sqlite' },
  });
  expect(events.filter(({ name }) => name === 'nodeAdded')).toEqual([
    { ...added, user: expect.stringMatching(/^[0-9a-f]{16}$/) },
  ]);
  expect(events.filter(({ name }) => name === 'pageViewed')).toHaveLength(101);
  expect(collector.batches[0]).toMatchObject({ instanceId, version: '0.1.0', sentAt: expect.any(String) });
});

test('events that a collector does not take are kept for it, and hold nothing up', async () => {
  const collector = await startCollector();
  collector.status = 503;
  const server = await startTestServer({ telemetryUrl: collector.url });
  onTestFinished(() => server.stop(), 60_000);
  await send(
    server.url,
    Array.from({ length: 100 }, () => opened),
  );
  await vi.waitFor(() => expect(collector.asked).toBe(1), 20_000);
  expect((await send(server.url, [opened])).status).toBe(200);
  expect(collector.batches).toEqual([]);
});

test.each([
  [{ ...opened, properties: { view: 'A', path: '/workflow/1' } }],
  [{ ...opened, properties: {} }],
  [{ ...opened, name: 'instanceStarted', properties: { database: 'sqlite' } }],
  [{ ...opened, name: 'workflowSaved' }],
  [{ name: 'nodeAdded', at, properties: { sessionId: 'x', nodeType: 'core.set' } }],
])('nothing but what is listed is taken: %j', async (event) => {
  const { app } = await createTestApp();
  const answer = await app.inject({ method: 'POST', url: '/rest/telemetry-events', payload: { events: [event] } });
  expect(answer.statusCode).toBe(400);
});

test('an instance with no collector collects nothing', async () => {
  const { app } = await createTestApp();
  const answer = await app.inject({ method: 'POST', url: '/rest/telemetry-events', payload: { events: [opened] } });
  expect(answer.statusCode).toBe(404);
});
