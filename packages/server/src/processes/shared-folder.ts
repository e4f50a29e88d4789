import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

/** The folder for files of runs is another than that of the processes that run already. */
export class FolderNotSharedError extends Error {
  override name = 'FolderNotSharedError';
}

const key = 'binaryFolder';
const fileName = 'instance-folder-id';

const readId = async (file: string): Promise<string | undefined> => {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
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
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, fileName);
  const own = await readId(file);
  const row = await db.selectFrom('instance').select('value').where('key', '=', key).executeTakeFirst();
  if (own !== undefined && row?.value === own) return;

  const others = await db.selectFrom('processes').select('id').where('id', '<>', processId).limit(1).execute();
  if (row && others.length > 0)
    throw new FolderNotSharedError(
      `The folder ${folder} is not the one in which the other processes of this instance keep the files of runs. ` +
        'Let MILLRACE_DATA name the same folder on a shared volume everywhere, or keep files in a bucket (MILLRACE_BINARY_STORAGE=s3).',
    );
  const id = own ?? randomUUID();
  if (own === undefined) await writeFile(file, `${id}\n`, { mode: 0o600 });
  await db
    .insertInto('instance')
    .values({ key, value: id })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: id }))
    .execute();
};
