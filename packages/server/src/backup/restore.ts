import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { databaseIn, lockDataFolder, unfinishedRestore } from '../db/data-folder.ts';
import { createDatabaseFile, syncFolder } from '../db/database-file.ts';
import { migrations } from '../db/migrations/index.ts';
import { checkCopy, isNotCopied } from './backup.ts';
import { copyFiles, measureFiles, syncFile } from './files.ts';
import { BackupError, type Manifest, readManifest, sha256Of } from './manifest.ts';

/** @throws BackupError where it is not as it was made */
const checkBackup = async (source: string): Promise<Manifest> => {
  const manifest = await readManifest(source);
  const database = databaseIn(source);
  const { size } = await stat(database).catch(() => ({ size: -1 }));
  if (size !== manifest.database.bytes || (await sha256Of(database)) !== manifest.database.sha256)
    throw new BackupError(`${database} is not as it was when the backup was made.`);
  const { count, bytes } = await measureFiles(source, isNotCopied);
  if (count !== manifest.files.count || bytes !== manifest.files.bytes)
    throw new BackupError(
      `${source} holds ${count} files of ${bytes} bytes beside the database, and held ${manifest.files.count} of ${manifest.files.bytes}.`,
    );
  const newest = migrations.at(-1)?.number ?? 0;
  if (manifest.schema > newest)
    throw new BackupError(`${source} was made by a newer version of Millrace. Restore it with that version.`);
  return manifest;
};

/** @throws BackupError where something would have to be replaced, and must not be */
const namesToReplace = async (dataFolder: string, replace: boolean): Promise<string[]> => {
  const isKept = (name: string) => ['in-use.lock', unfinishedRestore].includes(name) || name.startsWith('replaced-');
  const names = (await readdir(dataFolder)).filter((name) => !isKept(name));
  if (names.length === 0 || replace) return names;
  throw new BackupError(
    `${dataFolder} is not empty. With --replace, what it holds is moved to a folder in it, and the backup takes its place.`,
  );
};

/** @returns a folder of its own, where they are now; undefined where there are none */
const moveAway = async (dataFolder: string, names: readonly string[]): Promise<string | undefined> => {
  if (names.length === 0) return undefined;
  const away = path.join(dataFolder, `replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`);
  await mkdir(away, { mode: 0o700 });
  for (const name of names) await rename(path.join(dataFolder, name), path.join(away, name));
  return away;
};

/**
 * Puts a backup into a data folder on which no Millrace runs.
 *
 * @param replace whether what the folder holds is moved away
 * @returns the backup, and where what was there is now
 * @throws BackupError, DataFolderInUseError
 */
export const restore = async (options: {
  source: string;
  dataFolder: string;
  replace: boolean;
}): Promise<{ manifest: Manifest; replaced: string | undefined }> => {
  const { source, dataFolder, replace } = options;
  const manifest = await checkBackup(source);
  const release = lockDataFolder(dataFolder, { isRestore: true });
  try {
    const names = await namesToReplace(dataFolder, replace);
    // Until it is gone again, no Millrace starts on the folder.
    const mark = path.join(dataFolder, unfinishedRestore);
    await writeFile(mark, '', { mode: 0o600 });
    await syncFolder(dataFolder);
    const replaced = await moveAway(dataFolder, names);
    await copyFiles(source, dataFolder, isNotCopied);
    await createDatabaseFile(databaseIn(dataFolder), async (unfinished) => {
      await copyFile(databaseIn(source), unfinished);
      checkCopy(unfinished);
      await syncFile(unfinished);
    });
    await rm(mark);
    await syncFolder(dataFolder);
    return { manifest, replaced };
  } finally {
    release();
  }
};
