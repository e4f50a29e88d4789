import { execFile } from 'node:child_process';
import { appendFile, copyFile, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Execution, PackageList } from '@millrace/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Config, defaultConfig } from '../config.ts';
import { DataFolderInUseError, databaseIn, lockDataFolder, unfinishedRestore } from '../db/data-folder.ts';
import { openSqlite } from '../db/sqlite.ts';
import { temporaryFolder } from '../db/testing.ts';
import { activateWith, callerOf, nodeClass } from '../packages/packages.testing.ts';
import { startTestRegistry } from '../packages/registry.testing.ts';
import { silentLog } from '../platform/log.ts';
import { startServer } from '../server.ts';
import { backUp } from './backup.ts';
import { BackupError } from './manifest.ts';
import { restore } from './restore.ts';

vi.setConfig({ testTimeout: 60_000 });

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** Keeps the bytes of each call as a file. */
const upload = {
  name: 'Upload',
  active: true,
  nodes: [
    {
      name: 'Webhook',
      type: 'core.webhook',
      typeVersion: 2,
      position: [0, 0],
      parameters: { path: 'upload', httpMethod: 'POST', options: { rawBody: true, binaryPropertyName: 'data' } },
    },
  ],
  connections: {},
};

const startOn = async (dataFolder: string, config: Partial<Config> = {}) => {
  const { url, close } = await startServer(
    { ...defaultConfig(), port: 0, workers: 1, ...config, dataFolder },
    silentLog,
  );
  let closed: Promise<void> | undefined;
  const stop = () => {
    closed ??= close();
    return closed;
  };
  onTestFinished(stop);
  return { url, stop };
};

const post = async (url: string, type: string, body: string): Promise<void> => {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
  expect(response.status).toBe(200);
};

const read = async <T>(url: string): Promise<T> => ((await (await fetch(url)).json()) as { data: T }).data;

/** A data folder that no Millrace uses, with one entry in its database and one file. */
const makeDataFolder = async (): Promise<string> => {
  const folder = await temporaryFolder();
  const { db, close } = await openSqlite(databaseIn(folder));
  await db.insertInto('instance').values({ key: 'a', value: 'kept' }).execute();
  await close();
  await writeFile(path.join(folder, 'some.key'), 'secret', { mode: 0o600 });
  return folder;
};

const valueIn = async (folder: string): Promise<string | undefined> => {
  const { db, close } = await openSqlite(databaseIn(folder));
  const row = await db.selectFrom('instance').select('value').where('key', '=', 'a').executeTakeFirst();
  await close();
  return row?.value;
};

test('a backup that is made under load holds every call that was answered before it, with its file, and runs elsewhere', async () => {
  const dataFolder = path.join(await temporaryFolder(), 'data');
  const { url, stop } = await startOn(dataFolder);
  await post(`${url}/rest/workflows`, 'application/json', JSON.stringify(upload));
  let answered = 0;
  let isLoaded = true;
  const load = async () => {
    while (isLoaded) {
      await post(`${url}/webhook/upload`, 'text/plain', `file ${answered + 1}`);
      answered++;
    }
  };
  const loading = load();
  await vi.waitFor(() => expect(answered).toBeGreaterThan(10), 20_000);
  const before = answered;
  const target = path.join(await temporaryFolder(), 'backup');
  const manifest = await backUp({ dataFolder, target });
  isLoaded = false;
  await loading;
  await stop();
  expect(manifest.files.count).toBeGreaterThanOrEqual(before);
  expect(await readdir(target)).toEqual(expect.not.arrayContaining(['millrace.sqlite-wal', 'in-use.lock']));

  const elsewhere = path.join(await temporaryFolder(), 'data');
  await restore({ source: target, dataFolder: elsewhere, replace: false });
  const restored = await startOn(elsewhere);
  for (const id of [1, before]) {
    // Calls are answered when they are stored; some have run only where they were restored.
    const file = await vi.waitFor(async () => {
      const execution = await read<Execution>(`${restored.url}/rest/executions/${id}`);
      expect(execution.status).toBe('success');
      return execution.data.resultData.runData.Webhook?.[0]?.data?.main?.[0]?.[0]?.binary?.data;
    }, 20_000);
    expect(await (await fetch(`${restored.url}/rest/data/${file?.id}`)).text()).toBe(`file ${id}`);
  }
  await post(`${restored.url}/webhook/upload`, 'text/plain', 'one more');
});

test('a restored data folder holds what was backed up, and its files belong to their owner alone', async () => {
  const source = path.join(await temporaryFolder(), 'backup');
  await backUp({ dataFolder: await makeDataFolder(), target: source });
  const dataFolder = path.join(await temporaryFolder(), 'data');
  await restore({ source, dataFolder, replace: false });
  expect(await valueIn(dataFolder)).toBe('kept');
  expect(await readFile(path.join(dataFolder, 'some.key'), 'utf8')).toBe('secret');
  for (const name of await readdir(dataFolder))
    expect([name, (await stat(path.join(dataFolder, name))).mode & 0o077]).toEqual([name, 0]);
});

test('a backup needs a folder of its own, and a database', async () => {
  const dataFolder = await makeDataFolder();
  const attempt = (target: string, from = dataFolder) => backUp({ dataFolder: from, target });
  await expect(attempt(path.join(dataFolder, 'backup'))).rejects.toThrow('lies in the data folder');
  await expect(attempt(await makeDataFolder())).rejects.toThrow('is not empty');
  await expect(attempt(databaseIn(await makeDataFolder()))).rejects.toThrow('is a file');
  await expect(attempt('/nowhere/backup', await temporaryFolder())).rejects.toThrow('There is no database');
});

test('a backup that is not as it was made is not restored', async () => {
  const source = path.join(await temporaryFolder(), 'backup');
  await backUp({ dataFolder: await makeDataFolder(), target: source });
  const dataFolder = path.join(await temporaryFolder(), 'data');
  const attempt = () => restore({ source, dataFolder, replace: false });

  await appendFile(path.join(source, 'some.key'), '!');
  await expect(attempt()).rejects.toThrow('1 files of 7 bytes beside the database, and held 1 of 6');
  await writeFile(path.join(source, 'some.key'), 'secret');

  const manifest = path.join(source, 'backup.json');
  const text = await readFile(manifest, 'utf8');
  await writeFile(manifest, text.replace(/"schema": \d+/, '"schema": 99999'));
  await expect(attempt()).rejects.toThrow('newer version');
  await writeFile(manifest, text);

  const bytes = await readFile(databaseIn(source));
  bytes[5000]! ^= 1;
  await writeFile(databaseIn(source), bytes);
  await expect(attempt()).rejects.toThrow('is not as it was when the backup was made');

  await rm(manifest);
  await expect(attempt()).rejects.toThrow(BackupError);
  await expect(readdir(dataFolder)).rejects.toThrow('ENOENT');
});

test('a restore takes no place that is in use, and moves away what is there when it is told to', async () => {
  const source = path.join(await temporaryFolder(), 'backup');
  await backUp({ dataFolder: await makeDataFolder(), target: source });
  const dataFolder = await makeDataFolder();
  const { db, close } = await openSqlite(databaseIn(dataFolder));
  await db.updateTable('instance').set({ value: 'newer' }).where('key', '=', 'a').execute();
  await close();

  const release = lockDataFolder(dataFolder);
  await expect(restore({ source, dataFolder, replace: true })).rejects.toThrow(DataFolderInUseError);
  release();
  await expect(restore({ source, dataFolder, replace: false })).rejects.toThrow('--replace');
  expect(await valueIn(dataFolder)).toBe('newer');

  const { replaced = '' } = await restore({ source, dataFolder, replace: true });
  expect(await valueIn(dataFolder)).toBe('kept');
  expect(await valueIn(replaced)).toBe('newer');
});

test('nothing starts on a folder into which only a part of a backup was put', async () => {
  const source = path.join(await temporaryFolder(), 'backup');
  await backUp({ dataFolder: await makeDataFolder(), target: source });
  const dataFolder = await temporaryFolder();
  await copyFile(path.join(source, 'some.key'), path.join(dataFolder, 'some.key'));
  await writeFile(path.join(dataFolder, unfinishedRestore), '');
  expect(() => lockDataFolder(dataFolder)).toThrow('Only a part of a backup');
  await expect(restore({ source, dataFolder, replace: false })).rejects.toThrow('--replace');
  await restore({ source, dataFolder, replace: true });
  lockDataFolder(dataFolder)();
});

test('the commands say what they did, and what to do on PostgreSQL', async () => {
  const run = (args: string[], env: Record<string, string>) =>
    promisify(execFile)(process.execPath, [main, ...args], { env: { PATH: process.env.PATH, ...env } });
  const MILLRACE_DATA = await makeDataFolder();
  const target = path.join(await temporaryFolder(), 'backup');
  const { stdout } = await run(['backup', target], { MILLRACE_DATA });
  expect(stdout).toMatch(/holds the database \([\d.]+ MB, checked\) and 1 files/);
  expect((await run(['restore', target, '--replace'], { MILLRACE_DATA })).stdout).toMatch(/is as it was at \d{4}-/);
  await expect(run(['backup', target], { MILLRACE_DATABASE_URL: 'postgres://localhost/a' })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('pg_dump'),
  });
});

test('packages of nodes are part of a backup: what is restored runs them where there is no registry', async () => {
  const name = 'n8n-nodes-thing';
  const registry = await startTestRegistry();
  onTestFinished(() => registry.close());
  registry.publish('left', '1.0.0', { 'index.js': `module.exports = 'right';` }, { main: 'index.js' });
  registry.publish(
    name,
    '1.0.0',
    { 'Thing.node.js': nodeClass('Thing', `return [[{ json: { said: require('left') } }]];`) },
    { dependencies: { left: '1.0.0' } },
  );
  const settings = { packages: true, packageRegistry: registry.url };
  const dataFolder = path.join(await temporaryFolder(), 'data');
  const server = await startOn(dataFolder, settings);
  const call = callerOf(server);
  await call('POST', '/packages', { name, version: '1.0.0' });
  const { run } = await activateWith(call, server, { type: `${name}.thing` }, 'thing');
  expect((await run()).body).toEqual({ said: 'right' });
  // As an installation leaves it that is under way.
  await mkdir(path.join(dataFolder, 'packages', 'unfinished-1', 'node_modules'), { recursive: true });
  const target = path.join(await temporaryFolder(), 'backup');
  await backUp({ dataFolder, target });
  await server.stop();

  const asked = registry.asked.length;
  const elsewhere = path.join(await temporaryFolder(), 'data');
  await restore({ source: target, dataFolder: elsewhere, replace: false });
  const restored = await startOn(elsewhere, settings);
  const { packages } = await callerOf(restored)<PackageList>('GET', '/packages');
  expect(packages).toMatchObject([{ name, version: '1.0.0', dependencies: 1 }]);
  expect(packages[0]).not.toHaveProperty('problem');
  expect(await (await fetch(`${restored.url}/webhook/thing`)).json()).toEqual({ said: 'right' });
  expect(registry.asked).toHaveLength(asked);
});

test('a link in the data folder is not left out in silence', async () => {
  const dataFolder = await makeDataFolder();
  await symlink(await temporaryFolder(), path.join(dataFolder, 'binary'));
  const attempt = backUp({ dataFolder, target: path.join(await temporaryFolder(), 'backup') });
  await expect(attempt).rejects.toThrow(`${path.join(dataFolder, 'binary')} is a link`);
});
