import type { CodeServices, NodeDefinition } from '@millrace/engine/node-api';
import { createFakeHost, type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { loadNodeTypes } from '@millrace/nodes';
import { silentLog } from '../platform/log.ts';
import { builtinModules } from './builtins.ts';
import { createSandboxClient } from './client.ts';
import { createSandboxProcess } from './sandbox-process.ts';
import type { SandboxSettings } from './settings.ts';

export const testSandbox: SandboxSettings = {
  timeout: 20_000,
  memoryMegabytes: 128,
  mostOutputBytes: 64_000_000,
  mostRunners: 4,
  packages: [],
  packageFolder: '/nonexistent',
  builtins: builtinModules,
};

/** The sandbox as it ships, for the tests of a file. */
export const openTestSandbox = (settings: Partial<SandboxSettings> = {}) => {
  const sandbox = createSandboxProcess({ settings: { ...testSandbox, ...settings }, log: silentLog });
  const way = createSandboxClient(() => {
    sandbox.reach().then(way.reachAt, () => way.reachAt(null));
  });
  const client: CodeServices = { run: (task, signal) => way.run(task, 'tests', signal) };
  /** Starts it: to be called before the first test, so that no test counts as the one that has. */
  const start = async () => {
    const task = { language: 'javascript', source: '', form: 'once', items: [], timezone: 'UTC', runIndex: 0 } as const;
    await client.run({ ...task, call: () => ({ value: null }), log: () => {} }, new AbortController().signal);
  };
  return { ...sandbox, client, start };
};

/** Runs a node whose code is run by that sandbox, through the real engine. */
export const runWithCode = (client: CodeServices, definition: NodeDefinition, options: RunNodeOptions = {}) => {
  const given = options.host;
  const host = given && 'requests' in given ? given : createFakeHost(given);
  return runNode(definition, { ...options, host: { ...host, code: client } });
};

/** A bundled node type. */
export const nodeOf = async (name: string, version: number): Promise<NodeDefinition> => {
  const found = (await loadNodeTypes([name])).find(({ versions }) => versions.includes(version));
  if (!found) throw new Error(`There is no ${name} of version ${version}`);
  return found;
};
