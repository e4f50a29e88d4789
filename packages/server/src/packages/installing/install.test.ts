import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../db/testing.ts';
import { createPackageFolders } from '../package-folders.ts';
import { nodeClass } from '../packages.testing.ts';
import { startTestRegistry } from '../registry.testing.ts';
import { createInstaller, type InstallLimits } from './install.ts';

const name = 'n8n-nodes-thing';
const sound = nodeClass('Thing', 'return [[]];');

const setUp = async (limits: Partial<InstallLimits> = {}) => {
  const registry = await startTestRegistry();
  onTestFinished(() => registry.close());
  const root = await temporaryFolder();
  const folders = createPackageFolders(root);
  const installer = createInstaller({
    folders,
    registry: registry.url,
    limits: {
      milliseconds: 60_000,
      bytes: 100_000_000,
      describeMilliseconds: 20_000,
      heapMegabytes: 64,
      ...limits,
    },
    closing: new AbortController().signal,
  });
  const install = async (version = '1.0.0') => {
    const resolved = await installer.resolve(name, version);
    await installer.install(resolved);
    return folders.of(resolved);
  };
  return { registry, folders, install, left: () => readdirSync(root) };
};

test('no script of a package is run, nor what is for development only', { timeout: 60_000 }, async () => {
  const { registry, install } = await setUp();
  const scripts = { postinstall: "node -e \"require('fs').writeFileSync('ran', '')\"" };
  registry.publish('helper', '1.0.0', { 'index.js': '' }, { scripts });
  const manifest = {
    scripts,
    dependencies: { helper: '^1.0.0' },
    devDependencies: { gone: '1.0.0' },
    peerDependencies: { 'n8n-workflow': '*' },
  };
  registry.publish(name, '1.0.0', { 'Thing.node.js': sound }, manifest);
  const folder = await install();
  const modules = path.join(folder, 'node_modules');
  expect(readdirSync(modules).sort()).toEqual(['helper', name]);
  for (const one of ['helper', name]) expect(existsSync(path.join(modules, one, 'ran'))).toBe(false);
  expect(registry.asked).not.toContain('n8n-workflow');
});

test('what the registry does not have', { timeout: 60_000 }, async () => {
  const { registry, install, left } = await setUp();
  await expect(install()).rejects.toMatchObject({ error: 'packageNotFound' });
  registry.publish(name, '1.0.0', { 'Thing.node.js': sound });
  await expect(install('1.0.1')).rejects.toMatchObject({ error: 'packageNotFound' });
  expect(left()).toEqual([]);
});

const spin = 'for (;;);';
const fill = 'const all = []; for (;;) all.push(new Array(10000).fill({}).map(() => ({})));';

test.each([
  ['throws while it is loaded', "throw new Error('Boom')", /Boom/],
  ['hangs while it is loaded', spin, /had not been loaded after 3 seconds/],
  ['exhausts its memory while it is loaded', fill, /ran out of memory/],
  ['ends the process', 'process.exit(0)', /was not loaded to its end/],
  ['has no class', 'exports.other = 1', /exports no class Thing/],
  ['needs a module that it does not bring', "require('not-there')", /not-there/],
])('a package that %s is refused', { timeout: 60_000 }, async (_, code, message) => {
  const { registry, install, left } = await setUp({ describeMilliseconds: 3000 });
  registry.publish(name, '1.0.0', { 'Thing.node.js': code });
  const failed = install();
  await expect(failed).rejects.toMatchObject({ error: 'packageRefused' });
  await expect(failed).rejects.toThrow(message);
  expect(left()).toEqual([]);
});

test.each([
  ['it is not what the registry has stated', (registry: Registry) => registry.corrupt(name, '1.0.0'), {}, /integrity/i],
  [
    'it is larger than it may be',
    (registry: Registry) => registry.publish(name, '1.0.0', { 'Thing.node.js': sound, data: 'x'.repeat(200_000) }),
    { bytes: 100_000 },
    /more than 0 MB/,
  ],
  ['it takes too long', (registry: Registry) => registry.stall(true), { milliseconds: 4000 }, /more than 4 seconds/],
  [
    'it brings something that comes from elsewhere',
    (registry: Registry) =>
      registry.publish(
        name,
        '1.0.0',
        { 'Thing.node.js': sound },
        { dependencies: { other: `${registry.url}/n8n-nodes-other/-/1.0.0.tgz` } },
      ),
    {},
    /other does not come from a registry/,
  ],
])('a package is refused where %s', { timeout: 60_000 }, async (_, spoil, limits, message) => {
  const { registry, install, left } = await setUp(limits);
  registry.publish('n8n-nodes-other', '1.0.0', { 'index.js': '' });
  registry.publish(name, '1.0.0', { 'Thing.node.js': sound });
  spoil(registry);
  const failed = install();
  await expect(failed).rejects.toMatchObject({ error: 'packageRefused' });
  await expect(failed).rejects.toThrow(message);
  expect(left()).toEqual([]);
});

type Registry = Awaited<ReturnType<typeof startTestRegistry>>;
