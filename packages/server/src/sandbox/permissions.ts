import { fileURLToPath } from 'node:url';

const packageFile = fileURLToPath(new URL('../../package.json', import.meta.url));

/** Arguments of Node for a process that may do nothing but compute, and read some files until it gives that up. Text never becomes code but by us. */
export const permissions = (readable: readonly string[]): string[] => [
  '--permission',
  ...[packageFile, ...readable].map((file) => `--allow-fs-read=${file}`),
  '--disallow-code-generation-from-strings',
  '--no-warnings',
];
