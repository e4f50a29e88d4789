import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Migration, migrate, NewerDatabaseError } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openSqlite } from './sqlite.ts';
import { forEachDatabase } from './testing.ts';

const newest = migrations.length;

const next: Migration = {
  number: newest + 1,
  name: 'next',
  up: async (db) => {
    await db.schema.createTable('later').addColumn('id', 'integer').execute();
  },
};

const temporaryFile = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, 'millrace.sqlite');
};

test('migrations are numbered without gaps', () => {
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
});

forEachDatabase('migrate', (open, dialect) => {
  test('applies each migration once', async () => {
    const { db } = await open();
    expect(await migrate(db, dialect)).toEqual([]);
    expect(await migrate(db, dialect, { migrations: [...migrations, next] })).toEqual([newest + 1]);
    expect(await migrate(db, dialect, { migrations: [...migrations, next] })).toEqual([]);
  });

  test('leaves the database as it was when a migration fails', async () => {
    const { db } = await open();
    const broken: Migration = {
      number: newest + 2,
      name: 'broken',
      up: () => Promise.reject(new Error('broken migration')),
    };
    await expect(migrate(db, dialect, { migrations: [...migrations, next, broken] })).rejects.toThrow('broken');
    const tables = (await db.introspection.getTables()).map((table) => table.name);
    expect(tables).toContain('workflows');
    expect(tables).not.toContain('later');
    expect(await migrate(db, dialect, { migrations: [...migrations, next] })).toEqual([newest + 1]);
  });

  test('refuses a database of a newer program and changes nothing', async () => {
    const { db } = await open();
    await migrate(db, dialect, { migrations: [...migrations, next] });
    await expect(migrate(db, dialect)).rejects.toThrow(NewerDatabaseError);
    await expect(migrate(db, dialect)).rejects.toThrow(/newer version/);
  });
});

test('an existing SQLite file is copied before it is changed', async () => {
  const file = await temporaryFile();
  const first = await openSqlite(file);
  await first.db.insertInto('instance').values({ key: 'a', value: 'kept' }).execute();
  await first.close();
  const upgraded = await openSqlite(file, { migrations: [...migrations, next] });
  await upgraded.close();
  expect(await readdir(path.dirname(file))).toContain(`millrace.sqlite.before-migration-${newest}`);
  const copy = await openSqlite(`${file}.before-migration-${newest}`);
  expect(await copy.db.selectFrom('instance').selectAll().execute()).toEqual([{ key: 'a', value: 'kept' }]);
  await copy.close();
});

test('a new SQLite file leaves no copy', async () => {
  const file = await temporaryFile();
  await (await openSqlite(file)).close();
  expect(await readdir(path.dirname(file))).toEqual(['millrace.sqlite']);
});
