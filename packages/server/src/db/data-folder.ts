import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { makeFolder } from '../platform/make-folder.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** Another Millrace uses the data folder. */
export class DataFolderInUseError extends OperatorError {
  override name = 'DataFolderInUseError';
}

const lockName = 'in-use.lock';
/** A file that is there while a backup is being put into the folder. */
export const unfinishedRestore = 'unfinished-restore';

export const databaseIn = (folder: string): string => path.join(folder, 'millrace.sqlite');

/** Takes away what others than its owner may do with a file or folder. */
const makePrivate = (target: string): void => {
  const { mode } = statSync(target);
  if ((mode & 0o077) !== 0) chmodSync(target, mode & 0o700);
};

/**
 * What runs have read and written, and the key of resume addresses, are nobody else's: the folder and the files in it, of the database above all, may
 * be used by their owner alone. Folders that were made otherwise are put right.
 *
 * @throws OperatorError where they belong to someone else
 */
const makeDataPrivate = (folder: string): void => {
  try {
    makePrivate(folder);
    const entries = readdirSync(folder, { withFileTypes: true });
    for (const entry of entries) if (entry.isFile()) makePrivate(path.join(folder, entry.name));
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') throw error;
    throw new OperatorError(
      `Others may read the data folder ${folder}, and it belongs to another user, so that cannot be changed. ` +
        'Start Millrace as the user that the folder belongs to, or set MILLRACE_DATA to another folder.',
      { cause: error },
    );
  }
};

/**
 * Makes the data folder if needed and keeps it for this process: two servers on one folder would end each other's runs. The
 * lock is a write transaction on a small file of its own, so the operating system gives it up however the process ends.
 *
 * @param options.isRestore whether what it holds is about to be replaced
 * @returns gives the folder free
 * @throws DataFolderInUseError; OperatorError where only a part of a backup was put into it
 */
export const lockDataFolder = (folder: string, { isRestore = false } = {}): (() => void) => {
  makeFolder(folder);
  const lock = new SqliteConnection(path.join(folder, lockName), { timeout: 0 });
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('begin exclusive');
    makeDataPrivate(folder);
    if (!isRestore && existsSync(path.join(folder, unfinishedRestore)))
      throw new OperatorError(
        `Only a part of a backup was put into the data folder ${folder}. Restore it again, with --replace.`,
      );
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new DataFolderInUseError(
      `Another Millrace is running on the data folder ${folder}. Stop it first, or set MILLRACE_DATA to another folder.`,
    );
  }
  return () => lock.close();
};
