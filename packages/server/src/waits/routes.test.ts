import { expect, test } from 'vitest';
import { multipart, serveWaits } from './waits-for-test.ts';

const hook = { method: 'POST', responseMode: 'onReceived' } as const;
const html = { accept: 'text/html,application/xhtml+xml' };

test('a call ends the wait with all that it brought', async () => {
  const { app, store, webhook, resumed } = await serveWaits();
  const id = await store({ wait: { webhook: hook } });
  const answer = await app.inject({
    method: 'POST',
    url: `${webhook(id)}?approved=true`,
    payload: { a: [1] },
    headers: { 'x-a': 'b', cookie: 'millrace-auth=secret; theirs=1' },
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ message: 'Workflow was started' });
  expect(answer.headers['content-security-policy']).toContain('sandbox');
  expect(resumed).toMatchObject([
    {
      executionId: id,
      options: { waitCount: 0 },
      resumption: {
        kind: 'webhook',
        request: {
          method: 'POST',
          url: `https://hooks.example${webhook(id)}?approved=true`,
          headers: { 'x-a': 'b', cookie: 'theirs=1' },
          query: { approved: 'true' },
          body: { a: [1] },
        },
      },
    },
  ]);
});

test('an address works once; of two calls at the same moment one ends the wait', async () => {
  const { app, store, webhook, resumed } = await serveWaits();
  const id = await store({ wait: { webhook: hook } });
  const answers = await Promise.all([1, 2, 3].map(() => app.inject({ method: 'POST', url: webhook(id) })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  expect(resumed).toHaveLength(1);
  await app.inject({ method: 'GET', url: '/' });
});

test('an address of an earlier wait does not end a later one', async () => {
  const { app, store, webhook, resumed } = await serveWaits();
  const id = await store({ wait: { webhook: hook }, waitCount: 2 });
  const answer = await app.inject({ method: 'POST', url: webhook(id, 1) });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ error: 'waitOver' });
  expect((await app.inject({ method: 'POST', url: webhook(id, 2) })).statusCode).toBe(200);
  expect(resumed).toHaveLength(1);
});

test('guesses learn nothing: the same answer for runs that wait, have ended, or never were', async () => {
  const { app, store, webhook, resumed } = await serveWaits();
  const waiting = await store({ wait: { webhook: hook } });
  const ended = await store({ status: 'success' });
  const token = webhook(waiting).split('/').at(-1) as string;
  const guess = `0-${'a'.repeat(32)}`;
  const paths = [waiting, ended, 999_999, 'x', '', '1e3', '%31'].map((id) => `/webhook-waiting/${id}/${guess}`);
  paths.push(
    `/webhook-waiting/${ended}/${token}`,
    `/form-waiting/${waiting}/${guess}`,
    '/webhook-waiting/',
    '/form-waiting/1',
  );
  const bodies = new Set<string>();
  for (const url of paths) {
    const answer = await app.inject({ method: 'POST', url });
    expect(answer.statusCode).toBe(404);
    bodies.add(answer.body);
  }
  expect(bodies.size).toBe(1);
  expect(resumed).toEqual([]);
});

test('to a browser a refusal is a page, with nothing of the address in it', async () => {
  const { app } = await serveWaits();
  const answer = await app.inject({ url: '/webhook-waiting/1/%3Cscript%3E', headers: html });
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toContain('text/html');
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  expect(answer.body).toContain('Nothing waits at this address.');
  expect(answer.body.toLowerCase()).not.toContain('%3cscript');
  expect(answer.body.match(/<script/g)).toHaveLength(1);
});

test('only the method and the suffix that are asked for end the wait', async () => {
  const { app, store, webhook, resumed } = await serveWaits();
  const id = await store({ wait: { webhook: { ...hook, method: 'GET', suffix: 'yes/now' } } });
  const url = webhook(id);
  const statusOf = async (method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS', to: string) =>
    (await app.inject({ method, url: to })).statusCode;
  expect(await statusOf('GET', url)).toBe(404);
  expect(await statusOf('GET', `${url}/yes`)).toBe(404);
  expect(await statusOf('POST', `${url}/yes/now`)).toBe(404);
  expect(await statusOf('HEAD', `${url}/yes/now`)).toBe(405);
  expect(await statusOf('OPTIONS', `${url}/yes/now`)).toBe(204);
  expect(resumed).toEqual([]);
  expect(await statusOf('GET', `${url}/yes/now/?a=1`)).toBe(200);
});

test('calls from elsewhere than allowed are turned away', async () => {
  const { app, store, webhook } = await serveWaits();
  const id = await store({ wait: { webhook: { ...hook, ipAllowList: '10.0.0.0/8' } } });
  expect((await app.inject({ method: 'POST', url: webhook(id), remoteAddress: '11.0.0.1' })).statusCode).toBe(403);
  expect((await app.inject({ method: 'POST', url: webhook(id), remoteAddress: '10.1.0.1' })).statusCode).toBe(200);
});

test('the call is answered by the run where the node asks for that', async () => {
  const response = { status: 201, headers: { 'x-own': 'yes' }, body: { kind: 'text' as const, text: 'done' } };
  const { app, store, webhook, resumed } = await serveWaits({ ended: { status: 'success', answer: response } });
  const spec = { method: 'POST', responseMode: 'lastNode', responseData: 'allEntries' } as const;
  const id = await store({ wait: { webhook: spec } });
  const answer = await app.inject({ method: 'POST', url: webhook(id) });
  expect([answer.statusCode, answer.body, answer.headers['x-own']]).toEqual([201, 'done', 'yes']);
  expect(resumed[0]?.options).toMatchObject({ lastNodeAnswer: { responseData: 'allEntries' } });
});

test('files of the call belong to the execution that waits, and a call that is refused leaves those it had', async () => {
  const { app, store, webhook, resumed, binary, db } = await serveWaits();
  const id = await store({ wait: { webhook: hook } });
  const kept = await binary.write(String(id), Buffer.from('before'), {});
  const upload = multipart([['report', { name: 'a.txt', type: 'text/plain', content: 'inside' }]]);
  await app.inject({ method: 'POST', url: webhook(id), ...upload });
  const { resumption } = resumed[0]!;
  const file = resumption.kind === 'webhook' ? resumption.request.binary?.report : undefined;
  expect(file?.id).toMatch(new RegExp(`^${id}/`));
  expect(Buffer.from(await binary.read(file!)).toString()).toBe('inside');

  await db
    .updateTable('executions')
    .set({ status: 'waiting', wait: '{"till":null,"webhook":{"method":"POST"}}' })
    .execute();
  await db.updateTable('executions').set({ wait_count: 1 }).execute();
  const broken = await app.inject({
    method: 'POST',
    url: webhook(id, 1),
    payload: '{',
    headers: { 'content-type': 'application/json' },
  });
  expect(broken.statusCode).toBe(400);
  expect(Buffer.from(await binary.read(kept)).toString()).toBe('before');
});

test('a call that comes before its run waits is held until it does', async () => {
  const { app, store, webhook, resumed, db } = await serveWaits();
  const id = await store({ status: 'running' });
  const call = app.inject({ method: 'POST', url: webhook(id) });
  const wait = JSON.stringify({ till: null, webhook: hook, node: 'Wait', runIndex: 0 });
  await db.updateTable('executions').set({ status: 'waiting', wait }).where('id', '=', id).execute();
  expect((await call).statusCode).toBe(200);
  expect(resumed).toHaveLength(1);
});

test('an address of a form is none for calls, and the other way round', async () => {
  const { app, store, webhook, form } = await serveWaits();
  const call = await store({ wait: { webhook: hook } });
  const page = await store({ wait: { form: { title: 'T', fields: [], completion: { kind: 'text', title: '' } } } });
  expect((await app.inject({ url: form(call) })).statusCode).toBe(404);
  expect((await app.inject({ method: 'POST', url: webhook(page) })).statusCode).toBe(404);
  expect((await app.inject({ url: `${form(page)}/more` })).statusCode).toBe(404);
});
