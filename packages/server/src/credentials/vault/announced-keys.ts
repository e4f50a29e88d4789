import { type Kysely, type SqlBool, sql } from 'kysely';
import { DataFolderInUseError, lockDataFolder } from '../../db/data-folder.ts';
import type { OpenDatabase } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { Log } from '../../platform/log.ts';
import { livingProcesses } from '../../processes/living.ts';
import { lease } from '../../processes/registry.ts';
import type { KeySource } from './key-source.ts';
import { keysOf } from './vault.ts';

/**
 * Each process says which keys it can read with, in a row of the table `instance`, so that a rotation changes nothing while one runs that lacks the
 * new key: it could read no credential any more.
 */
const prefix = 'announcedKeys:';

const announced = (db: Kysely<Database>) => db.selectFrom('instance').where('key', 'like', `${prefix}%`);

/** Forgets what processes have said that are gone. */
const forgetGone = async ({ db, dialect }: OpenDatabase): Promise<void> => {
  const rows = db.deleteFrom('instance').where('key', 'like', `${prefix}%`);
  if (dialect === 'sqlite') await rows.execute();
  else await rows.where(sql<SqlBool>`key not in (select ${prefix}::text || id from processes)`).execute();
};

const idsIn = async (source: KeySource): Promise<string> => [...keysOf((await source.read()) ?? []).keys()].join(',');

/**
 * Announces the keys of this process, and those that come into the file later.
 *
 * @returns ends it
 */
export const announceKeys = async (options: {
  database: OpenDatabase;
  source: KeySource;
  processId: string;
  log: Pick<Log, 'warn'>;
}): Promise<() => Promise<void>> => {
  const { database, source, processId, log } = options;
  const { db } = database;
  const key = prefix + processId;
  let said: string | undefined;
  const announce = async (): Promise<void> => {
    const value = await idsIn(source);
    if (value === said) return;
    await db
      .insertInto('instance')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute();
    said = value;
  };
  await forgetGone(database);
  await announce();
  // What is in the settings stays as it is.
  const timer = source.isFile
    ? setInterval(() => {
        announce().catch((error: unknown) => log.warn({ err: error }, 'The key of the credentials could not be read'));
      }, lease.heartbeat).unref()
    : undefined;
  return async () => {
    clearInterval(timer);
    await db.deleteFrom('instance').where('key', '=', key).execute();
  };
};

/** Whether a process runs on the data folder of this SQLite database. */
const isInUse = (dataFolder: string): boolean => {
  try {
    lockDataFolder(dataFolder)();
    return false;
  } catch (error) {
    if (error instanceof DataFolderInUseError) return true;
    throw error;
  }
};

/** How many processes of the instance run that have not announced this key. */
export const countWithout = async (
  { db, dialect }: OpenDatabase,
  dataFolder: string,
  keyId: string,
): Promise<number> => {
  const rows = await announced(db).select(['key', 'value']).execute();
  const having = rows
    .filter(({ value }) => value.split(',').includes(keyId))
    .map(({ key }) => key.slice(prefix.length));
  if (dialect === 'sqlite') return having.length === 0 && isInUse(dataFolder) ? 1 : 0;
  return (await livingProcesses(db)).filter((id) => !having.includes(id)).length;
};
