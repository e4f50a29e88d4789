import { expect, test } from 'vitest';
import { setUpNode, testNode } from '../testing/index.ts';

const hook = testNode(() => [], {
  name: 'test.hook',
  parameters: [
    { name: 'path', displayName: 'Path', type: 'string', default: '={{ $workflow.name }}-{{ $parameter.suffix }}' },
    { name: 'suffix', displayName: 'Suffix', type: 'string', default: 'x' },
  ],
});

test('parameters without items: defaults and expressions over the workflow', () => {
  const { context } = setUpNode(hook, { webhookId: 'w1' });
  expect(context.parameter('path' as never)).toBe('Test-x');
  expect(context.rawParameter('path')).toBe('={{ $workflow.name }}-{{ $parameter.suffix }}');
  expect(context.rawParameter('toString')).toBeUndefined();
  expect(context.node).toMatchObject({ name: 'Node', webhookId: 'w1', typeVersion: 1 });
});

test.each([
  [undefined, 'Europe/Berlin'],
  ['DEFAULT', 'Europe/Berlin'],
  ['Asia/Tokyo', 'Asia/Tokyo'],
])('the zone of the workflow %s gives %s', (timezone, expected) => {
  expect(setUpNode(hook, { settings: { timezone }, timezone: 'Europe/Berlin' }).context.timezone).toBe(expected);
});

test('an instance without expressions says so, and reads fixed values', () => {
  const { context } = setUpNode(hook, { expressionsDisabled: true });
  expect(() => context.parameter('path' as never)).toThrow('Expressions are switched off on this instance');
  expect(context.parameter('suffix' as never)).toBe('x');
});

test('an expression has what a preview has of steps', () => {
  const path = '={{ Array(2000).fill(1).map(() => Array(2000).fill(1).map((x) => x + 1).length).length }}';
  expect(() => setUpNode(hook, { parameters: { path } }).context.parameter('path' as never)).toThrow('too');
});

test('static data: a copy, of which changes are told until they are stored', () => {
  const stored = { 'node:Node': { place: 1 }, global: { a: 1 } };
  const { context, staticDataChanges, staticDataStored } = setUpNode(hook, { staticData: stored });
  expect(staticDataChanges()).toBeUndefined();
  const own = context.staticData('node');
  expect(context.staticData('global')).toEqual({ a: 1 });
  own.place = 2;
  expect(staticDataChanges()).toEqual({ 'node:Node': { place: 2 } });
  staticDataStored({ 'node:Node': { place: 2 } });
  expect(staticDataChanges()).toBeUndefined();
  own.place = 3;
  expect(staticDataChanges()).toEqual({ 'node:Node': { place: 3 } });
  expect(stored['node:Node']).toEqual({ place: 1 });
});

test('a request stops with the call, and names the credential of the node', async () => {
  const stop = new AbortController();
  const credentials = { service: { id: '7', name: 'Mine' } };
  const { context, host, logs } = setUpNode(hook, {
    signal: stop.signal,
    credentials,
    host: { http: [{ status: 204 }], credentials: { service: { server: 'x' } } },
  });
  const own = new AbortController();
  await context.http({ method: 'GET', url: 'http://x', credential: 'service', signal: own.signal });
  expect(host.requests).toMatchObject([
    { url: 'http://x', credential: { type: 'service', id: '7', name: 'Mine', node: 'Node', readsSecrets: false } },
  ]);
  expect(await context.reach('10.0.0.1', 25, { credential: 'service' })).toBe('10.0.0.1');
  expect(host.reached).toMatchObject([{ host: '10.0.0.1', port: 25, credential: { type: 'service', id: '7' } }]);
  await expect(context.reach('10.0.0.1', 25, { credential: 'other' })).rejects.toThrow('not set');
  stop.abort();
  expect(host.requests[0]?.signal?.aborted).toBe(true);
  expect(await context.credential('service')).toEqual({ server: 'x' });
  await expect(context.credential('other')).rejects.toThrow('Credentials for "other" are not set.');
  await expect(context.http({ method: 'GET', url: 'http://x', credential: 'constructor' })).rejects.toThrow('not set');
  context.log('a', 1);
  expect(logs).toEqual([['a', 1]]);
});
