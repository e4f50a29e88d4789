import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api, type Endpoint, errorCodes, firstSavedTemplate } from '@millrace/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp } from '../app.testing.ts';
import { AppError, toHttpFailure } from './errors.ts';
import { isServedHost } from './request-guard.ts';

const endpoints = Object.values(api).flatMap((resource) => Object.values(resource) as Endpoint[]);
/** Drafts are known by an id that whoever edits has made, and saved templates by other ids than those of a host. */
const ids: Record<string, string> = {
  drafts: '00000000-0000-4000-8000-000000000001',
  templates: String(firstSavedTemplate),
};
const addressOf = ({ path }: Endpoint): string =>
  `/rest${path.replaceAll(/\{\w+\}/g, ids[path.split('/')[1]!] ?? '1')}`;

/** Objects that drop keys which they do not know, without a word. */
const silentObjects = (schema: unknown, place: string): string[] => {
  if (!(schema instanceof z.core.$ZodType)) return [];
  const def: Readonly<Record<string, unknown>> = { ...schema._zod.def };
  const inner = ['innerType', 'element', 'in', 'out', 'valueType'].flatMap((key) => silentObjects(def[key], place));
  const options = ((def.options as unknown[]) ?? []).flatMap((option) => silentObjects(option, place));
  const fields = Object.entries((def.shape as object) ?? {}).flatMap(([name, field]) =>
    silentObjects(field, `${place}.${name}`),
  );
  const isSilent = def.type === 'object' && def.catchall === undefined;
  return [...(isSilent ? [place] : []), ...inner, ...options, ...fields];
};

describe('what an endpoint does not know is refused', () => {
  test('no query and no body drops keys in silence', () => {
    const silent = endpoints.flatMap(({ method, path, query, body }) => [
      ...silentObjects(query, `${method} ${path} query`),
      ...silentObjects(body, `${method} ${path} body`),
    ]);
    expect(silent).toEqual([]);
  });

  /** Fields of a credential of any type. */
  const takesAnything = ({ query }: Endpoint): boolean => query?.def.catchall instanceof z.ZodUnknown;

  test('but where an account is connected', () => {
    expect(endpoints.filter(takesAnything).map(({ path }) => path)).toEqual([
      '/oauth1-credential/auth',
      '/oauth2-credential/auth',
    ]);
  });

  test.each(
    endpoints
      .filter((endpoint) => !takesAnything(endpoint))
      .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
  )('a query parameter of %s', async (_, endpoint) => {
    const { app } = await createTestApp();
    const response = await app.inject({ method: endpoint.method, url: `${addressOf(endpoint)}?nmae=x` });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(/^The query parameter "nmae" is not known here/m);
  });

  test.each(['/rest/workflows', '/rest/executions', '/rest/executions-current'])(
    'a key in the filter of %s',
    async (url) => {
      const { app } = await createTestApp();
      const response = await app.inject({ url, query: { filter: '{"nmae":"x"}' } });
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toMatch(/^"nmae" of the query parameter "filter" is not known here; there is /);
    },
  );

  test('a body where none is taken', async () => {
    const { app } = await createTestApp();
    const stop = (payload?: object) => app.inject({ method: 'POST', url: '/rest/executions-current/1/stop', payload });
    expect((await stop({ force: true })).json().message).toBe('"force" is not known here.');
    for (const payload of [undefined, {}]) expect((await stop(payload)).statusCode).toBe(404);
  });

  test('field by field, and after twenty the rest is counted', async () => {
    const { app } = await createTestApp();
    const payload = { name: 'One', nodes: Array(25).fill('x'), connections: {} };
    const { message, issues } = (await app.inject({ method: 'POST', url: '/rest/workflows', payload })).json();
    expect(message.split('\n')).toHaveLength(21);
    expect(message).toMatch(/There are 5 more\.$/);
    expect(issues).toHaveLength(20);
    expect(issues[0]).toEqual({
      path: 'nodes[0]',
      message: 'Item 1 of "nodes" must be an object, not text.',
    });
  });

  test('a parameter that is given twice', async () => {
    const { app } = await createTestApp();
    const response = await app.inject('/rest/workflows/new?name=a&name=b');
    expect(response.json().message).toBe('The query parameter "name" must be text, not a list.');
  });
});

describe('text that is no UTF-8 is refused', () => {
  test('in a body', async () => {
    const { app } = await createTestApp();
    const text = '{"name":"caf\u{e9}","nodes":[],"connections":{}}';
    const post = (payload: Buffer) =>
      app.inject({ method: 'POST', url: '/rest/workflows', payload, headers: { 'content-type': 'application/json' } });
    expect((await post(Buffer.from(text, 'latin1'))).json()).toMatchObject({
      error: 'invalidJson',
      message: 'The body is not valid UTF-8.',
    });
    expect((await post(Buffer.from(text, 'utf8'))).json().data.name).toBe('café');
    expect((await post(Buffer.from(`\u{feff}${text}`, 'utf8'))).statusCode).toBe(200);
  });

  test.each(['/rest/workflows/new?name=caf%e9', '/rest/workflows?filter=%ff', '/rest/settings?%c0'])(
    'in an address: %s',
    async (url) => {
      const { app } = await createTestApp();
      const response = await app.inject(url);
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toMatch(/not valid UTF-8/);
    },
  );
});

describe('the Host', () => {
  const config = { host: '127.0.0.1', baseUrl: 'https://flows.example/automation' };

  test.each(['localhost', 'localhost:5680', '127.0.0.1:80', '[::1]:5680', 'flows.example', 'FLOWS.example:443'])(
    '%s is served',
    (host) => expect(isServedHost(host, config)).toBe(true),
  );

  test.each([
    'localhost/path',
    'evil.example@localhost',
    'user:secret@localhost:80',
    'localhost?x',
    'localhost#x',
    'localhost\\evil.example',
    'localhost:',
    'localhost:port',
    'localhost:123456',
    ' localhost',
    'localhost, evil.example',
    '2130706433:80/',
    '',
  ])('"%s" is not', (host) => expect(isServedHost(host, config)).toBe(false));

  test('may be given once', async () => {
    const { app } = await createTestApp();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const call = (headers: string[]) =>
      new Promise<number | undefined>((resolve, reject) => {
        httpRequest({ port, path: '/rest/settings', headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await call(['Host', 'localhost'])).toBe(200);
    expect(await call(['Host', 'localhost', 'Host', 'localhost'])).toBe(400);
    expect(await call(['Host', 'localhost', 'host', 'evil.example'])).toBe(400);
  });
});

test('every 503 says when to come again', () => {
  for (const [name, { status }] of Object.entries(errorCodes)) {
    if (status !== 503) continue;
    const { headers } = toHttpFailure(new AppError(name as 'storageUnavailable', 'Not now.'), false);
    expect({ name, after: headers['retry-after'] }).toEqual({ name, after: expect.stringMatching(/^\d+$/) });
  }
});
