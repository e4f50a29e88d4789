import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** The folder for files of runs is another than that of the processes that run already. */
export class FolderNotSharedError extends OperatorError {
  override name = 'FolderNotSharedError';
}

const key = 'binaryFolder';
const fileName = 'instance-folder-id';

/** Looks for what another process is just writing, and milliseconds between two of them. */
const looks = { count: 50, pause: 20 } as const;

const isCode = (error: unknown, code: string): boolean => (error as { code?: unknown }).code === code;

/** Undefined also for a file that is there but empty as yet. */
const readId = async (file: string): Promise<string | undefined> => {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
};

/** The id in the file; of processes that start at the same time in a new folder, one makes it. */
const ensureId = async (file: string): Promise<string> => {
  const made = randomUUID();
  for (let look = 0; look < looks.count; look++) {
    const id = await readId(file);
    if (id !== undefined) return id;
    try {
      await writeFile(file, `${made}\n`, { mode: 0o600, flag: 'wx' });
      return made;
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error;
    }
    await pause(looks.pause);
  }
  // Whoever was to write it has ended before.
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  return made;
};

/**
 * Processes of one instance read each other's files, so they need one folder. It holds an id that the database knows as well: a folder with
 * another id, or none, belongs to no process that runs already. The first process of an instance says which folder it is.
 *
 * @param folder of binary data
 * @throws FolderNotSharedError
 */
export const checkSharedFolder = async (options: {
  db: Kysely<Database>;
  folder: string;
  processId: string;
}): Promise<void> => {
  const { db, folder, processId } = options;
  makeFolder(folder);
  const id = await ensureId(path.join(folder, fileName));
  await db
    .insertInto('instance')
    .values({ key, value: id })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirstOrThrow();
  if (row.value === id) return;

  const others = await db.selectFrom('processes').select('id').where('id', '<>', processId).limit(1).execute();
  if (others.length > 0)
    throw new FolderNotSharedError(
      `The folder ${folder} is not the one in which the other processes of this instance keep the files of runs. ` +
        'Let MILLRACE_DATA name the same folder on a shared volume everywhere, or keep files in a bucket (MILLRACE_BINARY_STORAGE=s3).',
    );
  await db.updateTable('instance').set({ value: id }).where('key', '=', key).execute();
};
