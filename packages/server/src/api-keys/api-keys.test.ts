import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createAppWithPeople } from '../permissions/people.testing.ts';

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

const withKey = async (scopes: string[], more: object = {}) => {
  const app = await createAppWithPeople();
  const made = await app.call('ada', 'POST', '/api-keys', { name: 'CI', scopes, ...more });
  expect(made.status).toBe(200);
  return { ...app, key: made.data as { id: string; secret: string; hint: string } };
};

describe('an API key', () => {
  test('acts as its user within its scopes', async () => {
    const { call, key } = await withKey(['workflow:read']);
    expect(key.secret).toMatch(/^mr_[\w-]{40}$/);
    const asKey = bearer(key.secret);
    expect((await call('', 'GET', '/login', undefined, asKey)).data.email).toBe('ada@example.com');
    expect(await call('', 'GET', '/workflows', undefined, asKey)).toMatchObject({ status: 200, data: [] });
    const create = await call('', 'POST', '/workflows', { name: 'W', nodes: [], connections: {} }, asKey);
    expect(create).toMatchObject({ status: 403, error: 'forbidden' });
    expect(create.message).toBe('The API key does not have the scope "workflow:write".');
  });

  test('is for programs: it makes no other keys, and is no cookie of a foreign page', async () => {
    const { call, key } = await withKey(['workflow:read']);
    expect((await call('', 'GET', '/api-keys', undefined, bearer(key.secret))).status).toBe(403);
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    expect((await call('', 'GET', '/workflows', undefined, { ...bearer(key.secret), ...foreign })).status).toBe(200);
    expect((await call('ada', 'GET', '/workflows', undefined, foreign)).status).toBe(403);
  });

  test('shows its secret once, and stores a digest of it', async () => {
    const { call, key, db } = await withKey(['workflow:read']);
    const [listed] = (await call('ada', 'GET', '/api-keys')).data;
    expect(listed).toMatchObject({ id: key.id, name: 'CI', hint: key.secret.slice(0, 9), lastUsedAt: null });
    expect(JSON.stringify(listed)).not.toContain(key.secret);
    const stored = await db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(key.secret);
    await call('', 'GET', '/workflows', undefined, bearer(key.secret));
    expect((await call('ada', 'GET', '/api-keys')).data[0].lastUsedAt).toBe('2026-01-15T12:00:00.000Z');
  });

  test('ends with its expiry, its deletion and its user', async () => {
    const { call, key, clock, db } = await withKey(['workflow:read'], { expiresAt: '2026-01-16T12:00:00.000Z' });
    const list = () => call('', 'GET', '/workflows', undefined, bearer(key.secret));
    expect((await list()).status).toBe(200);
    clock.time = Date.UTC(2026, 0, 16, 12);
    expect(await list()).toMatchObject({ status: 401, message: 'The API key has expired.' });
    await call('ada', 'PATCH', `/api-keys/${key.id}`, { expiresAt: null });
    expect((await list()).status).toBe(200);
    await call('ada', 'DELETE', `/api-keys/${key.id}`);
    expect(await list()).toMatchObject({ status: 401, error: 'notSignedIn' });

    const other = (await call('ben', 'POST', '/api-keys', { name: 'B', scopes: ['workflow:read'] })).data;
    await db.deleteFrom('users').where('id', '=', 'ben').execute();
    expect((await call('', 'GET', '/workflows', undefined, bearer(other.secret))).status).toBe(401);
  });

  test('ends the event streams that it has opened', async () => {
    const { app, call, key } = await withKey(['execution:read']);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as { port: number };
    const request = get(`http://127.0.0.1:${port}/rest/push?sessionId=s`, { headers: bearer(key.secret) });
    const [stream] = (await once(request, 'response')) as [IncomingMessage];
    expect(stream.statusCode).toBe(200);
    const ended = new Promise((resolve) => stream.once('close', resolve));
    stream.on('error', () => {}).resume();
    await call('ada', 'DELETE', `/api-keys/${key.id}`);
    await ended;
  });

  test("is its user's alone", async () => {
    const { call, key } = await withKey(['workflow:read']);
    for (const other of ['ben', 'owner'] as const) {
      expect((await call(other, 'GET', '/api-keys')).data).toEqual([]);
      expect((await call(other, 'PATCH', `/api-keys/${key.id}`, { name: 'Mine' })).status).toBe(404);
      expect((await call(other, 'DELETE', `/api-keys/${key.id}`)).status).toBe(404);
    }
  });

  test('cannot expire before it was made', async () => {
    const { call } = await createAppWithPeople();
    const key = { name: 'CI', scopes: ['workflow:read'], expiresAt: '2026-01-14T12:00:00.000Z' };
    expect(await call('ada', 'POST', '/api-keys', key)).toMatchObject({
      status: 400,
      message: '"expiresAt" must be in the future.',
    });
  });

  test('that is wrong is refused, also beside a cookie and where nobody has to sign in', async () => {
    const { call } = await createAppWithPeople();
    expect((await call('ada', 'GET', '/workflows', undefined, bearer('mr_wrong'))).status).toBe(401);
    expect((await call('', 'GET', '/settings', undefined, bearer('mr_wrong'))).status).toBe(401);
  });
});

test('wrong keys of one sender have a limit, which right ones do not meet', async () => {
  const { call, key } = await withKey(['workflow:read']);
  const tryWrong = async () => (await call('', 'GET', '/workflows', undefined, bearer('mr_wrong'))).status;
  for (let index = 0; index < 50; index += 1) expect(await tryWrong()).toBe(401);
  expect(await tryWrong()).toBe(429);
  expect((await call('', 'GET', '/workflows', undefined, bearer(key.secret))).status).toBe(200);
});

test('making, changing and deleting keys is on the audit list, without the secret', async () => {
  const { call, key } = await withKey(['workflow:read']);
  await call('ada', 'PATCH', `/api-keys/${key.id}`, { scopes: ['workflow:read', 'tag:read'] });
  await call('ada', 'DELETE', `/api-keys/${key.id}`);
  const { data } = await call('owner', 'GET', '/audit-events?resource=apiKey');
  expect(data.map(({ action }: { action: string }) => action)).toEqual([
    'apiKey.deleted',
    'apiKey.changed',
    'apiKey.created',
  ]);
  expect(data[2]).toMatchObject({ user: { id: 'ada', name: 'ada@example.com' }, resourceId: key.id, name: 'CI' });
  expect(JSON.stringify(data)).not.toContain(key.secret);
});
