import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { root } from './setup.mjs';
import { countVitestTests } from './test-counts.mjs';

afterEach(() => vi.unstubAllEnvs());

const passing = `test('passes', () => {});`;

/** Runs vitest over these files in a folder of their own, as the gate does. */
const count = async (files) => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-gate-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const args = ['--globals', '--maxWorkers=1', `--root=${folder}`];
    return await countVitestTests(args, { cwd: folder, stdio: 'ignore' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

test.concurrent.each([
  ['nothing but tests that pass', {}, { passed: 1, failed: 0 }],
  ['a failed test', { 'b.test.mjs': `test('b', () => { throw new Error('b'); });` }, { passed: 1, failed: 1 }],
  ['a suite that does not load', { 'b.test.mjs': `import './missing.mjs';\n${passing}` }, { passed: 1, failed: 1 }],
  ['a suite without tests', { 'b.test.mjs': '' }, { passed: 1, failed: 1 }],
  [
    'a hook that fails',
    { 'b.test.mjs': `afterAll(() => { throw new Error('b'); });\n${passing}` },
    { passed: 2, failed: 1 },
  ],
  ['a skipped test', { 'b.test.mjs': `test.skip('b', () => {});` }, { passed: 1, failed: 1 }],
  ['a test to be written', { 'b.test.mjs': `test.todo('b');` }, { passed: 1, failed: 1 }],
  ['an unhandled error', { 'b.test.mjs': `Promise.reject(new Error('b'));\n${passing}` }, { passed: 2, failed: 1 }],
  // The test that did not end, and the worker that did.
  [
    'a worker that is killed',
    { 'b.test.mjs': `test('b', () => process.kill(process.pid, 'SIGKILL'));` },
    { passed: 1, failed: 2 },
  ],
  [
    'a test that ends its worker',
    { 'b.test.mjs': `test('b', () => process.reallyExit(0));` },
    { passed: 1, failed: 2 },
  ],
])('counts %s', async (_, files, expected) => {
  expect(await count({ 'a.test.mjs': passing, ...files })).toEqual(expected);
});

test('counts what a missing program has kept from running as failed where the gate decides', async () => {
  const files = {
    'a.test.mjs': passing,
    'b.test.mjs': `describe.skip('b (needs nobody-has-this)', () => { ${passing} });`,
  };
  vi.stubEnv('CI', 'true');
  expect(await count(files)).toEqual({ passed: 1, failed: 1 });
  vi.stubEnv('CI', '');
  expect(await count(files)).toEqual({ passed: 1, failed: 0 });
});

/** What runs in the runner's own process before the tests. */
const inRunner = (statement) => ({
  'vitest.config.mjs': `export default { test: { globalSetup: './setup.mjs' } };`,
  'setup.mjs': `export const setup = () => { ${statement} };`,
  'a.test.mjs': passing,
});

test('counts a failure where something in the runner ends it with success', async () => {
  const files = inRunner(`process.on('beforeExit', () => process.exit(0));`);
  expect(await count({ ...files, 'b.test.mjs': `import './missing.mjs';` })).toEqual({ passed: 1, failed: 1 });
  expect(await count({ ...files, 'b.test.mjs': `Promise.reject(new Error());\n${passing}` })).toEqual({
    passed: 2,
    failed: 1,
  });
});

test('counts a failure where the runner itself is killed', async () => {
  expect(await count(inRunner(`process.kill(process.pid, 'SIGKILL');`))).toEqual({ passed: 0, failed: 1 });
});

test.concurrent.each([
  ['a timer', 'setInterval(() => {}, 1000)'],
  ['a server', `(await import('node:http')).createServer().listen(0, '127.0.0.1')`],
  ['a socket', `(await import('node:dgram')).createSocket('udp4').bind(0, '127.0.0.1')`],
  ['a child process', `(await import('node:child_process')).spawn(process.execPath, ['-e', 'process.stdin.resume()'])`],
  ['a thread', `new (await import('node:worker_threads')).Worker('setInterval(() => {}, 1000)', { eval: true })`],
])('counts a failure where a test leaves %s behind', async (_, statement) => {
  const files = {
    'vitest.config.mjs': `export default { test: { setupFiles: ${JSON.stringify(join(root, 'scripts/leaks.setup.ts'))} } };`,
    'a.test.mjs': `test('a', async () => { ${statement}; });\n${passing}`,
  };
  expect(await count(files)).toEqual({ passed: 1, failed: 1 });
});
