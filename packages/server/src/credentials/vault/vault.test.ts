import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { backUp } from '../../backup/backup.ts';
import { restore } from '../../backup/restore.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { openSqlite } from '../../db/sqlite.ts';
import { forEachDatabase, openTestSqlite, temporaryFolder } from '../../db/testing.ts';
import { createCredentialStore } from '../store/credential-store.ts';
import { createEncryptionKey } from './cipher.ts';
import { createKeySource, type KeySource, keyFileIn } from './key-source.ts';
import { rotateKey } from './rotate-key.ts';
import { openVault } from './vault.ts';

const canary = 'canary-secret';
const textOf = (letter: string) => letter.repeat(40);

const openStore = async (database: OpenDatabase, source: KeySource) =>
  createCredentialStore({ db: database.db, vault: await openVault(database, source) });

/** Of an instance without processes. */
const rotate = (database: OpenDatabase, source: KeySource) =>
  rotateKey(database, source, { countWithout: async () => 0, patience: 0 });

const insert = (store: Awaited<ReturnType<typeof openStore>>, value = canary) =>
  store.insert({ ownerId: 'ada', name: 'One', type: 'httpHeaderAuth', nodesAccess: null, data: { value }, now: 1 });

const open = async () => {
  const database = await openTestSqlite();
  const folder = await temporaryFolder();
  const source = createKeySource('', folder);
  return { database, folder, source, store: await openStore(database, source) };
};

test('the first start makes a key that only its owner can read, and later ones find it', async () => {
  const { database, folder, store } = await open();
  const id = await insert(store);
  expect((await stat(keyFileIn(folder))).mode & 0o777).toBe(0o600);
  const again = await openStore(database, createKeySource('', folder));
  expect((await again.find(id))?.data).toEqual({ value: canary });
  expect((await store.find(99))?.data).toBeUndefined();
});

test('a folder that cannot be made is said to be so', async () => {
  const database = await openTestSqlite();
  await expect(openVault(database, createKeySource('', '/proc/nope'))).rejects.toThrow(
    'Set MILLRACE_DATA to another folder.',
  );
});

describe('a start with another key is refused, and changes nothing', () => {
  const wrong: [string, (folder: string) => Promise<KeySource>][] = [
    ['in the settings', async (folder) => createKeySource(textOf('w'), folder)],
    [
      'in the file',
      async (folder) => writeFile(keyFileIn(folder), textOf('w')).then(() => createKeySource('', folder)),
    ],
    ['nowhere', async (folder) => rm(keyFileIn(folder)).then(() => createKeySource('', folder))],
    [
      'in a damaged file',
      async (folder) => writeFile(keyFileIn(folder), 'short').then(() => createKeySource('', folder)),
    ],
  ];
  test.each(wrong)('%s', async (_, change) => {
    const { database, folder, store } = await open();
    const id = await insert(store);
    const key = await readFile(keyFileIn(folder));
    const rows = await database.db.selectFrom('credentials').selectAll().execute();
    const source = await change(folder);
    await expect(openVault(database, source)).rejects.toMatchObject({ name: 'OperatorError' });
    expect(await database.db.selectFrom('credentials').selectAll().execute()).toEqual(rows);
    await writeFile(keyFileIn(folder), key);
    expect((await (await openStore(database, createKeySource('', folder))).find(id))?.data).toEqual({ value: canary });
  });

  test('also where nothing is stored yet', async () => {
    const { database } = await open();
    await expect(openVault(database, createKeySource(textOf('w'), '/nowhere'))).rejects.toThrow('holds another one');
  });
});

forEachDatabase('a rotation', (openDatabase) => {
  test('encrypts all anew while another process reads and writes, and nothing needs the old key', async () => {
    const database = await openDatabase();
    const folder = await temporaryFolder();
    const source = createKeySource('', folder);
    const store = await openStore(database, source);
    const ids = await Promise.all(Array.from({ length: 120 }, (_, index) => insert(store, `${canary} ${index}`)));
    const [before] = (await source.read())!;
    const writes = (async () => {
      for (const id of ids.slice(0, 20)) await store.change(id, null, { data: { value: `changed ${id}` }, now: 2 });
    })();
    const [{ wasUnfinished }] = await Promise.all([rotate(database, source), writes]);
    expect(wasUnfinished).toBe(false);
    const after = (await source.read())!;
    expect(after).toHaveLength(1);
    expect(after[0]).not.toBe(before);
    const added = await insert(store, 'after');
    const again = await openStore(database, createKeySource('', folder));
    for (const id of ids.slice(0, 20)) expect((await again.find(id))?.data).toEqual({ value: `changed ${id}` });
    expect((await again.find(ids[119]!))?.data).toEqual({ value: `${canary} 119` });
    expect((await again.find(added))?.data).toEqual({ value: 'after' });
    expect((await store.find(ids[119]!))?.data).toEqual({ value: `${canary} 119` });
  });
});

test('a rotation that was interrupted goes on when it is run again, and a start in between works', async () => {
  const { database, folder, source, store } = await open();
  const ids = [await insert(store), await insert(store, 'second')];
  let replaced = 0;
  const dying: KeySource = {
    ...source,
    replace: async (texts) => {
      replaced += 1;
      if (replaced === 2) throw new Error('killed');
      return source.replace(texts);
    },
  };
  await expect(rotate(database, dying)).rejects.toThrow('killed');
  expect((await source.read())!).toHaveLength(2);
  expect((await (await openStore(database, source)).find(ids[1]!))?.data).toEqual({ value: 'second' });
  expect(await rotate(database, source)).toEqual({ count: 0, wasUnfinished: true });
  expect((await source.read())!).toHaveLength(1);
  expect((await (await openStore(database, createKeySource('', folder))).find(ids[0]!))?.data).toEqual({
    value: canary,
  });
});

test('a key of the settings is rotated with both there, the new one first', async () => {
  const database = await openTestSqlite();
  const [old, made] = [textOf('o'), textOf('n')];
  const store = await openStore(database, createKeySource(old, '/nowhere'));
  const id = await insert(store);
  await expect(rotate(database, createKeySource(old, '/nowhere'))).rejects.toThrow('Nothing was changed');
  const both = createKeySource(`${made},${old}`, '/nowhere');
  // Processes that have both go on writing with the old one until it is rotated.
  const during = await openStore(database, both);
  const second = await insert(during, 'second');
  expect((await store.find(second))?.data).toEqual({ value: 'second' });
  expect((await rotate(database, both)).count).toBe(2);
  expect((await during.find(id))?.data).toEqual({ value: canary });
  const after = await openStore(database, createKeySource(made, '/nowhere'));
  expect((await after.find(second))?.data).toEqual({ value: 'second' });
});

test('what is encrypted belongs to its row, and is changed by nobody else', async () => {
  const key = createEncryptionKey(textOf('k'));
  const sealed = key.encrypt(canary, 'credential 1');
  expect(key.decrypt(sealed, 'credential 1')).toBe(canary);
  expect(sealed).not.toBe(key.encrypt(canary, 'credential 1'));
  expect(() => key.decrypt(sealed, 'credential 2')).toThrow();
  expect(() => key.decrypt(`${sealed.slice(0, -3)}AAA`, 'credential 1')).toThrow();
  expect(() => key.decrypt('v2.AAAA', 'credential 1')).toThrow();
});

test('a backup brings the key of its credentials, or says which it needs', async () => {
  const folder = await temporaryFolder();
  const database = await openSqlite(path.join(folder, 'millrace.sqlite'));
  const id = await insert(await openStore(database, createKeySource('', folder)));
  const target = path.join(await temporaryFolder(), 'backup');
  const manifest = await backUp({ dataFolder: folder, target });
  await database.close();
  expect(manifest.encryptionKey).toMatchObject({ isInside: true });
  const into = await temporaryFolder();
  await restore({ source: target, dataFolder: into, replace: false });
  const restored = await openSqlite(path.join(into, 'millrace.sqlite'));
  expect((await (await openStore(restored, createKeySource('', into))).find(id))?.data).toEqual({ value: canary });
  await restored.close();
  const other = path.join(await temporaryFolder(), 'other');
  await expect(backUp({ dataFolder: folder, target: other, encryptionKey: textOf('w') })).rejects.toThrow(
    'MILLRACE_ENCRYPTION_KEY',
  );
});
