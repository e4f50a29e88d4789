import { existsSync } from 'node:fs';
import { copyFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { createKeySource, keyFileIn } from '../credentials/vault/key-source.ts';
import { keySetting, keysOf } from '../credentials/vault/vault.ts';
import { databaseIn, unfinishedRestore } from '../db/data-folder.ts';
import { checkDatabaseFile, syncFolder } from '../db/database-file.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { copyFiles, measureFiles } from './files.ts';
import { BackupError, type Manifest, sha256Of, writeManifest } from './manifest.ts';

/** Of the data folder: what is copied otherwise, what belongs to the process that runs, and copies of earlier states. */
export const isNotCopied = (name: string): boolean =>
  name.startsWith('millrace.sqlite') ||
  name === 'in-use.lock' ||
  name.startsWith('replaced-') ||
  name === 'backup.json';

const isBelow = (folder: string, target: string): boolean => !path.relative(folder, target).startsWith('..');

const openTarget = async (dataFolder: string, target: string): Promise<void> => {
  if (isBelow(dataFolder, target))
    throw new BackupError(`${target} lies in the data folder, which is what is to be backed up.`);
  const existing = await readdir(target).catch((error: unknown) => {
    const { code } = error as { code?: string };
    if (code === 'ENOTDIR') throw new BackupError(`${target} is a file. A backup is a folder.`);
    if (code !== 'ENOENT') throw error;
    return [];
  });
  if (existing.length > 0) throw new BackupError(`${target} is not empty. A backup needs a folder of its own.`);
  makeFolder(target, 'Name another one for the backup.');
};

/** In one step, which in this form of database holds up nobody: pages that change meanwhile are not part of it. */
const allPages = 0x7fff_ffff;

const copyDatabase = async (from: string, to: string): Promise<void> => {
  await writeFile(to, '', { mode: 0o600, flag: 'wx' });
  const connection = new SqliteConnection(from, { fileMustExist: true });
  try {
    await connection.backup(to, { progress: () => allPages });
  } finally {
    connection.close();
  }
};

/**
 * Makes one file of the copy, and reads all of it.
 *
 * @returns number of the newest migration
 * @throws BackupError where it is damaged
 */
export const checkCopy = (file: string): number => {
  const connection = new SqliteConnection(file, { fileMustExist: true });
  try {
    connection.pragma('journal_mode = DELETE');
    const found = connection.pragma('integrity_check', { simple: true });
    if (found !== 'ok') throw new BackupError(`The copy of the database is damaged: ${String(found)}.`);
    const strays = connection.pragma('foreign_key_check') as unknown[];
    if (strays.length > 0)
      throw new BackupError('The copy of the database is damaged: rows refer to rows that are missing.');
    return Number(connection.prepare('select max(number) from schema_migrations').pluck().get());
  } finally {
    connection.close();
  }
};

/**
 * Copies a data folder as it is at one moment, also while Millrace runs on it.
 *
 * Files are stored before the row that names them, and deleted after it. So they are copied before the database, lest they go meanwhile, and once
 * more after it, for those that came.
 *
 * @param target a folder that does not exist, or is empty
 * @throws BackupError
 */
export const backUp = async (options: {
  dataFolder: string;
  target: string;
  /** The setting that holds the key of the credentials. Default: it is in the data folder */
  encryptionKey?: string;
}): Promise<Manifest> => {
  const { dataFolder, target } = options;
  if (!(await checkDatabaseFile(databaseIn(dataFolder))))
    throw new BackupError(`There is no database in ${dataFolder}.`);
  if (existsSync(path.join(dataFolder, unfinishedRestore)))
    throw new BackupError(`Only a part of a backup was put into ${dataFolder}. Restore it again, with --replace.`);
  await openTarget(dataFolder, target);
  try {
    return await fill(options);
  } catch (error) {
    for (const name of await readdir(target)) await rm(path.join(target, name), { recursive: true, force: true });
    if (!['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(String((error as { code?: string }).code))) throw error;
    throw new BackupError(`There is no room for a backup in ${target}.`, { cause: error });
  }
};

/** The keys are copied last, and must be those of the copied database. @throws BackupError */
const copyKey = async (dataFolder: string, target: string, setting: string): Promise<Manifest['encryptionKey']> => {
  const connection = new SqliteConnection(databaseIn(target), { readonly: true });
  let ids: string[];
  try {
    const current = connection.prepare('select value from instance where key = ?').pluck().all(keySetting) as string[];
    const used = connection.prepare('select distinct key_id from credentials').pluck().all() as string[];
    ids = [...current, ...used];
  } finally {
    connection.close();
  }
  const [id] = ids;
  if (id === undefined) return undefined;
  const isInside = setting === '';
  if (isInside) await copyFile(keyFileIn(dataFolder), keyFileIn(target)).catch(() => {});
  const keys = keysOf((await createKeySource(setting, target).read()) ?? []);
  if (ids.every((one) => keys.has(one))) return { id, isInside };
  throw new BackupError(
    `The key ${id} of the credentials is not where the settings say, or was rotated just now. Look at MILLRACE_ENCRYPTION_KEY, and try again.`,
  );
};

const fill = async ({ dataFolder, target, encryptionKey = '' }: Parameters<typeof backUp>[0]): Promise<Manifest> => {
  const copy = databaseIn(target);
  await copyFiles(dataFolder, target, isNotCopied);
  await copyDatabase(databaseIn(dataFolder), copy);
  await copyFiles(dataFolder, target, isNotCopied);
  const schema = checkCopy(copy);
  const key = await copyKey(dataFolder, target, encryptionKey);
  const manifest: Manifest = {
    format: 1,
    createdAt: new Date().toISOString(),
    schema,
    encryptionKey: key,
    database: { bytes: (await stat(copy)).size, sha256: await sha256Of(copy) },
    files: await measureFiles(target, isNotCopied),
  };
  await writeManifest(target, manifest);
  await syncFolder(target);
  return manifest;
};
