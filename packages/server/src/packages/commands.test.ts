import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { PackageList } from '@millrace/contract';
import { expect, test, vi } from 'vitest';
import { activateWith, nodeClass, startWithRegistry } from './packages.testing.ts';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const name = 'n8n-nodes-thing';
const soon = { timeout: 20_000, interval: 100 };

const setUp = async () => {
  const started = await startWithRegistry();
  const { registry, server } = started;
  const says = (word: string) => ({ 'Thing.node.js': nodeClass('Thing', `return [[{ json: { said: '${word}' } }]];`) });
  registry.publish(name, '1.0.0', says('one'));
  registry.publish(name, '2.0.0', says('two'));
  const begin = (...args: string[]) =>
    spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        MILLRACE_DATA: server.dataFolder,
        MILLRACE_PACKAGES: 'true',
        MILLRACE_PACKAGE_REGISTRY: registry.url,
      },
    });
  const run = async (...args: string[]) => {
    const child = begin(...args);
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close'), text(child.stderr)]);
    return { code: code as number, said };
  };
  return { ...started, begin, run };
};

test('the command line changes the packages of a server that runs', { timeout: 180_000 }, async () => {
  const { server, call, run } = await setUp();
  expect(await run('package:list')).toEqual({ code: 0, said: 'No packages are installed.\n' });

  const installed = await run('package:install', `${name}@1.0.0`);
  expect(installed.code).toBe(0);
  for (const line of [`${name} 1.0.0`, `node Thing (${name}.thing)`, 'that the user can who runs Millrace'])
    expect(installed.said).toContain(line);
  const packages = async () => (await call<PackageList>('GET', '/packages')).packages;
  await vi.waitFor(
    async () =>
      expect(await call('GET', '/node-types')).toEqual(
        expect.arrayContaining([expect.objectContaining({ name: `${name}.thing` })]),
      ),
    soon,
  );
  const workflow = await activateWith(call, server, { type: `${name}.thing` }, 'thing');
  expect((await workflow.run()).body).toEqual({ said: 'one' });

  expect((await run('package:update', `${name}@2.0.0`)).code).toBe(0);
  await vi.waitFor(async () => expect((await workflow.run()).body).toEqual({ said: 'two' }), soon);
  expect((await run('package:list')).said).toContain('Nodes of it are in 1 workflows, of which 1 are active.');

  expect(await run('package:remove', name)).toEqual({ code: 0, said: `${name} was removed.\n` });
  expect(await packages()).toEqual([]);
  await vi.waitFor(async () => expect((await workflow.run()).status).toBe(500), soon);
});

test('an installation that is killed leaves all as it was', { timeout: 120_000 }, async () => {
  const { server, registry, begin, run } = await setUp();
  expect((await run('package:install', `${name}@1.0.0`)).code).toBe(0);
  const folder = path.join(server.dataFolder, 'packages');
  const before = readdirSync(folder);
  registry.stall(true);
  const child = begin('package:update', `${name}@2.0.0`);
  await vi.waitFor(() => expect(registry.asked).toContain(`${name}/-/2.0.0.tgz`), soon);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect((await run('package:list')).said).toContain(`${name} 1.0.0`);
  expect(before.every((one) => existsSync(path.join(folder, one)))).toBe(true);
  registry.stall(false);
  expect((await run('package:update', `${name}@2.0.0`)).code).toBe(0);
});

test.each([
  [['package:install', name], 'needs a package with its exact version'],
  [['package:install', `${name}@latest`], 'must be an exact version'],
  [['package:install', `${name}@^1.0.0`], 'must be an exact version'],
  [['package:install', 'left-pad@1.0.0'], 'must be the name of a package of nodes'],
  [['package:install', 'n8n-nodes-base@1.0.0'], 'is the name of the bundled nodes'],
  [['package:remove'], 'needs the name of a package'],
])('millrace %s is refused', { timeout: 30_000 }, async (args, message) => {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'pipe'], env: {} });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect([said, code]).toEqual([expect.stringContaining(message), 1]);
});
