import type { HostRequest } from '@millrace/engine/node-api';
import { runNode } from '@millrace/engine/testing';
import { loadNodeTypes } from '@millrace/nodes';
import { expect, test, vi } from 'vitest';
import { serve } from '../platform/http/http.testing.ts';
import { createSignedRequests } from './signed-requests.testing.ts';

vi.setConfig({ testTimeout: 30_000 });

/** A node of the product with its credential, whose requests go to a server of the test through a real outbound process. */
const runService = async (type: string, version: number, credential: string, data: object, parameters: object) => {
  const { request, read } = createSignedRequests([{ type: credential, data: data as never }]);
  const definition = (await loadNodeTypes([type])).find(({ versions }) => versions.includes(version));
  if (!definition) throw new Error(`${type} is not there`);
  return runNode(definition, {
    typeVersion: version,
    parameters: parameters as never,
    credentials: { [credential]: { id: '1', name: 'Mine' } },
    host: {
      credentials: { [credential]: await read(credential) },
      http: ({ credential: use, body, streamed: _, ...what }: HostRequest) =>
        request({ ...what, body: body as string }, { type: use?.type }),
    },
  });
};

test('Telegram sends a message with the token in its path, and a refusal does not tell it', async () => {
  const token = '123456:canary-AbCdEf';
  const seen: string[] = [];
  const baseUrl = await serve((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const isRight = request.url?.startsWith(`/bot${token}/`);
    const answer = isRight
      ? { ok: true, result: { message_id: 7 } }
      : { ok: false, error_code: 401, description: `Unauthorized: ${request.url}` };
    response.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  const send = (accessToken: string) =>
    runService(
      'n8n-nodes-base.telegram',
      1.2,
      'telegramApi',
      { accessToken, baseUrl },
      {
        resource: 'message',
        operation: 'sendMessage',
        chatId: '42',
        text: 'Hello',
      },
    );
  const { error, json } = await send(token);
  expect(error).toBeUndefined();
  expect(json).toMatchObject([{ result: { message_id: 7 } }]);
  expect(seen).toEqual([`POST /bot${token}/sendMessage`]);
  const refused = await send('99:wrong-canary');
  expect(refused.error?.message).toBeDefined();
  expect(JSON.stringify([refused.error, refused.outputs])).not.toContain('wrong-canary');
});

test('GitHub asks a server of its own with the token in a header', async () => {
  const seen: (string | undefined)[] = [];
  const server = await serve((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization}`);
    response.setHeader('content-type', 'application/json');
    response.end('{"number":3}');
  });
  const { error, json } = await runService(
    'n8n-nodes-base.github',
    1.1,
    'githubApi',
    { server, accessToken: 'gh-canary' },
    {
      authentication: 'accessToken',
      resource: 'issue',
      operation: 'get',
      owner: { __rl: true, mode: 'name', value: 'ada' },
      repository: { __rl: true, mode: 'name', value: 'engine' },
      issueNumber: 3,
    },
  );
  expect(error).toBeUndefined();
  expect(json).toEqual([{ number: 3 }]);
  expect(seen).toEqual(['/repos/ada/engine/issues/3 token gh-canary']);
});
