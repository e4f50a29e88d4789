import path from 'node:path';
/** The settings of people's code. */
import { integer, listOf, setting } from './config-values.ts';
import { builtinModules } from './sandbox/builtins.ts';
import type { SandboxSettings } from './sandbox/settings.ts';

const packageName = /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(?:\/[\w./-]+)?$/i;

const packages = (value: string): string => {
  if (!listOf(value).every((name) => packageName.test(name)))
    throw new Error('names of npm packages with commas between them');
  return listOf(value).join(',');
};

const builtins = (value: string): string => {
  if (!listOf(value).every((name) => builtinModules.includes(name)))
    throw new Error(`some of ${builtinModules.join(', ')}, with commas between them`);
  return listOf(value).join(',');
};

export const codeSettings = {
  codeTimeout: setting(
    'CODE_TIMEOUT',
    integer(1, 86_400),
    300,
    'Seconds that one run of code of people may take, such as that of a Code node. Then it is ended.',
  ),
  codeMemory: setting('CODE_MEMORY', integer(16, 65_536), 256, 'Memory in MiB that one run of code may use.'),
  codeOutput: setting('CODE_OUTPUT', integer(1, 2_000), 64, 'Size in MB of what one run of code may give back.'),
  codeRunners: setting(
    'CODE_RUNNERS',
    integer(1, 1000),
    16,
    'Runs of code at a time in this process. Further ones wait for their turn.',
  ),
  codeBuiltins: setting(
    'CODE_BUILTINS',
    builtins,
    builtinModules.join(','),
    'Built-in modules that code may load by `require`. None of those that there are reaches files, processes or the network.',
  ),
  codeModules: setting(
    'CODE_MODULES',
    packages,
    '',
    'npm packages that code may load by `require`, with commas between them. They run in the sandbox as well.',
  ),
  codeModulesFolder: setting(
    'CODE_MODULES_FOLDER',
    (value) => path.resolve(value),
    '',
    'Folder in whose node_modules these packages are installed. Empty: the folder `code` in the data folder.',
  ),
} as const;

type CodeConfig = { [K in keyof typeof codeSettings]: (typeof codeSettings)[K]['default'] } & { dataFolder: string };

export const sandboxSettings = (config: CodeConfig): SandboxSettings => ({
  timeout: config.codeTimeout * 1000,
  memoryMegabytes: config.codeMemory,
  mostOutputBytes: config.codeOutput * 1_000_000,
  mostRunners: config.codeRunners,
  packages: listOf(config.codeModules),
  packageFolder: config.codeModulesFolder || path.join(config.dataFolder, 'code'),
  builtins: listOf(config.codeBuiltins),
});
