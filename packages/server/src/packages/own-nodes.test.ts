import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PackageList } from '@millrace/contract';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../db/testing.ts';
import { activateWith, startWithRegistry } from './packages.testing.ts';

const nodeFile = (word: string): string => `
import type { NodeDefinition } from '@millrace/engine/node-api';
import { spoken } from './spoken.ts';

export const greet: NodeDefinition = {
  name: 'own.greet',
  displayName: 'Greet',
  description: 'Says a word',
  versions: [1],
  defaultVersion: 1,
  group: ['transform'],
  defaults: { name: 'Greet' },
  inputs: ['main'],
  outputs: ['main'],
  parameters: [],
  execute: async ({ items }) => [items.map(() => ({ json: { said: spoken('${word}') } }))],
};
`;

const soon = { timeout: 20_000, interval: 100 };

test('a folder of own nodes: what is saved shows up and runs without a restart', { timeout: 120_000 }, async () => {
  const folder = await temporaryFolder();
  mkdirSync(path.join(folder, 'greet'));
  const write = (file: string, text: string) => writeFileSync(path.join(folder, 'greet', file), text);
  write('greet.node.ts', nodeFile('one'));
  write('spoken.ts', 'export const spoken = (word: string): string => word;\n');
  write('icon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const { server, call } = await startWithRegistry({ packages: false, nodesFolder: folder });
  const own = async () => (await call<PackageList>('GET', '/packages')).ownNodes;

  expect(await own()).toMatchObject({ folder, nodes: [{ name: 'own.greet', displayName: 'Greet', versions: [1] }] });
  const { run } = await activateWith(call, server, { type: 'own.greet' }, 'greet');
  expect(await run()).toEqual({ status: 200, body: { said: 'one' } });

  write('greet.node.ts', nodeFile('two'));
  await vi.waitFor(async () => expect(await run()).toEqual({ status: 200, body: { said: 'two' } }), soon);
  write('spoken.ts', 'export const spoken = (word: string): string => word.toUpperCase();\n');
  await vi.waitFor(async () => expect(await run()).toEqual({ status: 200, body: { said: 'TWO' } }), soon);

  write('greet.node.ts', nodeFile('three').replace('versions: [1]', 'versions: []'));
  await vi.waitFor(
    async () => expect((await own())?.problem).toContain('./greet/greet.node.ts (greet): it has no versions'),
    soon,
  );
  expect((await own())?.nodes).toHaveLength(1);

  write('greet.node.ts', nodeFile('four').replace("'own.greet'", "'core.set'"));
  await vi.waitFor(
    async () => expect((await own())?.problem).toContain('is there already, from Millrace itself'),
    soon,
  );

  write('greet.node.ts', nodeFile('five'));
  await vi.waitFor(async () => expect(await own()).not.toHaveProperty('problem'), soon);
  expect(await run()).toEqual({ status: 200, body: { said: 'FIVE' } });
});
