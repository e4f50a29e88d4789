import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { permissions } from '../permissions.ts';
import type { RunnerProgram } from '../runner.ts';
import type { SandboxSettings } from '../settings.ts';

const at = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const readable = ['./runner-main.ts', '../sync-channel.ts', '../../platform/frames.ts'].map(at);

/** The interpreter with its standard library. */
const interpreter = path.dirname(createRequire(import.meta.url).resolve('pyodide/package.json'));

export const pythonProgram = ({ memoryMegabytes, mostOutputBytes }: SandboxSettings): RunnerProgram => ({
  nodeArguments: [...permissions([...readable, interpreter]), at('./runner-main.ts'), interpreter],
  begin: { head: { type: 'begin', memoryMegabytes }, bytes: readFileSync(at('./program.py')) },
  mostMessageBytes: mostOutputBytes + 16_000_000,
});
