import { copyFile, mkdir, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from './manifest.ts';

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';

const sizeOf = async (file: string): Promise<number | undefined> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

/** Writes a file to the disk. */
export const syncFile = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
};

/** Paths of all files below a folder, relative to it. What vanishes meanwhile is left out. @throws BackupError where one is a link */
const filesIn = async (folder: string, leaveOut: (name: string) => boolean, below = ''): Promise<string[]> => {
  const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error) && below !== '') return [];
    throw error;
  });
  const files: string[] = [];
  for (const entry of entries) {
    const place = path.join(below, entry.name);
    if (below === '' && leaveOut(entry.name)) continue;
    if (entry.isSymbolicLink())
      throw new BackupError(
        `${path.join(folder, place)} is a link, and a backup holds the files of one folder. Mount what it leads to in its place.`,
      );
    if (entry.isFile()) files.push(place);
    if (entry.isDirectory()) files.push(...(await filesIn(folder, leaveOut, place)));
  }
  return files;
};

/**
 * Copies what is not there yet, or in another size. What vanishes meanwhile was deleted, and needs no copy.
 *
 * @param leaveOut by the name of a file or folder directly in `from`
 */
export const copyFiles = async (from: string, to: string, leaveOut: (name: string) => boolean): Promise<void> => {
  for (const file of await filesIn(from, leaveOut)) {
    const target = path.join(to, file);
    const size = await sizeOf(path.join(from, file));
    if (size === undefined || size === (await sizeOf(target))) continue;
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    try {
      await copyFile(path.join(from, file), target);
      await syncFile(target);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
};

export const measureFiles = async (
  folder: string,
  leaveOut: (name: string) => boolean,
): Promise<{ count: number; bytes: number }> => {
  const files = await filesIn(folder, leaveOut);
  let bytes = 0;
  for (const file of files) bytes += (await stat(path.join(folder, file))).size;
  return { count: files.length, bytes };
};
