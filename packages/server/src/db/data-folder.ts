import { mkdirSync } from 'node:fs';
import path from 'node:path';
import SqliteConnection from 'better-sqlite3';

/** Another Millrace uses the data folder. */
export class DataFolderInUseError extends Error {
  override name = 'DataFolderInUseError';
}

/**
 * Makes the data folder if needed and keeps it for this process: two servers on one folder would end each other's runs. The
 * lock is a write transaction on a small file of its own, so the operating system gives it up however the process ends.
 *
 * @returns gives the folder free
 * @throws DataFolderInUseError
 */
export const lockDataFolder = (folder: string): (() => void) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new SqliteConnection(path.join(folder, 'in-use.lock'), { timeout: 0 });
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new DataFolderInUseError(
      `Another Millrace is running on the data folder ${folder}. Stop it first, or set MILLRACE_DATA to another folder.`,
    );
  }
  return () => lock.close();
};
