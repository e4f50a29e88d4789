import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { JsonObject, WorkflowNode } from '@millrace/contract';
import { expect, test, vi } from 'vitest';
import { createTestResolver } from '../credentials/resolver.testing.ts';
import { serve } from '../platform/http/http.testing.ts';
import { JsonText } from '../platform/json-text.ts';
import { createTestCalls } from './node-calls.testing.ts';
import type { CallSubject, NodeMethod } from './types.ts';

/** Triggers of services as they are: their own code in a process of calls, requests that are signed by the outbound process, a server in place of the service. */

vi.setConfig({ testTimeout: 60_000 });

const entry = new URL('../triggers/main-for-test.ts', import.meta.url);
const urls = { default: 'https://millrace.example/webhook/hook/webhook' };

interface Request {
  line: string;
  authorization: string | undefined;
  body: JsonObject;
}

const setUp = async (
  node: Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters'>,
  type: string,
  dataOf: (url: string) => Record<string, string>,
  answer: (request: Request) => unknown,
) => {
  const requests: Request[] = [];
  const url = await serve(async (incoming, response) => {
    const body = await text(incoming);
    const { method, url: path, headers } = incoming;
    const request: Request = {
      line: `${method} ${path}`,
      authorization: headers.authorization,
      body: body === '' ? {} : JSON.parse(body),
    };
    requests.push(request);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(request)));
  });
  const resolver = createTestResolver({ type, data: dataOf(url) });
  const calls = await createTestCalls({ entry }, { resolver });
  const credentials = { [type]: { id: '1', name: 'Account' } };
  const trigger: WorkflowNode = { name: 'Trigger', position: [0, 0], webhookId: 'hook', credentials, ...node };
  let staticData: JsonObject = {};
  const ask = async <M extends NodeMethod>(method: M) => {
    const workflow: CallSubject['workflow'] = { id: null, name: 'W', active: true, nodes: [trigger], connections: {} };
    const given = await calls.ask({ workflow, node: 'Trigger', ranBy: 'owner', staticData }, method);
    staticData = { ...staticData, ...given.staticData };
    return given.value;
  };
  const receive = (body: object, headers: (raw: Buffer) => Record<string, string>) => {
    const rawBody = Buffer.from(JSON.stringify(body));
    const request = { method: 'POST', url: urls.default, headers: headers(rawBody), params: {}, query: {}, body };
    const call = {
      request: new JsonText(JSON.stringify(request)),
      webhook: 'default',
      rawBody,
      remoteAddress: '192.0.2.1',
    };
    return ask({ kind: 'receive', call, isTest: false });
  };
  const register = () => ask({ kind: 'register', urls, isTest: false });
  return { requests, ask, receive, register };
};

test('GitHub: told by a signed request, and believed by its signature alone', async () => {
  const { requests, receive, register, ask } = await setUp(
    {
      type: 'service.githubTrigger',
      typeVersion: 1,
      parameters: { owner: 'ada', repository: 'engine', events: ['push'] },
    },
    'githubApi',
    (server) => ({ server, user: 'ada', accessToken: 'gh-secret' }),
    () => ({ id: 7 }),
  );
  await register();
  const [made] = requests;
  expect(made).toMatchObject({ line: 'POST /repos/ada/engine/hooks', authorization: 'token gh-secret' });
  const { secret } = made!.body.config as { secret: string };
  const signed = (raw: Buffer) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`,
  });
  const body = { ref: 'refs/heads/main' };
  expect(await receive(body, signed)).toMatchObject({
    kind: 'accept',
    output: { text: expect.stringContaining(JSON.stringify({ body }).slice(1, -1)) },
  });
  expect(await receive(body, () => ({}))).toMatchObject({ kind: 'refuse', status: 401 });
  await ask({ kind: 'unregister', urls, isTest: false });
  expect(requests.at(-1)).toMatchObject({ line: 'DELETE /repos/ada/engine/hooks/7', authorization: 'token gh-secret' });
});

test('Telegram: the token of the bot is put into the path where the request is made', async () => {
  const { requests, receive, register } = await setUp(
    { type: 'service.telegramTrigger', typeVersion: 1.2, parameters: { updates: ['message'] } },
    'telegramApi',
    (baseUrl) => ({ baseUrl, accessToken: '42:bot-secret' }),
    () => ({ ok: true, result: { url: '' } }),
  );
  await register();
  const told = requests.at(-1);
  expect(decodeURIComponent(told?.line ?? '')).toBe('POST /bot42:bot-secret/setWebhook');
  const token = String(told?.body.secret_token);
  const update = { update_id: 1, message: { chat: { id: 1 }, text: 'Hi' } };
  const bring = (given: string) => receive(update, () => ({ 'x-telegram-bot-api-secret-token': given }));
  expect(await bring(token)).toMatchObject({
    kind: 'accept',
    output: new JsonText(JSON.stringify([[{ json: update }]])),
  });
  expect(await bring('wrong')).toMatchObject({ kind: 'refuse', status: 403 });
});
