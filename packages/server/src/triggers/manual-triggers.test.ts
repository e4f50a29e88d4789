import type { PushMessage, WorkflowNode } from '@millrace/contract';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openTestSqlite } from '../db/testing.ts';
import { JsonText } from '../platform/json-text.ts';
import { silentLog } from '../platform/log.ts';
import { createLocalBus } from '../processes/bus.ts';
import type { UserTab } from '../push/push.ts';
import { createTestListening } from './listening/test-listening.ts';
import { createManualRuns } from './manual-runs.ts';
import { signatureOf } from './service.testing.ts';
import { createStartedFiles } from './started-files.ts';
import { setUpTriggers, triggerNode } from './trigger-setup.testing.ts';
import { createTestWebhooks } from './webhooks/test-webhooks.ts';

vi.setConfig({ testTimeout: 30_000 });

const sessionId = 'tab';

/** Runs by hand of triggers that have a say, in the process that an editor asks. */
const setUp = async () => {
  const setup = await setUpTriggers(await openTestSqlite());
  const { db, clock, dispatcher, versions, calls, triggers, user, binary } = setup;
  const sent: PushMessage[] = [];
  const push = { send: (_tab: UserTab, message: PushMessage) => void sent.push(message) };
  const base = { db, clock, dispatcher, versions, calls, push, log: silentLog };
  const testWebhooks = createTestWebhooks({ ...base, ...triggers.shared });
  const bus = createLocalBus('process', () => {});
  const testListening = createTestListening({ ...base, ...triggers.shared, bus });
  onTestFinished(async () => {
    testWebhooks.close();
    await testListening.close();
  });
  const files = createStartedFiles({ reserve: dispatcher.reserve, binary, log: silentLog });
  const { nodeTypes } = setup;
  const manualRuns = createManualRuns({ ...base, nodeTypes, timezone: 'UTC', testWebhooks, testListening, files });
  const run = (trigger: WorkflowNode) =>
    manualRuns.run({ workflowData: { name: 'W', nodes: [trigger], connections: {} } }, { user, sessionId });
  const types = () => sent.map(({ type }) => type).filter((type) => type.startsWith('test'));
  const call = async (body: object) => {
    const text = JSON.stringify(body);
    const found = await testWebhooks.source.find('POST', 'hooked');
    const opened = createStartedFiles({ reserve: dispatcher.reserve, binary, log: silentLog })();
    const headers = { 'x-signature': signatureOf(text) };
    const request = new JsonText(JSON.stringify({ method: 'POST', url: '', headers, params: {}, query: {}, body }));
    return found?.entry.receive?.(
      { request, webhook: 'default', rawBody: Buffer.from(text), remoteAddress: '::1' },
      opened,
    );
  };
  return { ...setup, run, manualRuns, testWebhooks, sent, types, call };
};

it('one that polls shows what there is, and keeps no place', async () => {
  const { run, service, outputs, db } = await setUp();
  const feed = triggerNode('feed', { url: service.url });
  await expect(run(feed)).rejects.toMatchObject({ error: 'noTriggerData', message: '"Trigger": No data found.' });
  service.entries.push({ id: 1 });
  expect(await run(feed)).toEqual({ executionId: '1' });
  expect(await run(feed)).toEqual({ executionId: '2' });
  expect(await outputs()).toEqual([[{ id: 1 }], [{ id: 1 }]]);
  expect(await db.selectFrom('executions').select('mode').execute()).toEqual([{ mode: 'manual' }, { mode: 'manual' }]);
  service.broken.set('GET /feed', { status: 500, text: 'The feed is closed' });
  await expect(run(feed)).rejects.toThrow('"Trigger": The feed is closed');
});

it('one that listens does so until the first event', async () => {
  const { run, service, outputs, types } = await setUp();
  const queue = triggerNode('queue', { port: service.queuePort });
  expect(await run(queue)).toEqual({ waitingForWebhook: true });
  expect(service.sockets.size).toBe(1);
  service.publish('a');
  await vi.waitFor(() => expect(service.sockets.size).toBe(0), 20_000);
  expect(await outputs()).toEqual([[{ id: 'a' }]]);
  expect(types()).toEqual(['testWebhookReceived']);
});

it('one that listens is told when it cannot, and ends when nobody waits any more', async () => {
  const { user, run, service, sent, manualRuns } = await setUp();
  await expect(run(triggerNode('queue', { port: 1 }))).rejects.toThrow(/"Trigger": The queue cannot be reached/);
  await run(triggerNode('queue', { port: service.queuePort }));
  await manualRuns.cancelTest(sessionId, { user, sessionId });
  await vi.waitFor(() => expect(service.sockets.size).toBe(0), 20_000);
  const ended = { type: 'testWebhookDeleted', data: { workflowId: sessionId } };
  await vi.waitFor(() => expect(sent.at(-1)).toEqual(ended), 20_000);
  await run(triggerNode('queue', { port: service.queuePort }));
  await vi.waitFor(() => expect(service.sockets.size).toBe(1), 20_000);
  for (const socket of service.sockets) socket.destroy();
  const message = 'The connection has ended before an event came';
  await vi.waitFor(() => expect(sent.at(-1)?.data).toEqual({ workflowId: sessionId, message }), 20_000);
});

it('one that registers does so for the time of the test, and takes the first call that its node accepts', async () => {
  const { run, service, call, outputs, types } = await setUp();
  const hooked = triggerNode('hooked', { url: service.url });
  expect(await run(hooked)).toEqual({ waitingForWebhook: true });
  expect([...service.hooks.values()]).toMatchObject([{ url: 'http://millrace.test/webhook-test/hooked' }]);
  expect(await call({ ping: true })).toMatchObject({ response: { status: 200 } });
  expect(await outputs()).toEqual([]);
  expect(await call({ a: 1 })).toMatchObject({ run: { executionId: expect.any(Number) } });
  expect(await outputs()).toMatchObject([[{ a: 1, hookId: '1' }]]);
  expect(types()).toEqual(['testWebhookReceived']);
  await vi.waitFor(() => expect(service.hooks.size).toBe(0), 20_000);
  expect(await call({ a: 1 })).toBeUndefined();
});

it('one that cannot be registered says why, and waits for nothing', async () => {
  const { run, service, call, registrations } = await setUp();
  service.broken.set('POST /hooks', { status: 422, text: 'This plan has no webhooks' });
  await expect(run(triggerNode('hooked', { url: service.url }))).rejects.toThrow(
    '"Trigger": This plan has no webhooks',
  );
  expect(await call({ a: 1 })).toBeUndefined();
  expect(await registrations()).toEqual([]);
});

it('what was registered for a test is taken back when nobody waits any more', async () => {
  const { user, run, service, manualRuns } = await setUp();
  await run(triggerNode('hooked', { url: service.url }));
  expect(service.hooks.size).toBe(1);
  await manualRuns.cancelTest(sessionId, { user, sessionId });
  await vi.waitFor(() => expect(service.hooks.size).toBe(0), 20_000);
});
