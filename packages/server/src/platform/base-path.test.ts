import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { createPathStripper } from './base-path.ts';

describe('the path is taken off', () => {
  const strip = createPathStripper({
    baseUrl: 'https://example.com/automation',
    webhookUrl: 'https://hooks.example.com/automation/in',
  });

  test.each([
    ['/automation/workflow/5?x=/automation/', '/workflow/5?x=/automation/'],
    ['/automation', '/'],
    ['/automation/', '/'],
    ['/automation?x=1', '/?x=1'],
    ['/automation/in/webhook/a%2Fb', '/webhook/a%2Fb'],
    ['/automation/automation/x', '/automation/x'],
  ])('%s is %s', (given, expected) => expect(strip(given)).toBe(expected));

  test.each(['/workflow/5', '/automations/x', '/automation-x', '/', '/x/automation/y'])(
    '%s stays, as a proxy may have taken it off before',
    (url) => expect(strip(url)).toBe(url),
  );
});

const withEditor = async (config: Partial<Config> = {}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-editor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><head><base href="/" /><link rel="preload" href="./rest/settings" /><title>Millrace</title><script src="./assets/a.js"></script></head>',
  );
  await writeFile(path.join(folder, 'assets/a.js'), 'let a;');
  const made = await createTestApp({
    editorFolder: folder,
    config: { baseUrl: 'http://localhost:5680/automation', ...config },
  });
  return { ...made, folder };
};

test.each<[string, Partial<Config>, string[]]>([
  ['/templates/', {}, ['assets/t.js', 'assets/t.css']],
  ['/', {}, ['assets/t.js', 'assets/t.css']],
  ['/', { homePage: 'workflows' }, []],
  ['/', { templatesEnabled: false }, ['rest/node-types']],
  ['/templates/', { templatesHost: 'https://t.example.com' }, ['rest/node-types', 'assets/t.js', 'assets/t.css']],
  ['/templates/5', {}, ['rest/node-types']],
  ['/collections/5', {}, []],
  ['/workflow/5?x=1', {}, ['rest/node-types', 'rest/workflows/5']],
  ['/workflow/new', {}, ['rest/node-types']],
  ['/workflow/5/x', {}, ['rest/node-types']],
  ['/workflow/%22%3E', {}, ['rest/node-types']],
  ['/execution/5', {}, ['rest/node-types']],
  ['/workflows/demo', {}, ['rest/node-types']],
  ['/workflows', {}, []],
  ['/signin', {}, []],
])('the page at %s with %j asks at once for %j', async (url, config, expected) => {
  const { app, folder } = await withEditor(config);
  await writeFile(
    path.join(folder, 'early-parts.json'),
    JSON.stringify({ templates: ['assets/t.js', 'assets/t.css'] }),
  );
  const { body } = await app.inject(`/automation${url}`);
  const [first, ...asked] = [...body.matchAll(/href="\.\/([^"]+)"/g)].map(([, address]) => address);
  expect(first).toBe('rest/settings');
  expect(asked).toEqual(expected);
  if (asked.includes('assets/t.js')) expect(body.indexOf('assets/a.js')).toBeLessThan(body.indexOf('assets/t.js'));
});

test.each(['', '/automation'])('everything is served below the path when a request comes with "%s"', async (prefix) => {
  const { app } = await withEditor();
  const get = async (url: string) => {
    const response = await app.inject(prefix + url);
    return { status: response.statusCode, body: response.body };
  };
  expect(await get('/workflow')).toEqual({
    status: 200,
    // The settings are the first call of all.
    body: '<!doctype html><head><base href="/automation/" /><link rel="preload" href="./rest/settings" /><link rel="preload" as="fetch" crossorigin href="./rest/node-types" /><title>Millrace</title><script src="./assets/a.js"></script></head>',
  });
  expect((await get('/')).body).toContain('<base href="/automation/" />');
  expect(await get('/assets/a.js')).toEqual({ status: 200, body: 'let a;' });
  for (const url of ['/healthz', '/healthz/readiness', '/rest/settings', '/rest/docs', '/types/nodes.json'])
    expect((await get(url)).status).toBe(200);
  expect(JSON.parse((await get('/rest/openapi.json')).body).servers).toEqual([{ url: '/automation/rest' }]);
  expect(JSON.parse((await get('/rest/settings')).body).data).toMatchObject({
    urlBaseEditor: 'http://localhost:5680/automation',
    urlBaseWebhook: 'http://localhost:5680/automation/',
    oauthCallbackUrls: { oauth2: 'http://localhost:5680/automation/rest/oauth2-credential/callback' },
  });
  expect((await get('/rest/nowhere')).status).toBe(404);
});

test('without a path the page is sent as it was built', async () => {
  const { app } = await createTestApp();
  expect((await app.inject('/automation/healthz')).statusCode).not.toBe(200);
});

describe('a path that cannot be served is refused at the start', () => {
  test.each([
    ['http://localhost/rest', 'begins as those of the instance itself'],
    ['http://localhost/workflow/x', 'begins as those of the instance itself'],
    ['http://localhost/Webhook', 'begins as those of the instance itself'],
    ['http://localhost/a%20b', 'whose path has letters'],
    ['http://localhost/a//b', 'whose path has letters'],
    ['http://localhost/ä', 'whose path has letters'],
  ])('%s', (address, reason) => {
    for (const name of ['MILLRACE_BASE_URL', 'MILLRACE_WEBHOOK_URL']) {
      const read = () => readConfig({ [name]: address });
      expect(read).toThrow(ConfigError);
      expect(read).toThrow(reason);
    }
  });

  test('others are taken, without the slash at their end', () => {
    const { baseUrl } = readConfig({ MILLRACE_BASE_URL: 'http://localhost/team/automation/' });
    expect(baseUrl).toBe('http://localhost/team/automation');
  });
});
