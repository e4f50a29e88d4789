import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../../app.testing.ts';
import type { Config } from '../../config.ts';
import type { NodeParameters } from './service.ts';

const asked = {
  nodeTypeAndVersion: { name: 'test.methods', version: 1 },
  path: 'parameters.text',
  currentNodeParameters: { text: '={{ "un" + "saved" }}' },
};
const given = (value: string | number) => ({ name: `Choice ${value}`, value });

const setUp = async (config: Partial<Config> = {}) => {
  const { app, services } = await createTestApp({ config });
  const send = async (options: InjectOptions) => {
    const response = await app.inject(options);
    return { status: response.statusCode, ...(response.json() as Record<string, unknown>) };
  };
  const post = (path: string, payload: object) => send({ method: 'POST', url: `/rest/${path}`, payload });
  const get = (query: Record<string, unknown>) => {
    const texts = Object.entries(query).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return send({ method: 'GET', url: `/rest/node-parameter-options?${new URLSearchParams(texts)}` });
  };
  return { post, get, services };
};

describe('choices of a parameter', () => {
  test('come for parameters that are not saved, by GET and by POST', async () => {
    const { get, post } = await setUp();
    const credentials = { someApi: { id: '1', name: 'Mine' } };
    const answer = { status: 200, data: [given('unsaved'), given(2)] };
    expect(await get({ ...asked, methodName: 'plain', credentials })).toEqual(answer);
    expect(await post('node-parameter-options', { ...asked, methodName: 'plain', credentials })).toEqual(answer);
  });

  test('come from a request that is described as data', async () => {
    const { get } = await setUp();
    const routing = {
      request: { method: 'GET', url: 'http://service/boards' },
      output: {
        postReceive: [
          { type: 'rootProperty', properties: { property: 'boards' } },
          { type: 'setKeyValue', properties: { name: '={{ $responseItem.title }}', value: '={{ $responseItem.id }}' } },
        ],
      },
    };
    expect(await get({ ...asked, loadOptions: { routing } })).toEqual({
      status: 200,
      data: [{ name: 'First', value: '1' }],
    });
  });

  test('may read the workflow that they are for, which whoever asks may see', async () => {
    const { post, services } = await setUp();
    const nodes = [{ name: 'Node', type: 'test.methods', position: [0, 0] as [number, number] }];
    const { id } = await services.workflows.create(
      { user: services.accounts.users.defaultUser },
      {
        name: 'Boards',
        nodes,
        connections: {},
      },
    );
    const body = { ...asked, methodName: 'plain', currentNodeParameters: { text: '={{ $workflow.name }}' } };
    expect(await post('node-parameter-options', { ...body, workflowId: id })).toMatchObject({
      data: [given('Boards'), {}],
    });
    expect(await post('node-parameter-options', { ...body, workflowId: '999' })).toMatchObject({
      status: 404,
      error: 'workflowNotFound',
    });
  });

  test('that the node refuses come with its words, and those that are not there with a code', async () => {
    const { get } = await setUp();
    expect(await get({ ...asked, methodName: 'refused' })).toEqual({
      status: 400,
      code: 5002,
      error: 'nodeCallFailed',
      message: 'The service refused',
      hint: 'Look at its settings',
    });
    for (const methodName of ['gone', '__proto__', 'constructor'])
      expect(await get({ ...asked, methodName })).toMatchObject({ status: 404, error: 'nodeMethodNotFound' });
    for (const name of ['test.gone', '__proto__', 'constructor'])
      expect(await get({ ...asked, nodeTypeAndVersion: { name, version: 1 }, methodName: 'plain' })).toMatchObject({
        status: 404,
        error: 'nodeTypeNotFound',
      });
  });

  test.each([
    ['nothing that says how', {}],
    [
      'credentials with more than their names',
      { methodName: 'plain', credentials: { a: { id: '1', name: 'A', data: { key: 'x' } } } },
    ],
    ['a query that is no JSON', { methodName: 'plain', currentNodeParameters: '{' }],
    ['parameters that are no object', { methodName: 'plain', currentNodeParameters: [1] }],
    ['an endless path', { methodName: 'plain', path: 'a'.repeat(1001) }],
    ['what there is none of', { methodName: 'plain', more: '1' }],
  ])('are not loaded for %s', async (_, more) => {
    const { get } = await setUp();
    expect(await get({ ...asked, ...more })).toMatchObject({ status: 400, error: 'badRequest' });
  });
});

test('searches, columns and buttons are asked by POST', async () => {
  const { post } = await setUp();
  expect(await post('node-parameter-search', { ...asked, methodName: 'page', filter: 'f' })).toEqual({
    status: 200,
    data: { results: [given('f/undefined')], nextPage: '2' },
  });
  expect(await post('node-parameter-search', { ...asked, methodName: 'page', page: '2' })).toMatchObject({
    data: { results: [given('undefined/2')] },
  });
  expect(await post('node-parameter-mapping', { ...asked, methodName: 'columns' })).toMatchObject({
    data: { fields: [{ id: 'a', displayName: 'A', type: 'string', required: true }] },
  });
  expect(await post('node-parameter-action', { ...asked, methodName: 'echo', payload: { a: [1] } })).toMatchObject({
    data: { echoed: { a: [1] } },
  });
  expect(await post('node-parameter-action', { ...asked, methodName: 'echo', payload: [] })).toMatchObject({
    status: 400,
  });
});

test('the addresses of a node are those of its parameters as they are', async () => {
  const { post } = await setUp();
  const node = { name: 'Hook', type: 'test.methods', typeVersion: 1, position: [0, 0], parameters: { text: 'orders' } };
  expect(await post('node-webhooks', { node })).toEqual({
    status: 200,
    data: [
      {
        name: 'default',
        method: 'POST',
        path: 'orders',
        url: 'http://hooks/webhook/orders',
        testUrl: 'http://hooks/webhook-test/orders',
        responseMode: 'onReceived',
      },
    ],
  });
  expect(await post('node-webhooks', { node: { ...node, type: 'test.plain' } })).toEqual({ status: 200, data: [] });
  const wrong = { ...node, parameters: { text: '={{ $("Gone").item.json.path }}' } };
  expect(await post('node-webhooks', { node: wrong })).toMatchObject({ status: 400, error: 'badRequest' });
  const misplaced = { ...node, parameters: { text: 'a b' } };
  expect(await post('node-webhooks', { node: misplaced })).toMatchObject({
    status: 400,
    issues: [{ path: 'parameters.text', message: 'A path has no spaces' }],
  });
});

test('the times of a schedule are the next ones in the zone of its workflow, or that of the instance', async () => {
  const { post } = await setUp();
  const node = { name: 'Times', type: 'test.methods', typeVersion: 1, position: [0, 0], parameters: {} };
  const at = (iso: string) => Date.parse(iso);
  expect(await post('node-schedule', { node })).toEqual({
    status: 200,
    data: {
      timezone: 'Europe/Berlin',
      next: [at('2026-01-15T13:00Z'), at('2026-01-15T14:00Z'), at('2026-01-15T15:00Z')],
      problems: [],
    },
  });
  // Half an hour beside the others.
  expect(await post('node-schedule', { node, timezone: 'Asia/Kolkata' })).toMatchObject({
    data: {
      timezone: 'Asia/Kolkata',
      next: [at('2026-01-15T12:30Z'), at('2026-01-15T13:30Z'), at('2026-01-15T14:30Z')],
    },
  });
  expect(await post('node-schedule', { node, timezone: 'Atlantis' })).toMatchObject({
    data: { next: [], problems: [{ cron: '0 * * * *', message: '"Atlantis" is not the name of a time zone' }] },
  });
});

test('a showcase asks nodes nothing', async () => {
  const { get, post } = await setUp({ demoMode: false, paymentUrl: 'https://pay.example' });
  const refused = { status: 402, error: 'notOffered', hint: 'https://pay.example' };
  const node = { name: 'Hook', type: 'test.methods', typeVersion: 1, position: [0, 0], parameters: {} };
  expect(await get({ ...asked, methodName: 'plain' })).toMatchObject(refused);
  expect(await post('node-parameter-options', { ...asked, methodName: 'plain' })).toMatchObject(refused);
  expect(await post('node-parameter-search', { ...asked, methodName: 'page' })).toMatchObject(refused);
  expect(await post('node-parameter-mapping', { ...asked, methodName: 'columns' })).toMatchObject(refused);
  expect(await post('node-parameter-action', { ...asked, methodName: 'echo' })).toMatchObject(refused);
  expect(await post('node-webhooks', { node })).toMatchObject(refused);
  expect(await post('node-schedule', { node })).toMatchObject(refused);
});

test('a call is not waited for when whoever asked has hung up', async () => {
  const asking = Promise.withResolvers<AbortSignal>();
  const mapping = (_user: unknown, _asked: unknown, signal: AbortSignal) => {
    asking.resolve(signal);
    return new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const { app } = await createTestApp({ services: { nodeParameters: { mapping } as unknown as NodeParameters } });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const hangUp = new AbortController();
  const answer = fetch(`${url}/rest/node-parameter-mapping`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked, methodName: 'columns' }),
    signal: hangUp.signal,
  });
  answer.catch(() => {});
  const signal = await asking.promise;
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
  expect(signal.aborted).toBe(false);
  hangUp.abort();
  await aborted;
});
