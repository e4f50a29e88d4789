import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DataFolderInUseError, databaseIn, lockDataFolder } from './data-folder.ts';
import { openSqlite } from './sqlite.ts';
import { temporaryFolder } from './testing.ts';

const modeOf = async (target: string): Promise<string> => ((await stat(target)).mode & 0o777).toString(8);

const modesIn = async (folder: string): Promise<Record<string, string>> => {
  const names = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await modeOf(path.join(folder, name))])),
  );
};

test('a data folder belongs to one server at a time', async () => {
  const folder = path.join(await temporaryFolder(), 'data');
  const release = lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(DataFolderInUseError);
  expect(() => lockDataFolder(folder)).toThrow(folder);
  release();
  lockDataFolder(folder)();
});

test('a data folder that cannot be made is said to be so', async () => {
  const file = path.join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  for (const folder of ['/proc/nope/data', path.join(file, 'data')])
    expect(() => lockDataFolder(folder)).toThrow('Set MILLRACE_DATA to another folder.');
});

test('a data folder and all files of its database belong to their owner alone', async () => {
  const folder = path.join(await temporaryFolder(), 'data');
  const release = lockDataFolder(folder);
  const { db, close } = await openSqlite(databaseIn(folder));
  await db.insertInto('instance').values({ key: 'a', value: 'b' }).execute();
  expect(await modeOf(folder)).toBe('700');
  expect(await modesIn(folder)).toEqual({
    'in-use.lock': '600',
    'millrace.sqlite': '600',
    'millrace.sqlite-shm': '600',
    'millrace.sqlite-wal': '600',
  });
  await close();
  release();
});

test('an existing data folder that others may read is put right', async () => {
  const folder = path.join(await temporaryFolder(), 'data');
  await mkdir(folder);
  await chmod(folder, 0o755);
  for (const end of ['', '-wal', '-shm', '.before-migration-6']) {
    await writeFile(databaseIn(folder) + end, '');
    await chmod(databaseIn(folder) + end, 0o644);
  }
  lockDataFolder(folder)();
  expect(await modeOf(folder)).toBe('700');
  expect(new Set(Object.values(await modesIn(folder)))).toEqual(new Set(['600']));
});
