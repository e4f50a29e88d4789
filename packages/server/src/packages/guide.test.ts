import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PackageList } from '@millrace/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../db/testing.ts';
import { startTestServer } from '../testing.ts';
import { findNpm } from './installing/npm.ts';
import { activateWith, callerOf } from './packages.testing.ts';
import { startTestRegistry } from './registry.testing.ts';

const guide = readFileSync(new URL('../../../../docs/guides/package.md', import.meta.url), 'utf8');
const program = fileURLToPath(new URL('../main.ts', import.meta.url));
const soon = { timeout: 20_000, interval: 100 };

/** What stands behind the fence: a language, and the place of a file or of a command. */
const blocks = [...guide.matchAll(/^```(\w+)(?: +(\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, language = '', place, text = '']) => ({ language, place, text }),
);
const commands = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.trim().split('\n'));
const commandWith = (words: string): string => commands.find((command) => command.includes(words)) ?? '';

const setUp = async () => {
  const folder = await temporaryFolder();
  for (const { language, place, text } of blocks) {
    if (place === undefined || language === 'sh') continue;
    mkdirSync(path.dirname(path.join(folder, place)), { recursive: true });
    writeFileSync(path.join(folder, place), text);
  }
  const registry = await startTestRegistry();
  onTestFinished(() => registry.close());
  const npmConfiguration = path.join(folder, '.npmrc');
  writeFileSync(
    npmConfiguration,
    `registry=${registry.url}/\n${registry.url.slice('http:'.length)}/:_authToken=known\n`,
  );
  vi.stubEnv('NPM_CONFIG_USERCONFIG', npmConfiguration);
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await startTestServer({ packages: true, nodesFolder: path.join(folder, 'my-nodes') });
  onTestFinished(() => server.stop());
  const run = async (command: string, place = '') => {
    const [name = '', ...args] = command.split(' ');
    const { NODE_OPTIONS: _, VITEST: __, ...environment } = process.env;
    const env = { ...environment, MILLRACE_DATA: server.dataFolder, MILLRACE_PACKAGES: 'true' };
    const script = name === 'npm' ? findNpm() : program;
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
      cwd: path.join(folder, place),
      env,
    });
    return stdout;
  };
  return { folder, server, call: callerOf(server), run };
};

test('the guide to packages is true', { timeout: 180_000 }, async () => {
  const { folder, server, call, run } = await setUp();
  for (const name of ['MILLRACE_PACKAGES=true', 'MILLRACE_NODES_FOLDER='])
    expect(blocks.some(({ language, text }) => language === 'ini' && text.startsWith(name))).toBe(true);

  const publish = blocks.find(({ language, text }) => language === 'sh' && text.includes('publish'));
  await run(publish!.text.trim(), publish!.place);
  expect(await run(commandWith('package:install'))).toContain('node Greeting (n8n-nodes-greeting.greeting)');
  const listed = async () => (await call<PackageList>('GET', '/packages')).packages;
  await vi.waitFor(async () => expect(await listed()).toMatchObject([{ nodes: [{ displayName: 'Greeting' }] }]), soon);
  const greeting = await activateWith(
    call,
    server,
    { type: 'n8n-nodes-greeting.greeting', parameters: { name: 'Ada' } },
    'greeting',
  );
  expect((await greeting.run()).body).toEqual({ greeting: 'Hello Ada' });
  expect(await (await fetch(`${server.url}/rest/node-icon/n8n-nodes-greeting.greeting`)).text()).toContain('<svg');
  expect(await run(commandWith('package:list'))).toContain('Nodes of it are in 1 workflows');

  const manifest = path.join(folder, 'n8n-nodes-greeting/package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('1.0.0', '1.1.0'));
  await run(publish!.text.trim(), publish!.place);
  expect(await run(commandWith('package:update'))).toContain('n8n-nodes-greeting 1.1.0');
  await run(commandWith('package:remove'));
  await vi.waitFor(async () => expect(await listed()).toEqual([]), soon);

  const shout = await activateWith(call, server, { type: 'own.shout', parameters: { text: 'hey' } }, 'shout');
  expect((await shout.run()).body).toEqual({ text: 'HEY' });
  const file = path.join(folder, 'my-nodes/shout/shout.node.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace('.toUpperCase()', ".toUpperCase() + '!'"));
  await vi.waitFor(async () => expect((await shout.run()).body).toEqual({ text: 'HEY!' }), soon);
});
