import { createFakeHost, type RunNodeOptions, runNode, runWorkflowForTest, workflow } from '@millrace/engine/testing';
import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { webhook } from '../webhook/webhook.node.ts';
import { respondToWebhook } from './respond-to-webhook.node.ts';

const items = [{ a: 1 }, { a: 2 }];
const answer = async (parameters: Record<string, unknown>, more: RunNodeOptions = {}) => {
  const run = await runNode(respondToWebhook, { items, parameters: parameters as never, ...more });
  return { ...run, response: run.responses[0] };
};
const json = 'application/json; charset=utf-8';

describe('Respond to Webhook', () => {
  it.each([1, 1.1, 1.2, 1.3, 1.4, 1.5])(
    'version %s answers with the first item and passes all on',
    async (typeVersion) => {
      const run = await answer({}, { typeVersion });
      expect(run.error).toBeUndefined();
      expect(run.response).toEqual({
        status: 200,
        headers: { 'content-type': json },
        body: { kind: 'text', text: '{"a":1}' },
      });
      expect(run.json).toEqual(items);
      expect(run.responses).toHaveLength(1);
    },
  );

  it('answers with all items, below a field if it is named', async () => {
    const all = await answer({ respondWith: 'allIncomingItems' });
    expect(all.response?.body).toEqual({ kind: 'text', text: '[{"a":1},{"a":2}]' });
    const wrapped = await answer({ respondWith: 'allIncomingItems', options: { responseKey: 'data.rows' } });
    expect(wrapped.response?.body).toEqual({ kind: 'text', text: '{"data":{"rows":[{"a":1},{"a":2}]}}' });
  });

  it('answers with JSON text or what an expression gives', async () => {
    const text = await answer({
      respondWith: 'json',
      responseBody: '={ "id": 12345678901234567890, "a": {{ $json.a }} }',
    });
    expect(text.response?.body).toEqual({ kind: 'text', text: '{ "id": 12345678901234567890, "a": 1 }' });
    const object = await answer({ respondWith: 'json', responseBody: '={{ { ok: $json.a > 0 } }}' });
    expect(object.response?.body).toEqual({ kind: 'text', text: '{"ok":true}' });
  });

  it('says what is wrong with JSON that is none, and does not answer', async () => {
    const run = await answer({ respondWith: 'json', responseBody: '{ "a": }' });
    expect(run.error?.message).toBe('The Response Body is not valid JSON');
    expect(run.responses).toEqual([]);
  });

  it('answers with text, status and headers', async () => {
    const run = await answer({
      respondWith: 'text',
      responseBody: '=<b>{{ $json.a }}</b>',
      options: {
        responseCode: 201,
        responseHeaders: {
          entries: [
            { name: 'Content-Type', value: 'text/plain' },
            { name: 'X-A', value: '={{ $json.a }}' },
          ],
        },
      },
    });
    expect(run.response).toEqual({
      status: 201,
      headers: { 'content-type': 'text/plain', 'x-a': '1' },
      body: { kind: 'text', text: '<b>1</b>' },
    });
  });

  it('answers with nothing', async () => {
    expect((await answer({ respondWith: 'noData', options: { responseCode: 204 } })).response).toEqual({
      status: 204,
      headers: {},
      body: { kind: 'none' },
    });
  });

  it('redirects', async () => {
    const run = await answer({ respondWith: 'redirect', redirectURL: 'https://example.com/a b' });
    expect(run.response).toMatchObject({ status: 307, headers: { location: 'https://example.com/a%20b' } });
    const path = await answer({ respondWith: 'redirect', redirectURL: '/thanks?x=1', options: { responseCode: 303 } });
    expect(path.response).toMatchObject({ status: 303, headers: { location: '/thanks?x=1' } });
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    '//a.example/path',
    String.raw`/\a.example`,
    '',
  ])('does not redirect to %j', async (redirectURL) => {
    expect((await answer({ respondWith: 'redirect', redirectURL })).error?.message).toContain('not an address');
  });

  it('answers with a file, the first or a named one', async () => {
    const host = createFakeHost();
    const photo = await host.store('photo', { mimeType: 'image/png', fileName: 'p.png' });
    const note = await host.store('note', { mimeType: 'text/plain' });
    const withFiles = { host, items: [{ json: {}, binary: { photo, note } }] };
    const first = await answer({ respondWith: 'binary' }, withFiles);
    expect(first.response).toMatchObject({
      headers: { 'content-type': 'image/png' },
      body: { kind: 'binary', data: photo },
    });
    const set = { respondWith: 'binary', responseDataSource: 'set' };
    expect((await answer({ ...set, inputFieldName: 'note' }, withFiles)).response?.body).toEqual({
      kind: 'binary',
      data: note,
    });
    const missing = await answer({ ...set, inputFieldName: 'constructor' }, withFiles);
    expect(missing.error).toMatchObject({
      message: 'The first item has no file in "constructor"',
      description: 'It has: photo, note.',
    });
    expect((await answer({ respondWith: 'binary' })).error?.message).toBe('The first item has no file to respond with');
  });

  it('gives the answer on a second output: always in version 1.3, on request later', async () => {
    const response = { response: { body: { a: 1 }, headers: { 'content-type': json }, statusCode: 200 } };
    for (const [typeVersion, parameters, expected] of [
      [1.2, {}, undefined],
      [1.3, {}, [response]],
      [1.4, {}, undefined],
      [1.4, { enableResponseOutput: true }, [response]],
      [1.5, { enableResponseOutput: true }, [response]],
    ] as const) {
      const { outputs } = await answer(parameters, { typeVersion });
      expect(outputs[1]?.map((item) => item.json)).toEqual(expected);
    }
  });

  it.each([
    [{ respondWith: 'jwt' }, 'Credentials for "jwtAuth" are not set'],
    [{ options: { responseCode: 99 } }, '99 is not a status that an answer can have'],
    [{ options: { responseHeaders: { entries: [{ name: 'Set-Cookie', value: 'a\nb' }] } } }, 'line break'],
  ])('%j is refused', async (parameters, message) => {
    const run = await answer(parameters);
    expect(run.error?.message).toContain(message);
    expect(run.responses).toEqual([]);
  });

  it('answers with a token that the credential signs', async () => {
    const secret = 'x'.repeat(32);
    const tokens: RunNodeOptions = {
      credentials: { jwtAuth: { id: '1', name: 'Tokens' } },
      host: { now: Date.now(), credentials: { jwtAuth: { keyType: 'passphrase', secret, algorithm: 'HS384' } } },
    };
    const { response } = await answer({ respondWith: 'jwt', payload: '={{ { sub: "u" + $json.a } }}' }, tokens);
    if (response?.body.kind !== 'text') throw new Error('no text');
    const { token } = JSON.parse(response.body.text) as { token: string };
    const key = new TextEncoder().encode(secret);
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS384'] });
    expect(payload).toEqual({ sub: 'u1', iat: expect.any(Number) });
    for (const [payload, message] of [
      ['[]', 'The Payload must be a JSON object'],
      ['{', 'The Payload is not valid JSON'],
    ] as const) {
      const refused = await answer({ respondWith: 'jwt', payload }, tokens);
      expect(refused.error?.message).toContain(message);
    }
    const pem = { keyType: 'pemKey', privateKey: 'none', algorithm: 'HS256' };
    const mixed = await answer(
      { respondWith: 'jwt' },
      { host: { credentials: { jwtAuth: pem } }, credentials: { jwtAuth: { id: '1', name: 'T' } } },
    );
    expect(mixed.error?.message).toContain('no key for tokens of the algorithm "HS256"');
  });

  it('answers in pieces where the trigger responds by streaming, unless that is switched off', async () => {
    const run = (parameters: Record<string, unknown>) =>
      runWorkflowForTest(
        workflow()
          .node('Hook', webhook, { typeVersion: 2.1, parameters: { path: 'a', responseMode: 'streaming' } })
          .node('Answer', respondToWebhook, { typeVersion: 1.5, parameters: parameters as never })
          .wire('Hook > Answer'),
        { items },
      );
    const streamed = await run({ respondWith: 'allIncomingItems' });
    expect(streamed.responses).toEqual([{ status: 200, headers: { 'content-type': json }, body: { kind: 'stream' } }]);
    const lines = streamed.events
      .flatMap((event) => (event.type === 'responsePiece' ? [String(event.piece)] : []))
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ type, content }) => [type, content])).toEqual([
      ['begin', undefined],
      ['item', '{"a":1}'],
      ['item', '{"a":2}'],
      ['end', undefined],
    ]);
    const whole = await run({ respondWith: 'text', responseBody: 'x', options: { enableStreaming: false } });
    expect(whole.responses[0]?.body).toEqual({ kind: 'text', text: 'x' });
  });
});
