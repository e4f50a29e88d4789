import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { ConfigError, defaultConfig, publicUrls, readConfig, settings, unknownVariables } from './config.ts';
import { environmentForNodes } from './config-nodes.ts';

test('an empty environment gives the defaults', () => {
  expect(readConfig({})).toEqual(defaultConfig());
  expect(readConfig({ MILLRACE_PORT: '' }).port).toBe(5680);
});

test('reads and converts what is set', () => {
  const config = readConfig({
    MILLRACE_USER_MANAGEMENT: 'false',
    MILLRACE_PORT: '0',
    MILLRACE_DEMO_MODE: 'false',
    MILLRACE_BASE_URL: 'https://flows.example.com/',
    MILLRACE_TIMEZONE: 'Europe/Berlin',
    MILLRACE_EMBED_ORIGINS: 'https://docs.example.com/, http://localhost:8080',
  });
  expect(config).toMatchObject({
    port: 0,
    demoMode: false,
    baseUrl: 'https://flows.example.com',
    timezone: 'Europe/Berlin',
    embedOrigins: ['https://docs.example.com', 'http://localhost:8080'],
  });
});

describe('refuses plainly', () => {
  test.each([
    ['MILLRACE_PORT', 'many', 'MILLRACE_PORT must be a whole number from 0 to 65535; it is "many".'],
    ['MILLRACE_DEMO_MODE', 'yes', 'must be true or false'],
    ['MILLRACE_TIMEZONE', 'Berlin', 'Europe/Berlin'],
    ['MILLRACE_DATABASE_URL', 'mysql://x', 'a postgres:// address'],
    ['MILLRACE_BASE_URL', 'javascript:alert(1)', 'http or https'],
    ['MILLRACE_LOG_LEVEL', 'loud', 'one of debug, info'],
    ['MILLRACE_EMBED_ORIGINS', 'https://docs.example.com/page', 'origins such as'],
    ['MILLRACE_EMBED_ORIGINS', '*', 'origins such as'],
    ['MILLRACE_EMBED_ORIGINS', "https://docs.example.com; script-src 'unsafe-inline'", 'origins such as'],
    ['MILLRACE_ENDPOINT_WEBHOOK', 'rest', 'that the editor does not use'],
    ['MILLRACE_ENDPOINT_WEBHOOK', 'webhook-test', 'must differ'],
    ['MILLRACE_SMTP_HOST', 'mail.example.com', 'MILLRACE_SMTP_SENDER must be set'],
    ['MILLRACE_SMTP_TLS', 'yes', 'one of auto, tls'],
    ['MILLRACE_BINARY_STORAGE', 's3', 'MILLRACE_S3_SECRET_KEY must be set'],
    ['MILLRACE_S3_PREFIX', 'a b', 'letters, digits'],
    ['MILLRACE_S3_PREFIX', 'a/../b', 'letters, digits'],
    ['MILLRACE_NO_PROXY', 'a.example, 10.0.0.0/99', '"10.0.0.0/99" is none'],
    ['MILLRACE_NO_PROXY', 'http://a/b', 'hosts with commas between'],
    ['MILLRACE_VERSIONS_MAX_COUNT', '99', '0, or a whole number from 100 to 1000000; it is "99"'],
    ['MILLRACE_VERSIONS_MAX_COUNT', '1000001', 'a whole number'],
    ['MILLRACE_METRICS', 'true', 'MILLRACE_METRICS_TOKEN must be set'],
  ])('%s=%s', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(message);
  });

  test.each([
    ['MILLRACE_DATABASE_URL', 'mysql://user:canary@host'],
    ['MILLRACE_METRICS_TOKEN', 'canary'],
    ['MILLRACE_SETUP_TOKEN', 'canary'],
    ['MILLRACE_BASE_URL', 'https://user:canary@example.com/'],
  ])('%s without repeating it', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).not.toThrow('canary');
  });

  test('what is wrong with one setting alone where others go by it', () => {
    const tell = () => readConfig({ MILLRACE_METRICS: 'true', MILLRACE_METRICS_TOKEN: 'short' });
    expect(tell).toThrow('16 to 200 characters');
    expect(tell).not.toThrow('must be set');
  });

  test('several problems at once', () => {
    expect(() => readConfig({ MILLRACE_PORT: 'x', MILLRACE_WORKERS: '0' })).toThrow(
      /MILLRACE_PORT.*\n.*MILLRACE_WORKERS/,
    );
  });
});

test.each(['true', 'false'])('another host than loopback is allowed, with user management %s', (userManagement) => {
  expect(readConfig({ MILLRACE_HOST: '0.0.0.0', MILLRACE_USER_MANAGEMENT: userManagement }).host).toBe('0.0.0.0');
});

test('nodes read the environment variables that are named, and none of Millrace', () => {
  const environment = { API_URL: 'a', API_KEY: 'b', HOME: '/h', MILLRACE_DATA: '/d', GONE: undefined };
  expect(environmentForNodes('', environment)).toBeUndefined();
  expect(environmentForNodes('HOME,OTHER,MILLRACE_DATA', environment)).toEqual({ HOME: '/h' });
  expect(environmentForNodes('API_*', environment)).toEqual({ API_URL: 'a', API_KEY: 'b' });
  expect(environmentForNodes('*', environment)).toEqual({ API_URL: 'a', API_KEY: 'b', HOME: '/h' });
  expect(readConfig({ MILLRACE_ENV_ACCESS: ' HOME, API_* ' }).env).toBe('HOME,API_*');
  expect(() => readConfig({ MILLRACE_ENV_ACCESS: 'A B' })).toThrow('names of environment variables');
});

test('names variables that are no settings', () => {
  expect(unknownVariables({ MILLRACE_PROT: '1', MILLRACE_PORT: '1', PATH: '/' })).toEqual(['MILLRACE_PROT']);
});

test('public addresses follow the settings, else the port', () => {
  expect(publicUrls({ baseUrl: '', webhookUrl: '' }, 7)).toEqual({
    editor: 'http://localhost:7',
    webhook: 'http://localhost:7/',
  });
  expect(publicUrls({ baseUrl: 'https://a.example', webhookUrl: 'https://hooks.example' }, 7)).toEqual({
    editor: 'https://a.example',
    webhook: 'https://hooks.example/',
  });
});

test('docs/configuration.md holds the same table', async () => {
  const page = await readFile(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| `MILLRACE_'));
  expect(rows).toEqual(
    Object.values(settings).map(
      ({ env, default: value, defaultText, help }) =>
        `| \`${env}\` | ${defaultText ?? (value === '' ? '(empty)' : `${value}`)} | ${help} |`,
    ),
  );
});

test('hosts that are called without the proxy are names, addresses, ranges, each with a port', () => {
  const noProxy =
    'a.example, *.b.example, .c.example:80,10.1.2.3,10.0.0.0/8, fd00::1, fd00::/8,[fd00::1]:8080, my_host, *';
  expect(readConfig({ MILLRACE_NO_PROXY: noProxy }).noProxy).toBe(noProxy);
});
