import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../testing.ts';

// A whole server starts here, on machines that may be busy with other tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const start = async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop(), 60_000);
  const save = (
    webhookId: string,
    { credentials, ...parameters }: { credentials?: object; [name: string]: unknown },
    ...answers: { type: string; typeVersion: number; parameters: object }[]
  ) => {
    const position = [0, 0];
    const trigger = {
      name: 'Chat',
      type: '@n8n/n8n-nodes-langchain.chatTrigger',
      typeVersion: 1.1,
      webhookId,
      position,
      parameters,
      ...(credentials && { credentials }),
    };
    const rest = answers.map((answer, index) => ({ name: `Answer ${index}`, position, ...answer }));
    const nodes = [trigger, ...rest];
    const connections = Object.fromEntries(
      rest.map(({ name: node }, index) => [nodes[index]!.name, { main: [[{ node, type: 'main', index: 0 }]] }]),
    );
    return fetch(`${server.url}/rest/workflows`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: webhookId, nodes, connections, active: true }),
    });
  };
  const say = (webhookId: string, chatInput: string) =>
    fetch(`${server.url}/webhook/${webhookId}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://site.example' },
      body: JSON.stringify({ action: 'sendMessage', sessionId: 's1', chatInput }),
    });
  return { url: server.url, save, say };
};

test('a chat has a page that nothing but its own script runs on, and answers what is said', async () => {
  const { url, save, say } = await start();
  const evil = '</script><script>alert(1)</script>';
  await save('talk', {
    public: true,
    initialMessages: evil,
    options: { title: evil, subtitle: evil, inputPlaceholder: evil, allowedOrigins: 'https://site.example' },
  });
  const page = await fetch(`${url}/webhook/talk/chat`);
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(page.headers.get('x-execution-id')).toBeNull();
  expect(html.match(/<script/g)).toHaveLength(1);
  const answer = await say('talk', 'Hello ={{ 7*7 }}');
  expect(await answer.json()).toEqual({ sessionId: 's1', action: 'sendMessage', chatInput: 'Hello ={{ 7*7 }}' });
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://site.example');
});

test('answers come by a node, and in pieces', async () => {
  const { save, say } = await start();
  const respond = (parameters: object) => ({ type: 'core.respondToWebhook', typeVersion: 1.5, parameters });
  const text = { respondWith: 'text', responseBody: '=You said {{ $json.chatInput }}' };
  await save('node', { public: true, options: { responseMode: 'responseNode' } }, respond(text));
  await save('stream', { public: true, options: { responseMode: 'streaming' } }, respond(text));
  await save('last', { public: true, options: { responseMode: 'streaming' } });
  expect(await (await say('node', 'Hi')).text()).toBe('You said Hi');
  const streamed = await say('stream', 'Hi');
  const lines = (await streamed.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; content?: string });
  expect(lines.map(({ type, content }) => [type, content])).toEqual([
    ['begin', undefined],
    ['item', 'You said Hi'],
    ['end', undefined],
  ]);
  expect(streamed.headers.get('content-security-policy')).toMatch(/^sandbox /);
  expect(await (await say('last', 'Hi')).json()).toMatchObject({ chatInput: 'Hi' });
});

test('a workflow asks back in the chat, and goes on with what is said then', async () => {
  const { save, say } = await start();
  const question = { operation: 'sendAndWait', message: '=Which colour, {{ $json.chatInput }}?' };
  const answer = { type: '@n8n/n8n-nodes-langchain.chat', typeVersion: 1.1, parameters: question };
  const next = { type: 'core.chat', typeVersion: 1.1, parameters: { message: '={{ $json.data.chatInput }} it is.' } };
  expect((await save('ask', { public: true, options: { responseMode: 'responseNodes' } }, answer, next)).status).toBe(
    200,
  );
  const linesOf = async (response: Response) =>
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; content?: string; resumeUrl?: string });
  const asked = await linesOf(await say('ask', 'Ada'));
  expect(asked.map(({ type, content }) => [type, content])).toEqual([
    ['begin', undefined],
    ['item', 'Which colour, Ada?'],
    ['end', undefined],
    ['wait', undefined],
  ]);
  const goOn = () =>
    fetch(asked[3]!.resumeUrl!, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: 's1', chatInput: 'Blue' }),
    });
  // The row of the wait may come right behind the words.
  let resumed = await goOn();
  while (resumed.status === 404) resumed = await goOn();
  expect((await linesOf(resumed)).map(({ type, content }) => [type, content])).toEqual([
    ['begin', undefined],
    ['item', 'Blue it is.'],
    ['end', undefined],
  ]);
});

test('a chat that is not public is not there but for tests', async () => {
  const { url, save } = await start();
  const saved = await save('secret', {});
  expect([saved.status, (await saved.text()).includes('noTrigger')]).toEqual([400, true]);
  expect((await fetch(`${url}/webhook/secret/chat`)).status).toBe(404);
});

test('a chat that asks who talks takes nothing that the page of another site sends', async () => {
  const { url, save } = await start();
  const made = await fetch(`${url}/rest/credentials`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'People', type: 'httpBasicAuth', data: { user: 'ada', password: 'pw' } }),
  });
  const { data } = (await made.json()) as { data: { id: string } };
  const credentials = { httpBasicAuth: { id: data.id, name: 'People' } };
  const basic = { public: true, authentication: 'basicAuth', credentials };
  await save('guarded', basic);
  await save('named', { ...basic, options: { allowedOrigins: 'https://site.example' } });
  await save('embedded', { ...basic, mode: 'webhook' });
  const sayFrom = async (chat: string, headers: Record<string, string>) => {
    const answer = await fetch(`${url}/webhook/${chat}/chat`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa('ada:pw')}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ action: 'sendMessage', sessionId: 's1', chatInput: 'Hi' }),
    });
    return answer.status;
  };
  const [own, foreign] = [{ origin: url }, { origin: 'https://site.example' }];
  const [same, cross] = [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'same-site' }];
  for (const headers of [{}, own, { ...own, ...same }]) expect(await sayFrom('guarded', headers)).toBe(200);
  for (const headers of [foreign, { origin: 'null' }, cross, { ...own, ...cross }])
    expect(await sayFrom('guarded', headers)).toBe(403);
  expect(await sayFrom('named', { ...foreign, ...cross })).toBe(200);
  expect(await sayFrom('named', { origin: 'https://other.example', ...cross })).toBe(403);
  expect(await sayFrom('embedded', { ...foreign, ...cross })).toBe(200);
});
