import type { NodeTypeDescription } from '@millrace/contract';
import { expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { createNodeTypes } from './service.ts';

const post = async (nodeInfos: object[]) => {
  const { app } = await createTestApp();
  const response = await app.inject({ method: 'POST', url: '/rest/node-types', payload: { nodeInfos } });
  return response.json().data as NodeTypeDescription[];
};

test('the list has an entry for each version and no parameters', async () => {
  const { app } = await createTestApp();
  const { data } = (await app.inject('/rest/node-types?onlyLatest=false')).json();
  expect(data.map(({ name, version }: NodeTypeDescription) => [name, version])).toEqual([
    ['test.set', 1],
    ['test.set', 2],
    ['@scope/test.get', 1],
  ]);
  expect(data.some((description: object) => 'properties' in description)).toBe(false);
});

test('the list of the latest has one entry for each type', async () => {
  const { app } = await createTestApp();
  const { data } = (await app.inject('/rest/node-types?onlyLatest=true')).json();
  expect(data.map(({ name, version }: NodeTypeDescription) => [name, version])).toEqual([
    ['test.set', 2],
    ['@scope/test.get', 1],
  ]);
});

test('descriptions come in the order asked, without unknown ones', async () => {
  const found = await post([
    { name: '@scope/test.get', version: 1 },
    { name: 'gone.away', version: 1 },
    { name: '__proto__', version: 1 },
    { name: 'test.set', version: 1 },
  ]);
  expect(found.map(({ name, properties }) => [name, properties])).toEqual([
    ['@scope/test.get', []],
    ['test.set', []],
  ]);
});

test('an icon is found by a name with a scope and can run nothing', async () => {
  const { app } = await createTestApp();
  const response = await app.inject('/rest/node-icon/@scope/test.get');
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain('<svg');
  expect(response.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=86400',
    'content-security-policy': expect.stringContaining('sandbox'),
  });
});

test.each([
  'test.set',
  'constructor',
  '__proto__',
  '../../../package.json',
  '..%2f..%2fpackage.json',
  '%2e%2e/%2e%2e/package.json',
  '@scope%2ftest.gone',
])('there is no icon %s', async (name) => {
  const { app } = await createTestApp();
  const response = await app.inject(`/rest/node-icon/${name}`);
  expect(response.statusCode).toBe(404);
  expect(response.body).not.toContain('workspaces');
});

test('the texts of types in the language of the instance, by the English ones', async () => {
  const types = createNodeTypes(
    {
      readList: () => JSON.stringify([{ name: 'test.set', displayName: 'Set', description: 'Sets' }]),
      texts: (language): Record<string, string> => (language === 'de' ? { Set: 'Setzen', Name: 'Name' } : {}),
      describe: () => undefined,
      findIcon: () => undefined,
    },
    'de',
  );
  expect(types.texts('de').parse()).toEqual({ Set: 'Setzen', Name: 'Name' });
  expect(types.texts('en').parse()).toEqual({});
  expect(types.headers()).toEqual({ 'test.set': { displayName: 'Setzen', description: 'Sets' } });
  expect(types.textsOf({ fields: [{ displayName: 'Name' }] })).toEqual({ Name: 'Name' });
});

test('an instance in English translates nothing', async () => {
  const { app } = await createTestApp();
  expect((await app.inject('/rest/node-translation-headers')).json().data).toEqual({});
  expect((await app.inject('/rest/node-texts?language=de')).json().data).toEqual({});
  expect((await app.inject('/rest/node-texts?language=xx')).statusCode).toBe(400);
});

test('what nodes can be set to do comes as one list, which a client that has it does not get again', async () => {
  const { app } = await createTestApp();
  const response = await app.inject('/rest/node-actions');
  expect(response.json()).toEqual({ data: [] });
  const again = await app.inject({ url: '/rest/node-actions', headers: { 'if-none-match': response.headers.etag } });
  expect(again.statusCode).toBe(304);
});
