import { EventEmitter, once } from 'node:events';
import type { HostRequest, NodeDefinition } from '@millrace/engine/node-api';
import { createFakeHost, type FakeResponse, runNode } from '@millrace/engine/testing';
import { describe, expect, test } from 'vitest';
import { callOf, nodeForTest } from '../service/setup.testing.ts';
import { openPackage } from './open-package.ts';
import {
  basics,
  credential,
  declarative,
  listening,
  polling,
  programmatic,
  versioned,
  webhook,
  writePackage,
} from './packages.testing.ts';

/** All nodes of a package. */
const loadAll = (folder: string): NodeDefinition[] => {
  const { nodeFiles, loadNodes } = openPackage(folder);
  return nodeFiles.flatMap(loadNodes);
};
/** The definitions of a package of one file. */
const load = (code: string, file = 'Thing'): NodeDefinition[] =>
  loadAll(writePackage({ [`dist/${file}.node.js`]: code, 'dist/ThingApi.credentials.js': credential }));
const loadOne = (code: string, file?: string): NodeDefinition => load(code, file)[0]!;

const sent = (requests: readonly HostRequest[]) =>
  requests.map(({ method, url, credential: use }) => `${method} ${url}${use ? ` as ${use.type}` : ''}`);

const credentials = { thingApi: { id: '1', name: 'A' } };

describe('a node with code', () => {
  const run = (parameters: object, http: (request: HostRequest) => FakeResponse, more = {}) =>
    runNode(loadOne(programmatic), { parameters: parameters as never, host: { http }, credentials, ...more });

  test('is described as it describes itself, and known to act by other means', () => {
    const definition = loadOne(programmatic);
    expect(definition).toMatchObject({
      name: 'n8n-nodes-thing.thing',
      displayName: 'Thing',
      versions: [1],
      defaultVersion: 1,
      group: ['transform'],
      credentials: [{ name: 'thingApi', required: true }],
      usableAsTool: true,
      ownEffects: true,
      readsSecrets: true,
    });
    expect(definition.parameters.map(({ name }) => name)).toEqual(['operation', 'id', 'options']);
  });

  test('reads parameters by dotted names, makes signed requests, links its items', async () => {
    const { json, items, host, error } = await run(
      { id: '={{ $json.n }}', options: { limit: 3 } },
      () => ({ body: [{ a: 1 }, { a: 2 }] }),
      { items: [{ n: 7 }] },
    );
    expect(error).toBeUndefined();
    expect(json).toEqual([{ a: 1 }, { a: 2 }]);
    expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
    expect(sent(host.requests)).toEqual(['GET https://thing.example/things/7?limit=3 as thingApi']);
  });

  test('sends and gives files', async () => {
    const host = createFakeHost({ http: () => ({ body: { stored: true } }) });
    const data = await host.store('PIXELS', { mimeType: 'image/png' });
    const { items } = await runNode(loadOne(programmatic), {
      parameters: { operation: 'upload' },
      items: [{ json: {}, binary: { data } }],
      host,
      credentials,
    });
    expect(host.requests[0]).toMatchObject({ method: 'PUT', headers: { 'content-type': 'image/png' } });
    expect(new TextDecoder().decode(host.requests[0]!.body as Uint8Array)).toBe('PIXELS');
    expect(items[0]).toMatchObject({ json: { stored: true }, binary: { data: { fileName: 'back.txt' } } });
  });

  test('its errors, and those of services, are failures of the node', async () => {
    const own = await run({ operation: 'fail' }, () => ({}));
    expect(own.error).toMatchObject({ message: 'No such thing', description: 'Look elsewhere', itemIndex: 0 });
    const refused = () => ({ status: 404, body: { message: 'Gone' } });
    expect((await run({ operation: 'broken' }, refused)).error).toMatchObject({ message: 'Gone', httpCode: '404' });
    const goesOn = await run({ operation: 'broken' }, refused, { onError: 'continueRegularOutput' });
    expect(goesOn.json).toEqual([{ error: 'Gone' }]);
  });
});

test('a type of several versions: each runs the class of its version, with its own methods', async () => {
  const definitions = load(versioned, 'Many');
  expect(definitions.map(({ name, versions, defaultVersion }) => [name, versions, defaultVersion])).toEqual([
    ['n8n-nodes-thing.many', [1, 1.1], undefined],
    ['n8n-nodes-thing.many', [2], 2],
  ]);
  expect((await runNode(definitions[0]!, { typeVersion: 1.1 })).json).toEqual([{ version: 1.1 }]);
  expect((await runNode(definitions[1]!, { typeVersion: 2 })).json).toEqual([{ new: true, helper: 'own method' }]);
});

test('a node without code: its parameters make the requests, page by page', async () => {
  const definition = loadOne(declarative, 'Contacts');
  const pages: Record<string, unknown[]> = { '0': [{ n: 1 }, { n: 2 }], '2': [{ n: 3 }] };
  const listed = await runNode(definition, {
    credentials,
    host: {
      http: ({ url }) => ({ body: { data: pages[new URL(url).searchParams.get('offset') ?? '0'] ?? [] } }),
      credentials: { thingApi: {} },
    },
  });
  expect(listed.error).toBeUndefined();
  expect(listed.json).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  const created = await runNode(definition, {
    parameters: { operation: 'create', name: 'Ada' },
    credentials,
    host: { http: () => ({ body: { id: 1 } }), credentials: { thingApi: {} } },
  });
  expect(sent(created.host.requests)).toEqual(['POST https://crm.example/contacts as thingApi']);
  expect(JSON.parse(String(created.host.requests[0]!.body))).toEqual({ name: 'Ada', from: 'Node' });
});

test('a poll keeps its place; by hand it does not', async () => {
  const host = createFakeHost({ http: ({ url }) => ({ body: url.endsWith('after=0') ? [{ id: 1 }, { id: 2 }] : [] }) });
  const definition = loadOne(polling, 'News');
  expect(definition.parameters.map(({ name }) => name)).toEqual(['pollTimes', 'feed']);
  const node = nodeForTest(definition, { parameters: { feed: 'b' }, host, credential: 'none' });
  expect(await node.poll()).toEqual([[{ json: { id: 1 } }, { json: { id: 2 } }]]);
  expect(await node.poll()).toBeNull();
  expect(sent(host.requests)).toEqual(['GET https://news.example/b?after=0', 'GET https://news.example/b?after=2']);
  const byHand = nodeForTest(definition, { parameters: {}, host, credential: 'none', isTest: true });
  await byHand.poll();
  expect(byHand.kept()).toEqual({});
});

test('a trigger emits until it is to end, and is closed', async () => {
  const bell = new EventEmitter();
  (globalThis as { bellOfTheTest?: EventEmitter }).bellOfTheTest = bell;
  const definition = loadOne(listening, 'Bell');
  const abort = new AbortController();
  const emitted: unknown[] = [];
  const connected = Promise.withResolvers<void>();
  const host = createFakeHost();
  const context = {
    ...host,
    node: { name: 'Bell', type: definition.name, typeVersion: 1 },
    workflow: { id: '1', name: 'W', active: true, settings: {} },
    signal: abort.signal,
    isTest: false,
    emit: async (output: unknown) => emitted.push(output),
    connected: connected.resolve,
    log: () => {},
  };
  const listening_ = definition.listen!(context as never);
  await connected.promise;
  bell.emit('ring', 'one');
  bell.emit('ring', 'two');
  const closed = once(bell, 'closed');
  abort.abort();
  await closed;
  await listening_;
  bell.emit('ring', 'three');
  expect(emitted).toEqual([[[{ json: { name: 'one' } }]], [[{ json: { name: 'two' } }]]]);
});

describe('a webhook', () => {
  const hooks: { id: number; url: string }[] = [];
  const host = createFakeHost({
    http({ method, url, body }) {
      if (url.endsWith('/events')) return { body: ['made', 'gone'] };
      if (method === 'POST') hooks.push({ id: hooks.length + 1, ...JSON.parse(String(body)) });
      if (method === 'DELETE') hooks.length = 0;
      return { body: method === 'POST' ? hooks.at(-1) : hooks };
    },
  });
  const node = () =>
    nodeForTest(loadOne(webhook, 'Hook'), {
      parameters: {},
      host,
      credential: 'none',
      url: 'https://m.example/webhook/hook/webhook',
    });

  test('is told to its service, found again and taken back', async () => {
    const own = node();
    expect(await own.exists()).toBe(false);
    await own.register();
    expect(hooks).toEqual([{ id: 1, url: 'https://m.example/webhook/hook/webhook', event: 'made' }]);
    expect(await own.exists()).toBe(true);
    await own.unregister();
    expect([hooks, own.kept()]).toEqual([[], {}]);
  });

  test('answers a challenge, refuses, and gives items', async () => {
    const own = node();
    expect(await own.receive(callOf({ challenge: 'abc' }))).toMatchObject({
      kind: 'answer',
      response: { status: 200, body: { kind: 'text', text: 'abc' } },
    });
    expect(await own.receive(callOf({ a: 1 }))).toMatchObject({ kind: 'answer', response: { status: 401 } });
    expect(await own.receive(callOf({ a: 1 }, { 'x-secret': 'yes' }))).toEqual({
      kind: 'accept',
      output: [[{ json: { a: 1 } }]],
    });
  });

  test('offers choices, lists and columns', async () => {
    const own = node();
    expect(await own.options('events')).toEqual([
      { name: 'made', value: 'made' },
      { name: 'gone', value: 'gone' },
    ]);
    expect(await own.search('find', { filter: 'a' })).toEqual({ results: [{ name: 'a', value: 1 }], nextPage: '2' });
    expect(await own.mapping('columns')).toMatchObject({ fields: [{ id: 'a', type: 'string' }] });
  });
});

test('a credential type is data where it can be: how it signs, its test, and its sign-in', async () => {
  const folder = writePackage({ 'dist/Thing.node.js': programmatic, 'dist/ThingApi.credentials.js': credential });
  const { credentialFiles, loadCredential } = openPackage(folder);
  const [type] = credentialFiles.map(loadCredential);
  expect(type).toMatchObject({
    name: 'thingApi',
    authenticate: {
      type: 'fields',
      headers: { Authorization: '=Bearer {{$credentials.sessionToken}}' },
      query: { v: '2' },
    },
    test: {
      request: { url: '={{$credentials.server}}/me' },
      rules: [{ type: 'field', field: 'ok', value: false, message: 'Wrong key' }],
    },
    signIn: { field: 'sessionToken' },
  });
  const host = createFakeHost({ http: () => ({ body: { token: 'T' } }) });
  const context = { now: host.now, http: host.http, signal: new AbortController().signal };
  expect(await type!.signIn!.run(context as never, { server: 'https://s.example', key: 'K' })).toEqual({
    data: { sessionToken: 'T' },
  });
  expect(host.requests[0]).toMatchObject({ method: 'POST', url: 'https://s.example/session', body: '{"key":"K"}' });
});

describe('a package that cannot be loaded says why', () => {
  test.each([
    ['it has no nodes', { 'a.js': '' }, 'has no nodes'],
    ['its code fails', { 'Bad.node.js': "throw new Error('Boom')" }, 'Boom'],
    ['a module is missing', { 'Bad.node.js': "require('not-there')" }, 'not-there'],
    ['there is no class', { 'Bad.node.js': 'exports.a = 1' }, 'exports no class Bad'],
  ])('%s', (_, files, message) => {
    expect(() => loadAll(writePackage(files as never))).toThrow(message);
  });

  test('a file outside of it', () => {
    const folder = writePackage({
      'package.json': JSON.stringify({ name: 'x', version: '1.0.0', n8n: { nodes: ['../x.js'] } }),
    });
    expect(() => loadAll(folder)).toThrow('outside of the package');
  });
});

test('what it imports of the public module is ours, also as an ES module', () => {
  const code = `import { NodeOperationError } from 'n8n-workflow';
export class Modern { description = {${basics('Modern')} properties: [] };
  async execute() { throw new NodeOperationError(this.getNode(), 'As a module'); } }`;
  const folder = writePackage({
    'package.json': JSON.stringify({
      name: 'n8n-nodes-modern',
      version: '1.0.0',
      type: 'module',
      n8n: { nodes: ['Modern.node.js'] },
    }),
    'Modern.node.js': code,
  });
  expect(loadAll(folder)[0]?.name).toBe('n8n-nodes-modern.modern');
});
