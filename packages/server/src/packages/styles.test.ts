import { json } from 'node:stream/consumers';
import type { ExecutionSummary, InstalledPackage, NodeTypeDescription } from '@millrace/contract';
import { expect, test, vi } from 'vitest';
import { serve } from '../platform/http/http.testing.ts';
import { activateWith, startWithRegistry } from './packages.testing.ts';
import { packageOfAllStyles } from './styles.testing.ts';

const name = 'n8n-nodes-all';
const soon = { timeout: 30_000, interval: 100 };

/** The service that the package is for. */
const startService = async () => {
  const hooks: { id: number; url: string }[] = [];
  const bells: { write(text: string): void }[] = [];
  let news: { id: number }[] = [];
  const url = await serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
    const isSigned = request.headers.authorization === 'Bearer T-K';
    const give = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/session')
      return void give(200, { token: `T-${((await json(request)) as { key: string }).key}` });
    if (pathname === '/news')
      return void give(
        200,
        news.filter(({ id }) => id > Number(searchParams.get('after'))),
      );
    if (pathname === '/bell') return void bells.push(response.writeHead(200));
    if (pathname === '/hooks') {
      hooks.push({ id: hooks.length + 1, ...((await json(request)) as { url: string }) });
      return void give(200, hooks.at(-1));
    }
    if (pathname.startsWith('/hooks/')) return void give(200, hooks.splice(0));
    if (!isSigned) return void give(401, { message: 'Who are you?' });
    if (pathname === '/contacts') {
      const offset = Number(searchParams.get('offset') ?? 0);
      return void give(200, { data: [{ n: 1 }, { n: 2 }, { n: 3 }].slice(offset, offset + 2) });
    }
    give(200, { id: pathname.split('/').at(-1) });
  });
  const publishNews = (id: number) => {
    news = [...news, { id }];
  };
  return { url, hooks, bells, publishNews };
};

test('a package in every style, installed in a real server', { timeout: 180_000 }, async () => {
  const { url, hooks, bells, publishNews } = await startService();
  const { registry, server, call } = await startWithRegistry();
  registry.publish(name, '1.0.0', packageOfAllStyles);
  const installed = await call<InstalledPackage>('POST', '/packages', { name, version: '1.0.0' });
  expect(installed).toMatchObject({
    credentialTypes: [{ name: 'allApi' }],
    reach: expect.arrayContaining(['credentials']),
  });
  const types = await call<NodeTypeDescription[]>('GET', '/node-types');
  const own = types
    .filter((type) => type.name.startsWith(name))
    .map((type) => `${type.name.slice(name.length + 1)} ${type.version}`);
  expect(own.sort()).toEqual([
    'bell 1',
    'contacts 1',
    'hook 1',
    'many 1',
    'many 2',
    'news 1',
    'thing 1',
    'thingTool 1',
  ]);

  // Its credential type: stored, tested, and signed in with before requests.
  const data = { server: url, key: 'K' };
  const stored = await call<{ id: string }>('POST', '/credentials', { name: 'Mine', type: 'allApi', data });
  const tested = (given: object) => call('POST', '/credentials/test', { name: 'Mine', type: 'allApi', data: given });
  expect(await tested(data)).toMatchObject({ status: 'OK' });
  expect(await tested({ ...data, key: 'wrong' })).toMatchObject({ status: 'Error' });
  const credentials = { allApi: { id: stored.id, name: 'Mine' } };

  const runs = async (type: string, path: string, parameters: object, more = {}) =>
    (await activateWith(call, server, { type: `${name}.${type}`, parameters, ...more }, path)).run();
  expect((await runs('thing', 'thing', { url, id: '7' }, { credentials })).body).toEqual({ id: '7' });
  expect((await runs('contacts', 'contacts', { operation: 'list' }, { credentials })).body).toEqual({ n: 1 });
  expect((await runs('many', 'many-1', {}, { typeVersion: 1 })).body).toEqual({ version: 1 });
  expect((await runs('many', 'many-2', {}, { typeVersion: 2 })).body).toEqual({ version: 2 });

  const executions = async (workflowId: string) =>
    (
      await call<{ results: ExecutionSummary[] }>(
        'GET',
        `/executions?filter=${encodeURIComponent(JSON.stringify({ workflowId }))}`,
      )
    ).results;
  const activateTrigger = async (type: string, parameters: object) => {
    const { id, revision } = await call<{ id: string; revision: number }>('POST', '/workflows', {
      name: type,
      nodes: [
        {
          name: 'Trigger',
          type: `${name}.${type}`,
          typeVersion: 1,
          position: [0, 0],
          parameters: { url, ...parameters },
        },
      ],
      connections: {},
    });
    expect(await call('PATCH', `/workflows/${id}`, { active: true, revision })).toMatchObject({ active: true });
    return id;
  };

  // A webhook that is registered, refuses, starts, and is taken back.
  const hook = await activateTrigger('hook', {});
  await vi.waitFor(() => expect(hooks).toHaveLength(1), soon);
  const send = (headers: Record<string, string>) =>
    fetch(hooks[0]!.url, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', ...headers },
    });
  expect((await send({})).status).toBe(401);
  expect((await send({ 'x-secret': 'yes' })).status).toBe(200);
  await vi.waitFor(async () => expect((await executions(hook)).map(({ status }) => status)).toEqual(['success']), soon);
  const { revision } = await call<{ revision: number }>('GET', `/workflows/${hook}`);
  await call('PATCH', `/workflows/${hook}`, { active: false, revision });
  await vi.waitFor(() => expect(hooks).toEqual([]), soon);

  // A connection: made anew when the package is updated.
  const bell = await activateTrigger('bell', {});
  await vi.waitFor(() => expect(bells).toHaveLength(1), soon);
  bells[0]!.write('one');
  await vi.waitFor(async () => expect(await executions(bell)).toHaveLength(1), soon);
  registry.publish(name, '1.0.1', packageOfAllStyles);
  expect(await call('PATCH', '/packages', { name, version: '1.0.1' })).toMatchObject({ version: '1.0.1' });
  await vi.waitFor(() => expect(bells).toHaveLength(2), soon);
  bells[1]!.write('two');
  await vi.waitFor(async () => expect(await executions(bell)).toHaveLength(2), soon);

  // A poll, at the times that every such node has.
  publishNews(1);
  const soonest = (new Date().getSeconds() + 4) % 60;
  const times = { item: [{ mode: 'custom', cronExpression: `${soonest} * * * * *` }] };
  const news = await activateTrigger('news', { pollTimes: times });
  await vi.waitFor(async () => expect(await executions(news)).toHaveLength(1), soon);

  // Choices, lists and columns.
  const ask = (what: string, methodName: string, more = {}) =>
    call('POST', `/node-parameter-${what}`, {
      nodeTypeAndVersion: { name: `${name}.hook`, version: 1 },
      path: 'parameters.event',
      currentNodeParameters: { url },
      methodName,
      ...more,
    });
  expect(await ask('options', 'events')).toEqual([{ name: 'Made', value: 'made' }]);
  expect(await ask('search', 'find', { filter: 'x' })).toMatchObject({ results: [{ name: 'x', value: 1 }] });
  expect(await ask('mapping', 'columns')).toMatchObject({ fields: [{ id: 'a' }] });
});
