import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { OperatorError } from '../platform/operator-error.ts';

/** The file of the database is not whole, or not ours. Nothing was changed. */
export class DatabaseFileError extends OperatorError {
  override name = 'DatabaseFileError';
}

const sizeOf = async (file: string): Promise<number | undefined> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
};

const hasTable = (file: string, name?: string): boolean => {
  // One that may only read leaves files of its own beside it.
  const connection = new SqliteConnection(file, { fileMustExist: true });
  try {
    const where = name === undefined ? '' : `and name = '${name}'`;
    return connection.prepare(`select 1 from sqlite_schema where type = 'table' ${where}`).get() !== undefined;
  } finally {
    connection.close();
  }
};

const advice = 'Put back all of its files together, or restore a backup.';

/**
 * SQLite keeps what was written last in a file beside the database, ending in `-wal`, and where one of the two is lost it begins with what is
 * left: an empty instance perhaps. So an existing file must hold an instance, and one that is to be made must have no such rest.
 *
 * @returns whether the file is there
 * @throws DatabaseFileError
 */
export const checkDatabaseFile = async (file: string): Promise<boolean> => {
  const size = await sizeOf(file);
  const name = path.basename(file);
  if (size === undefined) {
    if ((await sizeOf(`${file}-wal`)) === undefined) return false;
    throw new DatabaseFileError(
      `${path.dirname(file)} holds ${name}-wal without ${name}: the database lost its main file. ${advice} Nothing was changed.`,
    );
  }
  // SQLite deletes what stands beside a file of no bytes as soon as it opens it.
  if (size === 0 || !hasTable(file))
    throw new DatabaseFileError(
      `${file} holds nothing: it was emptied, or copied without ${name}-wal, in which its data was. ${advice} ` +
        'If it never held anything, delete it. Nothing was changed.',
    );
  if (!hasTable(file, 'schema_migrations'))
    throw new DatabaseFileError(
      `${file} is the database of another program. Set MILLRACE_DATA to another folder. Nothing was changed.`,
    );
  return true;
};

/** Writes what a folder holds to the disk: which files there are in it. */
export const syncFolder = async (folder: string): Promise<void> => {
  // Windows opens no folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
};

/**
 * Makes a database under another name until it is whole, so that there never is one that holds nothing yet.
 *
 * @param fill puts everything into it that a database must have, and closes it
 */
export const createDatabaseFile = async (file: string, fill: (unfinished: string) => Promise<void>): Promise<void> => {
  const unfinished = `${file}-unfinished`;
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(unfinished + end, { force: true });
  // SQLite gives the files beside it the same rights.
  await writeFile(unfinished, '', { mode: 0o600, flag: 'wx' });
  await fill(unfinished);
  await rename(unfinished, file);
  await syncFolder(path.dirname(file));
};
