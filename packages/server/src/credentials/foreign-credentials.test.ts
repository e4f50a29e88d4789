import type { AuditEvent } from '@millrace/contract';
import { NodeError } from '@millrace/engine/node-api';
import { expect, test } from 'vitest';
import { createAppWithPeople, type Person } from '../permissions/people.testing.ts';

/** Ada has a credential; what others may do with it, and with workflows that name it. */
const open = async () => {
  const test = await createAppWithPeople();
  const { call, stored } = test;
  const data = { name: 'X-Key', value: 'canary-secret' };
  const { data: credential } = await call('ada', 'POST', '/credentials', {
    name: 'Of Ada',
    type: 'httpHeaderAuth',
    data,
  });
  const node = (reference: unknown = { id: credential.id, name: 'Of Ada' }) => ({
    name: 'Call',
    type: 'core.httpRequest',
    typeVersion: 4.2,
    position: [0, 0],
    parameters: {},
    credentials: { httpHeaderAuth: reference },
  });
  const save = (person: Person, ...nodes: object[]) =>
    call(person, 'POST', '/workflows', { name: 'W', nodes, connections: {} });
  const share = (resource: string, id: string, userId: Person, role: string) =>
    call('ada', 'PUT', `/${resource}/${id}/shares`, [{ userId, role }]);
  const resolve = (ranBy: string, workflowId: string | null, use: object = { id: credential.id }) =>
    stored.resolver
      .resolve(
        { type: 'httpHeaderAuth', node: 'Call', readsSecrets: false, ...use },
        { ranBy, workflowId, nodeType: 'core.httpRequest' },
      )
      .then(
        ({ id }) => id,
        (error: unknown) => (error instanceof NodeError ? error.message : Promise.reject(error)),
      );
  return { ...test, credential, node, save, share, resolve };
};

const unknownName = 'Credentials with name "Of Ada" do not exist for "httpHeaderAuth".';

test('nobody else sees it, reads it, changes it or tests with it', async () => {
  const { call, credential } = await open();
  expect((await call('ben', 'GET', '/credentials')).data).toEqual([]);
  const body = { credentials: { id: credential.id, type: 'httpHeaderAuth', data: {} } };
  for (const [method, url, payload] of [
    ['GET', `/credentials/${credential.id}?includeData=true`],
    ['PATCH', `/credentials/${credential.id}`, { name: 'x' }],
    ['DELETE', `/credentials/${credential.id}`],
    ['GET', `/credentials/${credential.id}/uses`],
    ['POST', '/credentials/test', body],
    ['GET', `/oauth2-credential/auth?id=${credential.id}`],
  ] as const)
    expect((await call('ben', method, url, payload)).status, `${method} ${url}`).toBe(404);
});

test('one that is shared for use can be used, and neither read nor changed; the owner of the instance does not read it', async () => {
  const { call, credential, share } = await open();
  await share('credentials', credential.id, 'ben', 'use');
  expect((await call('ben', 'GET', '/credentials')).data).toMatchObject([
    { permissions: ['use'], sharedWith: 1, ownedBy: { id: 'ada' } },
  ]);
  for (const person of ['ben', 'owner'] as const) {
    expect((await call(person, 'GET', `/credentials/${credential.id}?includeData=true`)).status).toBe(403);
    expect((await call(person, 'PATCH', `/credentials/${credential.id}`, { name: 'x' })).status).toBe(403);
    const body = { id: credential.id, type: 'httpHeaderAuth', data: { name: 'a' } };
    expect((await call(person, 'POST', '/credentials/test', body)).status).toBe(403);
  }
  expect((await call('ben', 'DELETE', `/credentials/${credential.id}`)).status).toBe(403);
  await share('credentials', credential.id, 'ben', 'view');
  const seen = await call('ben', 'GET', `/credentials/${credential.id}?includeData=true`);
  expect(JSON.stringify(seen)).not.toContain('canary-secret');
});

test('a workflow of someone else cannot name it, by id or by name, until it is shared', async () => {
  const { call, credential, node, save, share } = await open();
  for (const reference of [undefined, 'Of Ada', { id: null, name: 'Of Ada' }])
    expect(await save('ben', node(reference))).toMatchObject({
      status: 403,
      error: 'credentialNotUsable',
      message: expect.stringContaining(unknownName),
    });
  const { data: own } = await save('ben', node({ id: '77', name: 'Of nobody' }));
  expect((await call('ben', 'PATCH', `/workflows/${own.id}`, { nodes: [node()] })).status).toBe(403);
  await share('credentials', credential.id, 'ben', 'use');
  expect((await call('ben', 'PATCH', `/workflows/${own.id}`, { nodes: [node()] })).status).toBe(200);
  // What is there already is no reason to refuse a save.
  await call('ada', 'PUT', `/credentials/${credential.id}/shares`, []);
  expect((await call('ben', 'PATCH', `/workflows/${own.id}`, { nodes: [node()], name: 'Renamed' })).status).toBe(200);
});

test('an editor of a shared workflow adds no credential of its owner', async () => {
  const { call, credential, node, save, share } = await open();
  const { data: shared } = await save('ada', node('Nobody has this'));
  await share('workflows', shared.id, 'ben', 'edit');
  expect((await call('ben', 'PATCH', `/workflows/${shared.id}`, { nodes: [node()] })).status).toBe(403);
  expect((await call('ada', 'PATCH', `/workflows/${shared.id}`, { nodes: [node()] })).status).toBe(200);
  expect((await call('ben', 'PATCH', `/workflows/${shared.id}`, { nodes: [node()], name: 'B' })).status).toBe(200);
  expect(credential.id).toBe('1');
});

test('when it runs, it is used for whose workflow it is, or for who runs it', async () => {
  const { credential, node, save, share, resolve } = await open();
  const { data: ofAda } = await save('ada', node());
  const { data: without } = await save('ada', node('Another'));
  const { data: ofBen } = await save('ben', node('Another'));
  // What is stored, by its owner.
  expect(await resolve('', ofAda.id)).toBe(credential.id);
  expect(await resolve('', ofBen.id)).not.toBe(credential.id);
  expect(await resolve('', null)).not.toBe(credential.id);
  // By hand: the own ones, and those that the stored workflow names.
  expect(await resolve('ada', null)).toBe(credential.id);
  expect(await resolve('ben', ofAda.id)).toBe(credential.id);
  expect(await resolve('ben', without.id)).not.toBe(credential.id);
  expect(await resolve('ben', null)).toBe('The credentials for "httpHeaderAuth" do not exist any more.');
  expect(await resolve('ben', null, { name: 'Of Ada' })).toBe(unknownName);
  expect(await resolve('nobody', ofAda.id)).toBe(credential.id);
  await share('credentials', credential.id, 'ben', 'use');
  expect(await resolve('ben', null, { name: 'Of Ada' })).toBe(credential.id);
  expect(await resolve('', ofBen.id)).toBe(credential.id);
  // The owner of the instance uses all.
  expect(await resolve('owner', null)).toBe(credential.id);
});

test('two of one name are not told apart, and a node type that was not chosen gets none', async () => {
  const { call, credential, resolve } = await open();
  await call('ada', 'POST', '/credentials', { name: 'Of Ada', type: 'httpHeaderAuth', data: {} });
  expect(await resolve('ada', null, { name: 'Of Ada' })).toBe(
    'Credentials with name "Of Ada" exist for "httpHeaderAuth"',
  );
  await call('ada', 'PATCH', `/credentials/${credential.id}`, { nodesAccess: [{ nodeType: 'core.webhook' }] });
  expect(await resolve('ada', null)).toContain('may not be used by nodes of the type "core.httpRequest"');
});

test('what is done with credentials is on the audit list, without secrets', async () => {
  const { call, credential } = await open();
  await call('ada', 'GET', `/credentials/${credential.id}?includeData=true`);
  await call('ada', 'PATCH', `/credentials/${credential.id}`, { data: { name: 'X', value: 'canary-secret-2' } });
  await call('ada', 'POST', '/credentials/test', { type: 'httpHeaderAuth', data: { value: 'canary-secret-3' } });
  await call('ada', 'DELETE', `/credentials/${credential.id}`);
  const { data } = await call('owner', 'GET', '/audit-events');
  const actions = data
    .filter(({ resource }: { resource: string }) => resource === 'credential')
    .map(({ action }: { action: string }) => action);
  expect(actions).toEqual([
    'credential.deleted',
    'credential.tested',
    'credential.changed',
    'credential.read',
    'credential.created',
  ]);
  expect(JSON.stringify(data)).not.toContain('canary-secret');
});

test('its use by others is in the audit list, once an hour for each of them and workflow; that by its owner is not', async () => {
  const { call, clock, credential, node, save, share, resolve } = await open();
  await share('credentials', credential.id, 'ben', 'use');
  const { data: own } = await save('ada', node());
  const { data: bens } = await save('ben', node());
  const used = async () =>
    (await call('owner', 'GET', '/audit-events')).data
      .filter(({ action }: { action: string }) => action === 'credential.used')
      .map(({ user, resourceId, name, details }: AuditEvent) => ({ user: user?.id, resourceId, name, details }));
  expect(await resolve('ada', own.id)).toBe(credential.id);
  expect(await resolve('', own.id)).toBe(credential.id);
  expect(await used()).toEqual([]);
  for (let i = 0; i < 3; i += 1) expect(await resolve('', bens.id)).toBe(credential.id);
  const event = { user: 'ben', resourceId: credential.id, name: 'Of Ada', details: { workflowId: bens.id } };
  await expect.poll(used).toEqual([event]);
  clock.time += 3_600_000;
  await resolve('ben', bens.id);
  await expect.poll(used).toEqual([event, event]);
  // By hand, in a workflow of hers that is shared with him.
  await share('credentials', credential.id, 'ben', 'use');
  await call('ada', 'PUT', `/credentials/${credential.id}/shares`, []);
  await call('ada', 'PUT', `/workflows/${own.id}/shares`, [{ userId: 'ben', role: 'use' }]);
  expect(await resolve('ben', own.id)).toBe(credential.id);
  await expect.poll(async () => (await used())[0]).toEqual({ ...event, details: { workflowId: own.id } });
});

test('one that no service limits has fields for the hosts that it may be sent to; to name them needs no secret again', async () => {
  const { call, credential } = await open();
  const types = (await call('ada', 'GET', '/credential-types')).data;
  const namesOf = (type: string) =>
    types.find(({ name }: { name: string }) => name === type).properties.map(({ name }: { name: string }) => name);
  expect(namesOf('httpHeaderAuth')).toEqual(['name', 'value', 'allowedHttpRequestDomains', 'allowedDomains']);
  expect(namesOf('telegramApi')).not.toContain('allowedDomains');
  expect(namesOf('postgres')).not.toContain('allowedDomains');
  const stored = await call('ada', 'GET', `/credentials/${credential.id}?includeData=true`);
  const limit = (allowedDomains: string) =>
    call('ada', 'PATCH', `/credentials/${credential.id}`, {
      data: { ...stored.data.data, allowedHttpRequestDomains: 'domains', allowedDomains },
    });
  expect((await limit('api.example.com')).status).toBe(200);
  expect(await limit('api.example.com, evil.example.com')).toMatchObject({ status: 400, error: 'secretsNeeded' });
});
