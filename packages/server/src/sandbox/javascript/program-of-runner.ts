import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { permissions } from '../permissions.ts';
import type { RunnerProgram } from '../runner.ts';
import type { SandboxSettings } from '../settings.ts';
import { readPackages } from './packages.ts';
import { makeProgram } from './program.ts';

const require = createRequire(import.meta.url);
const at = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The library for this system. */
const addonFile = (): string => {
  const find = require('node-gyp-build') as { resolve(folder: string): string };
  return find.resolve(path.dirname(require.resolve('isolated-vm')));
};

/** Files that a runner reads before it gives up the right to read any. */
const readable = ['./runner-main.ts', './natives.ts', '../runner-channel.ts', '../../platform/frames.ts'].map(at);

/** MiB of the process itself, beside what code has. */
const ownHeap = 256;

/** @throws Error for a package that cannot be used */
export const javascriptProgram = (settings: SandboxSettings): RunnerProgram => {
  const program = makeProgram(readPackages(settings.packages, settings.packageFolder), {
    builtins: settings.builtins,
    mostCharacters: settings.mostOutputBytes,
  });
  return {
    nodeArguments: [
      ...permissions(readable),
      '--allow-addons',
      `--max-old-space-size=${ownHeap}`,
      at('./runner-main.ts'),
      addonFile(),
    ],
    begin: { head: { type: 'begin', memoryMegabytes: settings.memoryMegabytes }, bytes: Buffer.from(program) },
    mostMessageBytes: settings.mostOutputBytes + 16_000_000,
  };
};
