import { expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';

test.each(['/rest/node-types', '/rest/node-types?onlyLatest=true', '/types/nodes.json', '/types/credentials.json'])(
  '%s is sent once to a client that keeps it',
  async (url) => {
    const { app } = await createTestApp();
    const first = await app.inject(url);
    expect(first.statusCode).toBe(200);
    const { etag } = first.headers;
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = (known: string) => app.inject({ url, headers: { 'if-none-match': known } });
    expect(await again(`"other", ${etag}`)).toMatchObject({ statusCode: 304, body: '' });
    expect((await again('"other"')).statusCode).toBe(200);
  },
);

test('the file of node types is a bare list with their parameters', async () => {
  const { app } = await createTestApp();
  const list = (await app.inject('/types/nodes.json')).json();
  expect(list).toEqual([
    expect.objectContaining({ name: 'test.set', version: 1, properties: [] }),
    expect.objectContaining({ name: 'test.set', version: 2, properties: [] }),
    expect.objectContaining({ name: '@scope/test.get', version: 1, properties: [] }),
  ]);
  const credentials = (await app.inject('/types/credentials.json')).json() as { name: string }[];
  expect(credentials.map(({ name }) => name)).toEqual(expect.arrayContaining(['githubApi', 'oAuth2Api']));
});

test('they are for own pages only', async () => {
  const { app } = await createTestApp();
  const headers = { host: 'evil.example' };
  expect((await app.inject({ url: '/types/nodes.json', headers })).statusCode).toBe(403);
});
