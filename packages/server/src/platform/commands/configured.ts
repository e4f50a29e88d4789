import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '../../config.ts';
import { fileSettings } from '../files/index.ts';

/** How commands of nodes run. */
export interface CommandSettings {
  env: Record<string, string>;
  /** Folders that they may begin in: the first that is there. */
  folders: readonly string[];
  milliseconds: number;
}

/** All that a command sees of the environment of the server. */
const passed = /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|SystemRoot|ComSpec|PATHEXT)$/i;

/** Undefined: this instance runs none. */
export const commandSettings = (
  config: Pick<Config, 'commands' | 'commandTimeout'> & Parameters<typeof fileSettings>[0],
  env: Readonly<Record<string, string | undefined>> = process.env,
): CommandSettings | undefined => {
  if (!config.commands) return undefined;
  const known = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    env: Object.fromEntries(known.filter(([name]) => passed.test(name))),
    folders: [...fileSettings(config).open, tmpdir(), path.parse(process.cwd()).root],
    milliseconds: config.commandTimeout * 1000,
  };
};
