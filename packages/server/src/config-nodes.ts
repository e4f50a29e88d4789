import path from 'node:path';
/** The settings of node types beside the bundled ones. */
import { address, flag, integer, listOf, setting } from './config-values.ts';

const environmentNames = (value: string): string => {
  const names = listOf(value);
  if (!names.every((name) => /^(?:[A-Za-z_]\w*\*?|\*)$/.test(name)))
    throw new Error('names of environment variables with commas between them');
  return names.join(',');
};

/** @returns undefined where $env is closed */
export const environmentForNodes = (
  access: string,
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> | undefined => {
  if (access === '') return undefined;
  const open = listOf(access);
  const isOpen = (name: string): boolean =>
    !name.startsWith('MILLRACE_') &&
    open.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && isOpen(name) ? [[name, value]] : [],
    ),
  );
};

export const nodeSettings = {
  files: setting(
    'FILES',
    (value) => value,
    '',
    'Folders of this machine that nodes may read and write, with : between them (; on Windows); relative paths begin at the first. none: nodes use no files of the machine. What belongs to Millrace itself stays closed in any case.',
    'files in the data folder',
  ),
  commands: setting(
    'COMMANDS',
    flag,
    false,
    'Whether nodes may run commands of this machine, as the user that Millrace runs as. They may read its key then, and all else that this user may.',
  ),
  commandTimeout: setting(
    'COMMAND_TIMEOUT',
    integer(1, 31_536_000),
    3600,
    'Seconds after which a command is ended with all that it has started.',
  ),
  env: setting(
    'ENV_ACCESS',
    environmentNames,
    '',
    'Environment variables that expressions and code may read as $env, with commas between them; PREFIX_* is all that begin so, * all. Those of Millrace itself stay closed. Empty: none. Whoever may edit a workflow can read them.',
  ),
  packages: setting(
    'PACKAGES',
    flag,
    false,
    'Whether the owner may install packages of nodes that others have written, and those that are installed are used. Their code may do whatever the user may that Millrace runs as.',
  ),
  packageRegistry: setting(
    'PACKAGE_REGISTRY',
    address,
    '',
    'Address of the registry that packages are installed from. Empty: that of the configuration of npm.',
  ),
  nodesFolder: setting(
    'NODES_FOLDER',
    (value) => path.resolve(value),
    '',
    'Folder of own nodes, in TypeScript. They are read again whenever a file in it changes.',
  ),
} as const;
