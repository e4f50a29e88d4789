import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { expect, test } from 'vitest';
import { DatabaseFileError } from './database-file.ts';
import { migrations } from './migrations/index.ts';
import { openSqlite } from './sqlite.ts';
import { temporaryFolder } from './testing.ts';

const temporaryFile = async (): Promise<string> => path.join(await temporaryFolder(), 'millrace.sqlite');

const contentsOf = async (file: string): Promise<Record<string, string>> => {
  const folder = path.dirname(file);
  const names = (await readdir(folder)).sort();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), 'base64')])),
  );
};

/** What a process that is killed leaves: the files of an open database. */
const leaveOpen = async (file: string, to: string): Promise<void> => {
  const { db, close } = await openSqlite(file);
  await db.insertInto('instance').values({ key: 'a', value: 'kept' }).execute();
  for (const end of ['', '-wal', '-shm']) await copyFile(file + end, to + end);
  await close();
};

const refused = async (file: string, reason: RegExp): Promise<void> => {
  const before = await contentsOf(file);
  await expect(openSqlite(file)).rejects.toThrow(DatabaseFileError);
  await expect(openSqlite(file)).rejects.toThrow(reason);
  expect(await contentsOf(file)).toEqual(before);
};

test('goes on from what a killed process left', async () => {
  const file = await temporaryFile();
  await leaveOpen(await temporaryFile(), file);
  const { db, close } = await openSqlite(file);
  expect(await db.selectFrom('instance').select('value').where('key', '=', 'a').execute()).toEqual([{ value: 'kept' }]);
  await close();
});

test('refuses the rest of a database whose main file is gone', async () => {
  const file = await temporaryFile();
  await leaveOpen(await temporaryFile(), file);
  await rm(file);
  await refused(file, /holds millrace\.sqlite-wal without millrace\.sqlite/);
});

test('refuses a main file of no bytes, beside which all the data may lie', async () => {
  const file = await temporaryFile();
  await leaveOpen(await temporaryFile(), file);
  await writeFile(file, '');
  await refused(file, /holds nothing/);
});

test('refuses a main file whose data was in a file that is gone', async () => {
  const file = await temporaryFile();
  // As it was made before: all tables were written beside it first.
  const connection = new SqliteConnection(file);
  connection.pragma('journal_mode = WAL');
  connection.close();
  await refused(file, /copied without millrace\.sqlite-wal/);
});

test('refuses the database of another program', async () => {
  const file = await temporaryFile();
  const connection = new SqliteConnection(file);
  connection.exec('create table notes (text)');
  connection.close();
  await refused(file, /database of another program/);
});

test('a new main file holds all tables from the first moment, however the start ends', async () => {
  const file = await temporaryFile();
  const failing = { number: 9999, name: 'failing', checksum: '', up: () => Promise.reject(new Error('no power')) };
  await expect(openSqlite(file, { migrations: [...migrations, failing] })).rejects.toThrow('no power');
  expect(await readdir(path.dirname(file))).not.toContain('millrace.sqlite');
  const { close } = await openSqlite(file);
  const alone = path.join(await temporaryFolder(), 'millrace.sqlite');
  await copyFile(file, alone);
  await close();
  await (await openSqlite(alone)).close();
  expect(await readdir(path.dirname(file))).toEqual(['millrace.sqlite']);
});
