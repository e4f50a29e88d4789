import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../testing.ts';

// A whole server starts here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const html = { accept: 'text/html' };

const start = async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop(), 60_000);
  const cookies = new Map<string, string>();
  const rest = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}/rest${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie: cookies.get('session') ?? '' },
      body: body && JSON.stringify(body),
    });
    const [, session] = /(millrace_session=[^;]*)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
    if (session) cookies.set('session', session);
    expect(response.status, await response.clone().text()).toBe(200);
    return ((await response.json()) as { data: unknown }).data;
  };
  const person = { email: 'olga@example.com', firstName: 'Olga', lastName: 'Owner', password: 'A long password 1' };
  await rest('POST', '/owner', person);
  const save = (type: string, webhookId: string, parameters: object) => {
    const node = { name: 'Start', type, typeVersion: 1.1, position: [0, 0], webhookId };
    const nodes = [{ ...node, parameters: { ...parameters, authentication: 'n8nUserAuth' } }];
    return rest('POST', '/workflows', { name: webhookId, nodes, connections: {}, active: true });
  };
  await save('@n8n/n8n-nodes-langchain.chatTrigger', 'talk', { public: true });
  await save('@n8n/n8n-nodes-langchain.chatTrigger', 'other', { public: true });
  const fields = { formFields: { values: [{ fieldLabel: 'Name' }] } };
  await save('n8n-nodes-base.formTrigger', 'ask', { path: 'ask', formTitle: 'Ask', ...fields });
  const get = (path: string, headers: Record<string, string> = html) =>
    fetch(`${server.url}${path}`, { headers, redirect: 'manual' });
  /** The pass for a page, as a browser that is signed in gets it. */
  const passFor = async (page: string) => {
    const led = await get(page);
    const gate = led.headers.get('location') ?? '';
    expect([led.status, gate]).toEqual([302, `/rest/page-pass?page=${encodeURIComponent(page)}`]);
    const given = await get(gate, { ...html, cookie: cookies.get('session')! });
    expect([given.status, given.headers.get('location')]).toEqual([302, page]);
    return given.headers.get('set-cookie')!;
  };
  return { url: server.url, get, passFor, rest, cookies };
};

const pairOf = (cookie: string): string => cookie.split(';')[0]!;

test('a chat for users of the instance leads to the sign-in, and then to itself', async () => {
  const { url, get, passFor, rest } = await start();
  const page = '/webhook/talk/chat';
  const stranger = await get(`/rest/page-pass?page=${encodeURIComponent(page)}`);
  expect([stranger.status, stranger.headers.get('location'), stranger.headers.get('set-cookie')]).toEqual([
    302,
    `/signin?redirect=${encodeURIComponent(`/rest/page-pass?page=${encodeURIComponent(page)}`)}`,
    null,
  ]);
  const cookie = await passFor(page);
  expect(cookie).toMatch(/; Path=\/webhook\/talk\/chat; HttpOnly; SameSite=Lax$/);
  const seen = await get(page, { ...html, cookie: pairOf(cookie) });
  expect([seen.status, await seen.text()]).toEqual([200, expect.stringContaining('<h1>')]);
  const say = (path: string, headers: Record<string, string>) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ action: 'sendMessage', sessionId: 's', chatInput: 'Hello' }),
    });
  const answer = await say(page, { cookie: pairOf(cookie) });
  expect(await answer.json()).toMatchObject({ chatInput: 'Hello' });
  expect((await say(page, {})).status).toBe(401);
  // It is for this page alone, and ends with the session.
  expect((await say('/webhook/other/chat', { cookie: pairOf(cookie) })).status).toBe(401);
  expect((await say(page, { cookie: pairOf(cookie).replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) })).status).toBe(
    401,
  );
  await rest('POST', '/logout');
  expect((await say(page, { cookie: pairOf(cookie) })).status).toBe(401);
});

test('a form for users keeps its query on the way, and takes answers of them alone', async () => {
  const { url, get, passFor } = await start();
  const page = '/form/ask?Name=Ada';
  const cookie = await passFor(page);
  expect(cookie).toContain('; Path=/form/ask;');
  const shown = await get(page, { ...html, cookie: pairOf(cookie) });
  expect(await shown.text()).toContain('value="Ada"');
  const send = (cookies: string) => {
    const body = new FormData();
    body.append('field-0', 'Ada');
    return fetch(`${url}/form/ask`, { method: 'POST', body, headers: { ...html, cookie: cookies } });
  };
  expect((await send('')).status).toBe(401);
  expect((await send(pairOf(cookie))).status).not.toBe(401);
});

test('gives passes for pages of workflows only', async () => {
  const { get, cookies } = await start();
  for (const page of [
    '//evil.example/webhook/x',
    'https://evil.example/webhook/x',
    '/webhook/../rest/x',
    '/rest/login',
    '/webhook\\evil',
    '/webhook/a;Path=/',
    '/webhookx/a',
  ]) {
    const given = await get(`/rest/page-pass?page=${encodeURIComponent(page)}`, { cookie: cookies.get('session')! });
    expect([page, given.status, given.headers.get('set-cookie')]).toEqual([page, 400, null]);
  }
});

test('an API key gets no pass: no page would take it', async () => {
  const { get, rest } = await start();
  const { secret } = (await rest('POST', '/api-keys', { name: 'CI', scopes: ['tag:read'] })) as { secret: string };
  const refused = await get('/rest/page-pass?page=%2Fform%2Fask', { authorization: `Bearer ${secret}` });
  expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
});
