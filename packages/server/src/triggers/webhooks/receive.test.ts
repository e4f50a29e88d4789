import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTestSqlite } from '../../db/testing.ts';
import { toHttpFailure } from '../../platform/errors.ts';
import { silentLog } from '../../platform/log.ts';
import { signatureOf } from '../service.testing.ts';
import { createStartedFiles } from '../started-files.ts';
import { setUpTriggers, triggerNode } from '../trigger-setup.testing.ts';
import { createBodyParser } from './parsing/body-parser.ts';
import { registerWebhooks } from './serve.ts';

vi.setConfig({ testTimeout: 30_000 });

/** An active workflow whose node judges the calls of its webhook, over HTTP. */
const setUp = async (parameters = {}, receiveTimeout = 5000) => {
  const setup = await setUpTriggers(await openTestSqlite(), { receiveTimeout });
  const { triggers, dispatcher, binary, service, db } = setup;
  const id = await setup.add([triggerNode('hooked', { url: service.url, ...parameters })]);
  const parser = createBodyParser({ log: silentLog });
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    const { status, headers, body } = toHttpFailure(error, false);
    return reply.code(status).headers(headers).send(body);
  });
  app.register(async (scope) =>
    registerWebhooks(scope, {
      endpoints: [{ name: 'webhook', source: triggers.webhooks }],
      address: () => 'https://hooks.example/',
      openFiles: createStartedFiles({ reserve: dispatcher.reserve, binary, log: silentLog }),
      binary,
      parser,
      authorize: async () => undefined,
      abandon: dispatcher.abandon,
      log: silentLog,
    }),
  );
  await app.ready();
  onTestFinished(async () => {
    await app.close();
    parser.close();
  });
  const call = (body: object, headers: Record<string, string> = { 'x-signature': signatureOf(JSON.stringify(body)) }) =>
    app.inject({
      method: 'POST',
      url: '/webhook/hooked',
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const executions = () =>
    db.selectFrom('executions').select(['id', 'mode', 'trigger_type', 'status']).orderBy('id').execute();
  return { ...setup, id, call, executions };
};

describe('a call that a node accepts', () => {
  it('starts an execution with what the node has made of it, before it is answered', async () => {
    const { call, executions, outputs, filesOf } = await setUp();
    const answer = await call({ a: 1 });
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Workflow was started' }]);
    expect(await executions()).toMatchObject([
      { id: Number(answer.headers['x-execution-id']), mode: 'webhook', trigger_type: 'test.hooked' },
    ]);
    expect(await outputs()).toEqual([[{ a: 1, hookId: '1', sender: '127.0.0.1' }]]);
    expect(await filesOf()).toEqual([answer.headers['x-execution-id']]);
  });

  it('is answered as the node says', async () => {
    const answer = await (await setUp()).call({ answered: true });
    expect([answer.statusCode, answer.payload, answer.headers['x-own']]).toEqual([202, 'taken', 'yes']);
    expect(answer.headers['content-security-policy']).toContain('sandbox');
  });

  it('is answered with the items of the last node where the webhook says so', async () => {
    const answer = await (await setUp({ mode: 'lastNode' })).call({ a: 2 });
    expect(answer.json()).toMatchObject({ a: 2, hookId: '1' });
  });
});

it('neither a large call nor what the node makes of it is read by the process that serves', async () => {
  const { call, executions, outputs } = await setUp();
  const read: number[] = [];
  const { parse } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    read.push(text.length);
    return parse(text, reviver);
  });
  const text = 'x'.repeat(5_000_000);
  expect((await call({ text })).statusCode).toBe(200);
  await expect.poll(executions, { timeout: 20_000 }).toMatchObject([{ status: 'success' }]);
  vi.restoreAllMocks();
  expect(Math.max(...read)).toBeLessThan(100_000);
  expect(await outputs()).toMatchObject([[{ text }]]);
});

describe('a call that a node does not accept starts nothing, and leaves no files', () => {
  const nothing = async ({ executions, filesOf }: Awaited<ReturnType<typeof setUp>>) => {
    expect(await executions()).toEqual([]);
    expect(await filesOf()).toEqual([]);
  };

  it('where its signature is wrong', async () => {
    const setup = await setUp();
    const answer = await setup.call({ a: 1 }, { 'x-signature': 'wrong' });
    expect([answer.statusCode, answer.payload]).toEqual([401, 'The signature is wrong']);
    expect(answer.headers).not.toHaveProperty('x-execution-id');
    await nothing(setup);
  });

  it('where it is a challenge, or an event that nobody asked for', async () => {
    const setup = await setUp();
    const challenge = await setup.call({ ping: true }, {});
    expect([challenge.statusCode, challenge.json()]).toEqual([200, { pong: true }]);
    const ignored = await setup.call({ ignored: true });
    expect([ignored.statusCode, ignored.payload]).toEqual([200, '']);
    await nothing(setup);
  });

  it('where the node fails, and says nothing of why', async () => {
    const setup = await setUp();
    const answer = await setup.call({ fail: true });
    expect(answer.statusCode).toBe(500);
    expect(answer.payload).not.toContain('details');
    await nothing(setup);
  });

  it('where the node does not say in time', async () => {
    const setup = await setUp({ slow: true }, 200);
    const answer = await setup.call({ a: 1 });
    expect([answer.statusCode, answer.payload]).toEqual([504, expect.stringContaining('Nothing was started')]);
    expect(answer.headers['content-type']).toContain('text/plain');
    await nothing(setup);
  });
});

it('a node whose static data changes is judged by what is stored', async () => {
  const { call, outputs, db, id } = await setUp();
  const staticData = JSON.stringify({ 'node:Trigger': { hookId: 'changed' } });
  await db.updateTable('workflows').set({ static_data: staticData }).where('id', '=', Number(id)).execute();
  await call({ a: 1 });
  expect(await outputs()).toMatchObject([[{ hookId: 'changed' }]]);
});
