import { serverSettingsSchema } from '@millrace/contract';
import { expect, test } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import { defaultConfig, publicUrls } from '../config.ts';
import { forEachDatabase } from '../db/testing.ts';
import { createUsers } from '../users/service.ts';
import { createSetup } from '../users/setup.ts';
import { createSettings } from './service.ts';

test('the settings say what the configuration says', async () => {
  const { app } = await createTestApp({
    config: { timezone: 'Europe/Berlin', demoMode: false, paymentUrl: 'https://pay.example' },
  });
  const { data } = (await app.inject('/rest/settings')).json();
  expect(serverSettingsSchema.parse(data)).toEqual(data);
  expect(data).toMatchObject({
    urlBaseEditor: 'http://localhost:5680',
    urlBaseWebhook: 'http://localhost:5680/',
    endpointWebhook: 'webhook',
    timezone: 'Europe/Berlin',
    versionCli: '1.2.3',
    demoMode: false,
    paymentUrl: 'https://pay.example',
    telemetry: { enabled: false },
  });
});

test.each([
  [{}, { enabled: true, host: '/catalog' }],
  [{ baseUrl: 'https://example.com/automation' }, { enabled: true, host: '/automation/catalog' }],
  [
    { templatesEnabled: false, templatesHost: 'https://templates.example.com/api' },
    { enabled: false, host: 'https://templates.example.com/api' },
  ],
])('with %j the templates are %j', async (config, expected) => {
  const { app } = await createTestApp({ config });
  expect((await app.inject('/rest/settings')).json().data.templates).toEqual(expected);
});

test('time zones are an object', async () => {
  const { app } = await createTestApp();
  const { data } = (await app.inject('/rest/options/timezones')).json();
  expect(data['America/New_York']).toBe('(GMT-05:00) New York');
});

test('everyone is the default user until there are accounts', async () => {
  const { app } = await createTestApp();
  const { data } = (await app.inject('/rest/login')).json();
  expect(data).toMatchObject({ email: null, isPending: true, globalRole: { name: 'owner', scope: 'global' } });
});

forEachDatabase('the instance', (open) => {
  test('keeps its id and its first user', async () => {
    const { db } = await open();
    const clock = { now: () => 5 };
    const start = async () => {
      const config = defaultConfig();
      const { defaultUser: user } = await createUsers({ db, clock });
      const setup = createSetup({ db, clock, config, onOwned: () => {}, audit: { record: async () => {} } });
      const settings = await createSettings({ db, config, version: '1', urls: () => publicUrls(config, 1), setup });
      const { instanceId } = await settings.read({
        address: '127.0.0.1',
        network: '127.0.0.1',
        userAgent: '',
        isLocal: true,
      });
      return { instanceId, user };
    };
    const first = await start();
    expect(first.instanceId).toMatch(/^[0-9a-f]{64}$/);
    expect(first.user).toMatchObject({ role: 'default', createdAt: '1970-01-01T00:00:00.005Z' });
    expect(await start()).toEqual(first);
  });
});
