import { appendFileSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import type { LibraryPlace } from '@millrace/nodes';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestSqlite, temporaryFolder } from '../db/testing.ts';
import { openCatalogue } from '../node-types/catalogue.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { openPackages } from './open.ts';
import { nodeClass } from './packages.testing.ts';
import { startTestRegistry } from './registry.testing.ts';

vi.setConfig({ testTimeout: 60_000 });

const name = 'n8n-nodes-thing';
const sound = nodeClass('Thing', 'return [[]];');
const credential = (type: string) =>
  `exports.Api = class { constructor() { this.name = '${type}'; this.displayName = 'Api'; this.properties = []; } }`;

const setUp = async () => {
  const registry = await startTestRegistry();
  onTestFinished(() => registry.close());
  const { db } = await openTestSqlite();
  const told = new Set<() => void>();
  /** A process with a data folder of its own, on the database of all. */
  const join = async ({ dataFolder = '', enabled = true } = {}) => {
    const folder = dataFolder || (await temporaryFolder());
    const catalogue = openCatalogue();
    let places: readonly LibraryPlace[] = [];
    const packages = openPackages({
      config: {
        packages: enabled,
        packageRegistry: registry.url,
        nodesFolder: '',
        dataFolder: folder,
        workerMemory: 128,
      },
      db,
      catalogue,
      bus: {
        broadcast: () => {
          for (const follow of told) follow();
        },
        on: (_topic, follow) => {
          told.add(follow as () => void);
          return () => told.delete(follow as () => void);
        },
        onGap: () => () => {},
      },
      processId: 'a',
      isShared: true,
      onChange: (next) => {
        places = next;
      },
      clock: systemClock,
      log: silentLog,
    });
    onTestFinished(() => packages.close());
    await packages.start();
    const file = () => path.join(places[0]!.code, 'Thing.node.js');
    return { ...packages, catalogue, file, dataFolder: folder };
  };
  return { registry, join };
};

test('what one process installs, others get by the same lock', async () => {
  const { registry, join } = await setUp();
  const [first, second] = [await join(), await join()];
  registry.publish(name, '1.0.0', { 'Thing.node.js': sound });
  await first.install({ name, version: '1.0.0' });
  await vi.waitFor(() => expect(second.catalogue.find(`${name}.thing`, 1)).toBeDefined(), { timeout: 20_000 });
  expect(readFileSync(second.file(), 'utf8')).toBe(sound);
  await second.remove(name);
  await vi.waitFor(() => expect(first.catalogue.find(`${name}.thing`, 1)).toBeUndefined(), { timeout: 20_000 });
});

test('others are told, and do not wait for their next look at the table', async () => {
  const { registry, join } = await setUp();
  const setInterval = vi.spyOn(globalThis, 'setInterval').mockReturnValue({ unref: () => {} } as never);
  onTestFinished(() => setInterval.mockRestore());
  const [first, second] = [await join(), await join()];
  registry.publish(name, '1.0.0', { 'Thing.node.js': sound });
  await first.install({ name, version: '1.0.0' });
  await vi.waitFor(() => expect(second.catalogue.find(`${name}.thing`, 1)).toBeDefined(), { timeout: 20_000 });
  await first.remove(name);
  await vi.waitFor(() => expect(second.catalogue.find(`${name}.thing`, 1)).toBeUndefined(), { timeout: 20_000 });
});

test('files that are not as they were installed are installed again, with the content of the lock', async () => {
  const { registry, join } = await setUp();
  registry.publish(name, '1.0.0', { 'Thing.node.js': sound });
  const first = await join();
  await first.install({ name, version: '1.0.0' });
  await first.close();
  appendFileSync(first.file(), '// changed');
  const again = await join({ dataFolder: first.dataFolder });
  expect(readFileSync(again.file(), 'utf8')).toBe(sound);
});

test('names that are there already are refused, and nothing is changed', async () => {
  const { registry, join } = await setUp();
  const own = await join();
  const known = { 'Thing.node.js': sound, 'Api.credentials.js': credential('thingApi') };
  registry.publish(name, '1.0.0', known);
  registry.publish('n8n-nodes-other', '1.0.0', {
    'Thing.node.js': sound,
    'Api.credentials.js': credential('thingApi'),
  });
  registry.publish('n8n-nodes-ours', '1.0.0', {
    'Thing.node.js': sound,
    'Api.credentials.js': credential('githubApi'),
  });
  await own.install({ name, version: '1.0.0' });
  await expect(own.install({ name: 'n8n-nodes-other', version: '1.0.0' })).rejects.toThrow(
    `its credential type "thingApi" is there already, from ${name}`,
  );
  await expect(own.install({ name: 'n8n-nodes-ours', version: '1.0.0' })).rejects.toThrow(
    'its credential type "githubApi" is there already, from Millrace itself',
  );
  expect((await own.list()).packages.map((one) => one.name)).toEqual([name]);
  // With the version that there is, it is installed again.
  expect(await own.update({ name, version: '1.0.0' })).toMatchObject({ version: '1.0.0' });
});

test('off: nothing is installed, and what is there is not used', async () => {
  const { registry, join } = await setUp();
  registry.publish(name, '1.0.0', { 'Thing.node.js': sound });
  const on = await join();
  await on.install({ name, version: '1.0.0' });
  const off = await join({ dataFolder: on.dataFolder, enabled: false });
  expect(off.catalogue.find(`${name}.thing`, 1)).toBeUndefined();
  expect(await off.list()).toMatchObject({ enabled: false, packages: [{ name, nodes: [] }] });
  await expect((async () => off.install({ name: 'n8n-nodes-other', version: '1.0.0' }))()).rejects.toMatchObject({
    error: 'packagesNotAllowed',
  });
});

test('folders of versions that are not used any more go an hour later, with the next start', async () => {
  const { registry, join } = await setUp();
  registry.publish(name, '1.0.0', { 'Thing.node.js': sound });
  registry.publish(name, '2.0.0', { 'Thing.node.js': sound });
  const first = await join();
  await first.install({ name, version: '1.0.0' });
  await first.update({ name, version: '2.0.0' });
  await first.close();
  const folder = path.join(first.dataFolder, 'packages');
  expect(readdirSync(folder)).toHaveLength(2);
  for (const one of readdirSync(folder)) utimesSync(path.join(folder, one), new Date(0), new Date(0));
  await join({ dataFolder: first.dataFolder });
  expect(readdirSync(folder)).toEqual([expect.stringContaining('@2.0.0-')]);
});
