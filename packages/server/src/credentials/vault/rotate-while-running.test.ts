import { copyFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultConfig } from '../../config.ts';
import { createTestPostgres, temporaryFolder } from '../../db/testing.ts';
import { silentLog } from '../../platform/log.ts';
import { startTestServer } from '../../testing.ts';
import { runKeyRotation } from './commands.ts';
import { keyFileIn } from './key-source.ts';

const [old, made] = ['o'.repeat(40), 'n'.repeat(40)];

const call = async (url: string, method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${url}/rest${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });

const start = async (config: { encryptionKey?: string; databaseUrl?: string }) => {
  const server = await startTestServer(config);
  onTestFinished(() => server.stop());
  await call(server.url, 'POST', '/owner/skip-setup');
  const data = { name: 'X-Key', value: 'canary' };
  const made = await call(server.url, 'POST', '/credentials', { name: 'One', type: 'httpHeaderAuth', data });
  const { id } = ((await made.json()) as { data: { id: string } }).data;
  const isReadable = async () =>
    (await call(server.url, 'GET', `/credentials/${id}?includeData=true`)).status === 200 &&
    (await call(server.url, 'PATCH', `/credentials/${id}`, { name: 'Again' })).status === 200;
  const config_ = { ...defaultConfig(), ...config, dataFolder: server.dataFolder };
  return { server, config: config_, isReadable };
};

const databases = [
  ['SQLite', async () => ''],
  ['PostgreSQL', createTestPostgres],
] as const;

describe.each(databases)('on %s, while the server runs', (_, address) => {
  test('a key of the settings is rotated only when the server has the new one too', async () => {
    const databaseUrl = await address();
    const { server, config, isReadable } = await start({ databaseUrl, encryptionKey: old });
    const both = { ...config, encryptionKey: `${made},${old}` };
    const refused = runKeyRotation(both, silentLog, { patience: 0 });
    await expect(refused).rejects.toThrow('A process of this instance that runs does not have the new key');
    expect(await isReadable()).toBe(true);
    await server.restart({ encryptionKey: both.encryptionKey });
    expect(await runKeyRotation(both, silentLog, { patience: 0 })).toContain('1 credential is encrypted');
    expect(await isReadable()).toBe(true);
  });

  test('a key in the file is rotated as soon as the server has read it', async () => {
    const { config, isReadable } = await start({ databaseUrl: await address() });
    expect(await runKeyRotation(config, silentLog)).toContain('1 credential is encrypted');
    expect(await isReadable()).toBe(true);
  });
});

test('a key in a file that the server does not read is not rotated', async () => {
  const { server, config, isReadable } = await start({ databaseUrl: await createTestPostgres() });
  const elsewhere = { ...config, dataFolder: await temporaryFolder() };
  await copyFile(keyFileIn(server.dataFolder), keyFileIn(elsewhere.dataFolder));
  const refused = runKeyRotation(elsewhere, silentLog, { patience: 0 });
  await expect(refused).rejects.toThrow('share the data folder');
  expect(await isReadable()).toBe(true);
  // Its file is as it was.
  await expect(runKeyRotation(elsewhere, silentLog, { patience: 0 })).rejects.toThrow('share the data folder');
});
