import { createHmac, generateKeyPairSync } from 'node:crypto';
import { exportSPKI, SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing.ts';

/** Webhooks of a real server that ask their callers for a credential. */

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.stop());

const call = async (method: string, path: string, body?: object) => {
  const response = await fetch(`${server.url}/rest${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers of all endpoints
  const { data, message } = (await response.json()) as any;
  if (!response.ok) throw new Error(message);
  return data;
};

let paths = 0;
/** @returns calls it */
const openWebhook = async (authentication: string, type: string, data: object | string) => {
  const id =
    typeof data === 'string' ? data : (await call('POST', '/credentials', { name: `One ${paths}`, type, data })).id;
  const path = `guarded-${++paths}`;
  const webhook = {
    name: 'Webhook',
    type: 'n8n-nodes-base.webhook',
    typeVersion: 2,
    position: [0, 0],
    parameters: { path, httpMethod: 'POST', authentication, responseMode: 'lastNode', options: {} },
    credentials: { [type]: { id, name: 'Imported under another name' } },
  };
  const { id: workflowId } = await call('POST', '/workflows', {
    name: path,
    nodes: [webhook],
    connections: {},
    active: true,
  });
  const post = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/webhook/${path}`, { method: 'POST', headers });
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  return { post, id: String(id), workflowId };
};

const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a webhook asks its callers for', () => {
  test('a user and a password', async () => {
    const { post } = await openWebhook('basicAuth', 'httpBasicAuth', { user: 'ada', password: 'pass:wörd' });
    const asked = await post();
    expect(asked.status).toBe(401);
    expect(asked.headers.get('www-authenticate')).toContain('Basic');
    for (const wrong of [basic('ada', 'wrong'), basic('', ''), basic('ada', ''), { authorization: 'Basic !' }])
      expect((await post(wrong)).status).toBe(403);
    const right = await post(basic('ada', 'pass:wörd'));
    expect(right.status, right.body).toBe(200);
    expect(JSON.parse(right.body).headers.authorization).toBe('***');
  });

  test('a header', async () => {
    const { post } = await openWebhook('headerAuth', 'httpHeaderAuth', { name: 'X-Key', value: 'header-canary' });
    expect((await post()).status).toBe(403);
    expect((await post({ 'x-key': 'header-canary2' })).status).toBe(403);
    const right = await post({ 'x-key': 'header-canary' });
    expect(right.status).toBe(200);
    expect(right.body).not.toContain('header-canary');
    expect(JSON.parse(right.body).headers['x-key']).toBe('***');
  });

  test('a token of a shared secret, whose claims the workflow gets', async () => {
    const secret = 'a secret of the test that is long enough';
    const { post } = await openWebhook('jwtAuth', 'jwtAuth', { keyType: 'passphrase', secret, algorithm: 'HS256' });
    const sign = (algorithm: string, key: string, expiry = '1h') =>
      new SignJWT({ role: 'tester' })
        .setProtectedHeader({ alg: algorithm })
        .setExpirationTime(expiry)
        .sign(new TextEncoder().encode(key));
    expect((await post()).status).toBe(401);
    const right = await post(bearer(await sign('HS256', secret)));
    expect(right.status).toBe(200);
    expect(JSON.parse(right.body)).toMatchObject({ jwtPayload: { role: 'tester' } });
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${part({ alg: 'none' })}.${part({ role: 'tester' })}.`;
    for (const wrong of [
      unsigned,
      await sign('HS256', `${secret}!`),
      await sign('HS512', secret),
      await sign('HS256', secret, '-1h'),
      'a.b.c',
    ])
      expect((await post(bearer(wrong))).status).toBe(403);
  });

  test('a token of a private key, and takes no public key for a secret', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = await exportSPKI(publicKey as never);
    const { post } = await openWebhook('jwtAuth', 'jwtAuth', { keyType: 'pemKey', publicKey: pem, algorithm: 'RS256' });
    const right = await new SignJWT({}).setProtectedHeader({ alg: 'RS256' }).sign(privateKey);
    expect((await post(bearer(right))).status).toBe(200);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const text = `${part({ alg: 'HS256' })}.${part({})}`;
    const confused = `${text}.${createHmac('sha256', pem).update(text).digest('base64url')}`;
    expect((await post(bearer(confused))).status).toBe(403);
  });
});

test('a credential that is empty, gone, or not for this node lets nobody in', async () => {
  const empty = await openWebhook('headerAuth', 'httpHeaderAuth', { name: '', value: '' });
  expect((await empty.post({ '': '' } as never).catch(() => ({ status: 500 }))).status).toBe(500);
  const { post, id } = await openWebhook('headerAuth', 'httpHeaderAuth', { name: 'X-Key', value: 'value' });
  await call('PATCH', `/credentials/${id}`, { nodesAccess: [{ nodeType: 'core.httpRequest' }] });
  expect((await post({ 'x-key': 'value' })).status).toBe(500);
  await call('PATCH', `/credentials/${id}`, { nodesAccess: [{ nodeType: 'n8n-nodes-base.webhook' }] });
  expect((await post({ 'x-key': 'value' })).status).toBe(200);
  await call('PATCH', `/credentials/${id}`, { data: { name: 'X-Key', value: 'other' } });
  expect((await post({ 'x-key': 'value' })).status).toBe(403);
  await call('DELETE', `/credentials/${id}`);
  const gone = await post({ 'x-key': 'other' });
  expect(gone).toMatchObject({ status: 500 });
  expect(gone.body).not.toContain('other');
});
