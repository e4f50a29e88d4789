import { randomUUID } from 'node:crypto';
import { chmod, link, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../db/database-file.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { makeKeyText } from './cipher.ts';

/**
 * Where the texts of the keys are: in the setting MILLRACE_ENCRYPTION_KEY, or else in a file of the data folder, which is made at the first start. The first
 * encrypts; what others were used for before can be read with them.
 */
export interface KeySource {
  /** For messages: where an operator finds them. */
  readonly place: string;
  /** Whether the keys are in a file that this program may change. */
  readonly isFile: boolean;
  /** Undefined: there is none. */
  read(): Promise<string[] | undefined>;
  /** Makes a key where there is none; whoever comes second gets that of the first. */
  make(): Promise<string[]>;
  /** Only of a file: in one step. */
  replace(texts: readonly string[]): Promise<void>;
}

const fileName = 'encryption.key';
/** Fewer characters can be guessed. */
export const shortestKey = 32;

export const keyFileIn = (dataFolder: string): string => path.join(dataFolder, fileName);

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

const isCode = (error: unknown, code: string): boolean => (error as { code?: unknown } | null)?.code === code;

const readKeyFile = async (file: string): Promise<string[] | undefined> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined;
    throw new OperatorError(`The key of the credentials cannot be read from ${file}: ${(error as Error).message}.`, {
      cause: error,
    });
  });
  if (text === undefined) return undefined;
  const keys = linesOf(text);
  if (keys.length === 0 || keys.some((key) => key.length < shortestKey))
    throw new OperatorError(`${file} is damaged: it holds no key of the credentials. Put back the file from a backup.`);
  return keys;
};

const textOf = (keys: readonly string[]): string =>
  [
    '# The key of the credentials of this instance. Whoever has it can read them; without it nobody can.',
    ...keys,
    '',
  ].join('\n');

/** Written whole beside it first. @param put makes the written file the one that counts */
const write = async (file: string, keys: readonly string[], put: (written: string) => Promise<void>): Promise<void> => {
  makeFolder(path.dirname(file));
  const written = `${file}.${randomUUID()}`;
  try {
    const handle = await open(written, 'wx', 0o600);
    try {
      await handle.writeFile(textOf(keys));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await put(written);
    await syncFolder(path.dirname(file));
  } finally {
    await rm(written, { force: true });
  }
};

const createFileSource = (file: string): KeySource => {
  const read = async () => {
    const keys = await readKeyFile(file);
    if (keys) await chmod(file, 0o600);
    return keys;
  };
  return {
    place: `the file ${file}`,
    isFile: true,
    read,
    async make() {
      await write(file, [makeKeyText()], (written) =>
        link(written, file).catch((error: unknown) => {
          if (!isCode(error, 'EEXIST')) throw error;
        }),
      );
      return (await read())!;
    },
    replace: (keys) => write(file, keys, (written) => rename(written, file)),
  };
};

/** @param setting texts with commas between them; empty: there is none */
export const createKeySource = (setting: string, dataFolder: string): KeySource => {
  const given = setting
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean);
  if (given.length === 0) return createFileSource(keyFileIn(dataFolder));
  return {
    place: 'MILLRACE_ENCRYPTION_KEY',
    isFile: false,
    read: async () => given,
    make: async () => given,
    replace: () => Promise.reject(new Error('A key that was given is not replaced')),
  };
};
