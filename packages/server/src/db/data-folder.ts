import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { OperatorError } from '../platform/operator-error.ts';

/** Another Millrace uses the data folder. */
export class DataFolderInUseError extends OperatorError {
  override name = 'DataFolderInUseError';
}

const lockName = 'in-use.lock';

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
 * @returns gives the folder free
 * @throws DataFolderInUseError
 */
export const lockDataFolder = (folder: string): (() => void) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new SqliteConnection(path.join(folder, lockName), { timeout: 0 });
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('begin exclusive');
    makeDataPrivate(folder);
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new DataFolderInUseError(
      `Another Millrace is running on the data folder ${folder}. Stop it first, or set MILLRACE_DATA to another folder.`,
    );
  }
  return () => lock.close();
};
