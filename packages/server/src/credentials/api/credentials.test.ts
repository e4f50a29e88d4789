import { type Credential, credentialPlaceholder } from '@millrace/contract';
import { expect, test } from 'vitest';
import { createTestApp } from '../../app.testing.ts';

const canary = 'canary-secret-value';

const open = async () => {
  const test = await createTestApp();
  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const { statusCode: status, body } = await test.app.inject({
      method,
      url: `/rest${url}`,
      ...(payload && { payload }),
    });
    const answer = JSON.parse(body) as { data?: unknown; message?: string; error?: string; hint?: string };
    return { status, body, ...answer };
  };
  const create = async (credential: object = {}) => {
    const header = { name: 'Mine', type: 'httpHeaderAuth', data: { name: 'X-Key', value: canary } };
    const { data, message } = await call('POST', '/credentials', { ...header, ...credential });
    if (!data) throw new Error(message);
    return data as Credential;
  };
  const read = async (id: string) => (await call('GET', `/credentials/${id}?includeData=true`)).data as Credential;
  const stored = async (id: string) => (await test.stored.store.find(Number(id)))?.data;
  return { ...test, call, create, read, storedData: stored };
};

test('a credential is stored, listed, read with a placeholder for its secret, renamed and deleted', async () => {
  const { call, create, read } = await open();
  const created = await create();
  expect(created).toMatchObject({ id: '1', name: 'Mine', type: 'httpHeaderAuth', sharedWith: 0 });
  expect(created.data).toBeUndefined();
  expect(created.permissions).toContain('update');
  const { data: list } = await call('GET', '/credentials');
  expect(list).toEqual([created]);
  expect((await call('GET', '/credentials/1')).data).toEqual(created);
  expect((await read('1')).data).toEqual({ name: 'X-Key', value: credentialPlaceholder });
  const renamed = await call('PATCH', '/credentials/1', { name: 'Renamed' });
  expect(renamed.data).toMatchObject({ name: 'Renamed', createdAt: created.createdAt });
  expect((await call('DELETE', '/credentials/1')).data).toBe(true);
  expect(await call('GET', '/credentials/1')).toMatchObject({ status: 404, error: 'credentialNotFound' });
  expect(await call('DELETE', '/credentials/1')).toMatchObject({ status: 404 });
});

test('no answer holds the secret, and the database holds it encrypted, bound to its row', async () => {
  const { call, create, db, stored } = await open();
  await create();
  await create({ name: 'Other', data: { name: 'X-Key', value: 'another secret' } });
  for (const url of ['/credentials', '/credentials/1', '/credentials/1?includeData=true', '/credential-types'])
    expect((await call('GET', url)).body).not.toContain(canary);
  const rows = await db.selectFrom('credentials').selectAll().orderBy('id').execute();
  expect(JSON.stringify(rows)).not.toContain(canary);
  await db.updateTable('credentials').set({ data: rows[0]!.data }).where('id', '=', 2).execute();
  await expect(stored.store.find(2)).rejects.toThrow();
});

test('the placeholder stands for the stored secret, where it is changed and where it is tested', async () => {
  const { call, create, storedData } = await open();
  await create();
  const kept = await call('PATCH', '/credentials/1', { data: { name: 'X-Other', value: credentialPlaceholder } });
  expect(kept.status).toBe(200);
  expect(await storedData('1')).toEqual({ name: 'X-Other', value: canary });
  const nothing = await call('POST', '/credentials', {
    name: 'A',
    type: 'httpHeaderAuth',
    data: { value: credentialPlaceholder },
  });
  expect(nothing).toMatchObject({ status: 400, message: expect.stringContaining('no stored value') });
  const halved = await call('PATCH', '/credentials/1', { data: { value: `Bearer ${credentialPlaceholder}` } });
  expect(halved).toMatchObject({ status: 400, message: expect.stringContaining('the placeholder') });
  await call('PATCH', '/credentials/1', { data: { name: 'X', value: 'right' } });
  const tested = { id: '1', name: 'Mine', type: 'httpHeaderAuth', data: { name: 'X', value: credentialPlaceholder } };
  expect((await call('POST', '/credentials/test', { credentials: tested })).data).toEqual({
    status: 'OK',
    message: 'Tried',
  });
  expect((await call('POST', '/credentials/test', { ...tested, data: { value: 'wrong' } })).data).toMatchObject({
    status: 'Error',
  });
});

test('a stored secret goes to no other host than before, unless it is entered again', async () => {
  const { call, create, storedData } = await open();
  const data = { server: 'https://git.example/api/v3', user: 'me', accessToken: canary };
  await create({ type: 'githubApi', data });
  const elsewhere = { ...data, server: 'https://evil.example', accessToken: credentialPlaceholder };
  const later = `={{ Date.now() > ${Number.MAX_SAFE_INTEGER} ? 'https://evil.example' : '${data.server}' }}`;
  for (const [method, url, body] of [
    ['PATCH', '/credentials/1', { data: elsewhere }],
    ['POST', '/credentials/test', { id: '1', type: 'githubApi', data: elsewhere }],
    ['PATCH', '/credentials/1', { data: { ...elsewhere, server: '={{ "https://" + "evil.example" }}' } }],
    // Now the same host as before, and another one a moment later.
    ['PATCH', '/credentials/1', { data: { ...elsewhere, server: later } }],
    ['POST', '/credentials/test', { id: '1', type: 'githubApi', data: { ...elsewhere, server: later } }],
    // A field that can be read would be made of the secret.
    ['PATCH', '/credentials/1', { data: { ...elsewhere, server: data.server, user: '={{ $self.accessToken }}' } }],
  ] as const)
    expect(await call(method, url, body)).toMatchObject({
      status: 400,
      error: 'secretsNeeded',
      hint: 'Enter again: Access token.',
    });
  expect(await storedData('1')).toEqual(data);
  expect(await call('PATCH', '/credentials/1', { data: { ...elsewhere, accessToken: 'typed anew' } })).toMatchObject({
    status: 200,
  });
  expect(await call('PATCH', '/credentials/1', { data: { ...elsewhere, user: 'you' } })).toMatchObject({ status: 200 });
});

test('the hosts that a credential is limited to cannot be widened without its secret', async () => {
  const { call, create } = await open();
  const limits = { allowedHttpRequestDomains: 'domains', allowedDomains: 'api.example, www.example' };
  await create({ data: { name: 'X', value: canary, ...limits } });
  const change = (more: object) =>
    call('PATCH', '/credentials/1', { data: { name: 'X', value: credentialPlaceholder, ...limits, ...more } });
  expect(await change({ allowedDomains: 'api.example' })).toMatchObject({ status: 200 });
  expect(await change({ allowedDomains: 'api.example, evil.example' })).toMatchObject({ error: 'secretsNeeded' });
  expect(await change({ allowedHttpRequestDomains: 'all' })).toMatchObject({ error: 'secretsNeeded' });
});

test('a changed field gives up a connected account, and an unchanged one keeps it', async () => {
  const { call, create, read, stored, storedData } = await open();
  const data = { clientId: 'a', clientSecret: canary, server: 'https://api.github.com' };
  await create({ type: 'githubOAuth2Api', data });
  const { store } = stored;
  await store.change(1, null, { data: { ...data, oauthTokenData: { access_token: 'token-canary' } }, now: 1 });
  const shown = (await read('1')).data!;
  expect(shown).toMatchObject({ oauthTokenData: true, clientSecret: credentialPlaceholder });
  await call('PATCH', '/credentials/1', { name: 'Renamed', data: shown });
  expect(await storedData('1')).toMatchObject({
    oauthTokenData: { access_token: 'token-canary' },
    clientSecret: canary,
  });
  await call('PATCH', '/credentials/1', { data: { ...shown, clientId: 'b' } });
  expect(await storedData('1')).toEqual({ ...data, clientId: 'b' });
});

test('fields are held against those of the type', async () => {
  const { call, create } = await open();
  const post = (type: string, data: object) => call('POST', '/credentials', { name: 'A', type, data });
  expect(await post('nothing', {})).toMatchObject({ status: 404, error: 'credentialTypeNotFound' });
  expect(await post('httpHeaderAuth', { nam: 'a' })).toMatchObject({
    message: expect.stringContaining('is no field of Header Auth'),
  });
  expect(await post('httpHeaderAuth', { name: 1 })).toMatchObject({ message: expect.stringContaining('must be text') });
  expect(await post('jwtAuth', { algorithm: 'HS1' })).toMatchObject({
    message: expect.stringContaining('has no choice "HS1"'),
  });
  expect(await post('jwtAuth', { algorithm: '={{ "HS" + 256 }}' })).toMatchObject({ status: 200 });
  expect(await call('POST', '/credentials', { name: 'x'.repeat(65), type: 'httpHeaderAuth', data: {} })).toMatchObject({
    status: 400,
  });
  expect(await call('POST', '/credentials', { name: ' ', type: 'httpHeaderAuth', data: {} })).toMatchObject({
    status: 400,
  });
  const { id } = await create();
  expect(await call('PATCH', `/credentials/${id}`, { type: 'jwtAuth' })).toMatchObject({ status: 400 });
  expect(await call('PATCH', `/credentials/${id}`, { ownerId: 'x' })).toMatchObject({ status: 400 });
});

test('a new name is free, and not longer than names may be', async () => {
  const { call, create } = await open();
  const name = async (wanted: string) =>
    ((await call('GET', `/credentials/new?name=${wanted}`)).data as { name: string }).name;
  expect(await name('Header account')).toBe('Header account');
  await create({ name: 'Header account' });
  expect(await name('Header%20account')).toBe('Header account 2');
  expect((await name('x'.repeat(80))).length).toBe(64);
  expect(((await call('GET', '/credentials/new')).data as { name: string }).name).toBe('Unnamed credential');
});

test('what may use a credential is every node type that supports it, or those that were chosen', async () => {
  const { call, create, read } = await open();
  const { nodesAccess: all } = await create({ type: 'githubApi', data: {} });
  expect(all.map(({ nodeType }) => nodeType)).toEqual(expect.arrayContaining(['core.httpRequest']));
  const one = [{ nodeType: 'n8n-nodes-base.httpRequest' }];
  expect((await call('PATCH', '/credentials/1', { nodesAccess: one })).data).toMatchObject({
    nodesAccess: [{ nodeType: 'core.httpRequest' }],
  });
  await call('PATCH', '/credentials/1', { nodesAccess: all });
  expect((await read('1')).nodesAccess.length).toBe(all.length);
});

test('the workflows that use one are named, by id and by name', async () => {
  const { call, create } = await open();
  await create();
  const node = (name: string, credentials?: object) => ({
    name,
    type: 'test.set',
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
    credentials,
  });
  const workflow = (name: string, ...nodes: object[]) => call('POST', '/workflows', { name, nodes, connections: {} });
  await workflow('By id', node('A', { httpHeaderAuth: { id: '1', name: 'Old name' } }), node('B'));
  await workflow('By name', node('C', { httpHeaderAuth: 'Mine' }));
  await workflow('Another', node('D', { httpHeaderAuth: { id: '2', name: 'Mine' } }), node('httpHeaderAuth'));
  expect((await call('GET', '/credentials/1/uses')).data).toEqual({
    workflows: [
      { id: '1', name: 'By id', active: false, nodes: ['A'] },
      { id: '2', name: 'By name', active: false, nodes: ['C'] },
    ],
    others: 0,
  });
});

test('credential types say what they ask for, who may use them and whether they can be tested', async () => {
  const { call } = await open();
  const types = (await call('GET', '/credential-types')).data as { name: string }[];
  const of = (name: string) => types.find((type) => type.name === name);
  expect(of('githubOAuth2Api')).toMatchObject({
    extends: ['oAuth2Api'],
    isTestable: false,
    authenticate: { type: 'oAuth2' },
  });
  expect(of('githubApi')).toMatchObject({ isTestable: true, test: { request: { url: expect.any(String) } } });
  expect(of('jwtAuth')).toMatchObject({
    isTestable: false,
    supportedNodes: expect.not.arrayContaining(['core.httpRequest']),
  });
  expect(of('githubApi')).toMatchObject({ documentationUrl: expect.stringMatching(/^https:\/\/docs\.github\.com\//) });
  expect((await call('GET', '/credential-translation?credentialType=githubApi')).data).toEqual({});
});

test('every credential type that a node uses has a picture, its own or that of the node', async () => {
  const { app, call } = await open();
  const types = (await call('GET', '/credential-types')).data as { name: string; icon?: string }[];
  for (const { name, icon } of types) {
    const { statusCode, headers } = await app.inject({ url: `/rest/credential-icon/${name}` });
    expect([name, statusCode]).toEqual([name, icon ? 200 : 404]);
    if (icon) expect(headers['content-type']).toBe('image/svg+xml');
  }
  expect((await call('GET', '/credential-icon/nobody')).status).toBe(404);
});
