import { fileURLToPath } from 'node:url';
import type { NodeDefinition } from '@millrace/engine/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPackages } from './javascript/packages.ts';
import { nodeOf, openTestSandbox, runWithCode } from './sandbox.testing.ts';

const packageFolder = fileURLToPath(new URL('../../../..', import.meta.url));
const sandbox = openTestSandbox({ packages: ['qs', 'luxon'], packageFolder, builtins: ['path'] });
let code: NodeDefinition;
beforeAll(async () => {
  code = await nodeOf('core.code', 2);
  await sandbox.start();
});
afterAll(() => sandbox.close());

const run = (jsCode: string) => runWithCode(sandbox.client, code, { parameters: { jsCode } });

test('packages of the list run in the isolate, with what they require', async () => {
  const { json, error } = await run(
    `const qs = require('qs'); return { text: qs.stringify({ a: [1, 2] }), parsed: qs.parse('b[c]=1'), year: require('luxon').DateTime.utc(2024).year }`,
  );
  expect(error).toBeUndefined();
  expect(json).toEqual([{ text: 'a%5B0%5D=1&a%5B1%5D=2', parsed: { b: { c: '1' } }, year: 2024 }]);
  expect((await run(`return { value: typeof require('qs').parse.constructor('return this.process')() }`)).json).toEqual(
    [{ value: 'undefined' }],
  );
});

test('what a run changes of a package is not there in the next', async () => {
  await run(`require('qs').stringify = () => 'left'; return []`);
  expect((await run(`return { text: require('qs').stringify({ a: 1 }) }`)).json).toEqual([{ text: 'a=1' }]);
});

test('only what is on a list can be loaded', async () => {
  expect((await run(`return { base: require('path').basename('/a/b.txt') }`)).json).toEqual([{ base: 'b.txt' }]);
  for (const name of ['crypto', 'ieee754', 'fs', './qs'])
    expect((await run(`return { value: require('${name}') }`)).error?.message).toContain('is not available');
});

test('a package that cannot be used is named with the reason', async () => {
  const other = openTestSandbox({ packages: ['no-such-package'], packageFolder });
  await expect(other.start()).rejects.toThrow('The module no-such-package cannot be used');
  await other.close();
  expect(() => readPackages(['no-such-package'], packageFolder)).toThrow('The module no-such-package cannot be used');
});
