import { fileURLToPath } from 'node:url';
import { permissions } from '../permissions.ts';
import type { RunnerProgram } from '../runner.ts';
import type { SandboxSettings } from '../settings.ts';

const at = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const readable = ['./runner-main.ts', './tables.ts', '../sync-channel.ts', '../../platform/frames.ts'].map(at);

export const sqlProgram = ({ memoryMegabytes, mostOutputBytes }: SandboxSettings): RunnerProgram => ({
  nodeArguments: [...permissions(readable), `--max-old-space-size=${memoryMegabytes}`, at('./runner-main.ts')],
  begin: { head: { type: 'begin', memoryMegabytes }, bytes: Buffer.alloc(0) },
  mostMessageBytes: mostOutputBytes + 16_000_000,
});
