import { expect, it } from 'vitest';
import { type Heard, localService, reply } from '../service/service.testing.ts';
import { callOf, hmacOf, nodeForTest } from '../service/setup.testing.ts';
import { githubTrigger } from './github-trigger.node.ts';

/** A repository with webhooks, of which one is given back as it was made. */
const start = async (events: string[] = ['push'], more: object = {}) => {
  const hooks = new Map<string, object>();
  const service = await localService(
    'https://api.github.com',
    {
      'POST /repos/ada/engine/hooks': ({ body }: Heard) => {
        const hook = { ...(body as object), id: hooks.size + 1 };
        hooks.set(String(hook.id), hook);
        return reply(201, hook);
      },
      'GET /repos/ada/engine/hooks': () => [...hooks.values()],
      'DELETE /repos/ada/engine/hooks/:id': ({ params }: Heard) =>
        hooks.delete(params.id!) ? reply(204) : reply(404, { message: 'Not Found' }),
    },
    { credentials: { githubApi: {} } },
  );
  const parameters = { owner: 'ada', repository: 'engine', events };
  const node = nodeForTest(githubTrigger, { parameters, host: service.host, credential: 'githubApi', ...more });
  return { service, hooks, node, parameters };
};

it('tells GitHub its address and a secret, finds that again, and takes it back', async () => {
  const { node, hooks } = await start();
  expect(await node.exists()).toBe(false);
  await node.register();
  expect(hooks.get('1')).toMatchObject({
    events: ['push'],
    config: {
      url: 'https://m.example/webhook/hook/webhook',
      content_type: 'json',
      insecure_ssl: '0',
      secret: node.kept().webhookSecret,
    },
  });
  expect(await node.exists()).toBe(true);
  await node.unregister();
  expect([hooks.size, await node.exists()]).toEqual([0, false]);
  await node.unregister();
});

it('what was taken away on GitHub, or asks for other events, is registered anew', async () => {
  const { node, hooks, parameters } = await start();
  await node.register();
  parameters.events = ['issues'];
  expect(await node.exists()).toBe(false);
  hooks.clear();
  expect(await node.exists()).toBe(false);
  await node.unregister();
  expect(node.kept().webhookId).toBeUndefined();
});

it('what was registered by a process that could not keep it is found by its address', async () => {
  const { node, hooks } = await start();
  hooks.set('7', { id: 7, events: ['push'], config: { url: 'https://elsewhere.example' } });
  const others = [...hooks.keys()];
  const forget = () => {
    for (const name of Object.keys(node.kept())) delete node.kept()[name];
  };
  await node.register();
  forget();
  // Its secret is not known here: it is replaced.
  expect(await node.exists()).toBe(false);
  await node.register();
  expect(hooks.size).toBe(2);
  expect(await node.exists()).toBe(true);
  forget();
  await node.unregister();
  expect([...hooks.keys()]).toEqual(others);
});

it('an address that GitHub cannot call is refused at once', async () => {
  const { node } = await start(['push'], { url: 'http://localhost:5678/webhook/1' });
  await expect(node.register()).rejects.toThrow('only known on this machine');
});

it('starts with what is signed; answers pings; refuses what is not signed, or wrong', async () => {
  const { node } = await start();
  const body = { action: 'opened', issue: { number: 1 } };
  const signed = (given: unknown, more: object = {}) =>
    callOf(given, { 'x-hub-signature-256': `sha256=${hmacOf(given, String(node.kept().webhookSecret))}`, ...more });
  expect(await node.receive(callOf(body))).toMatchObject({ kind: 'refuse', status: 401 });
  await node.register();
  expect(await node.receive(signed(body))).toMatchObject({ kind: 'accept', output: [[{ json: { body, query: {} } }]] });
  expect(await node.receive(signed({ zen: 'x', hook_id: 1 }))).toMatchObject({ kind: 'answer' });
  expect(await node.receive(signed({ zen: 'x' }, { 'x-github-event': 'ping' }))).toMatchObject({ kind: 'answer' });
  const forged = { ...signed(body), rawBody: new TextEncoder().encode('{"action":"deleted"}') };
  expect(await node.receive(forged)).toMatchObject({ kind: 'refuse', status: 401 });
  expect(await node.receive(callOf(body, { 'x-hub-signature-256': 'sha256=' }))).toMatchObject({ kind: 'refuse' });
});
