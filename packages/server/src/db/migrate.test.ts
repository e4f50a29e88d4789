import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { OpenDatabase } from './database.ts';
import { type Migration, migrate, SchemaError } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openSqlite } from './sqlite.ts';
import { readTargetSchema } from './target-schema.ts';
import { forEachDatabase, openTestPostgres } from './testing.ts';

const newest = migrations.at(-1)?.number ?? 0;

const migrateToNewest = async (db: OpenDatabase['db'], dialect: OpenDatabase['dialect']): Promise<number[]> =>
  migrate(db, dialect, await readTargetSchema(dialect));

const next: Migration = {
  number: newest + 1,
  name: 'next',
  checksum: 'next',
  up: async (db) => {
    await db.schema.createTable('later').addColumn('id', 'integer').execute();
  },
};

const temporaryFile = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, 'millrace.sqlite');
};

test('migrations are in order, and those that have landed are as they were', async () => {
  const numbers = migrations.map(({ number }) => number);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  for (const { number, name, checksum } of migrations) {
    const file = `${String(number).padStart(4, '0')}-${name}.ts`;
    const source = await readFile(new URL(`./migrations/${file}`, import.meta.url));
    const actual = createHash('sha256').update(source).digest('hex');
    expect(actual, `${file} was changed: a database that has it will be refused. Write a new migration.`).toBe(
      checksum,
    );
  }
});

const openEmpty = async (dialect: 'sqlite' | 'postgres'): Promise<Kysely<unknown>> => {
  if (dialect === 'sqlite') {
    const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new SqliteConnection(':memory:') }) });
    onTestFinished(() => db.destroy());
    return db;
  }
  const { db } = await openTestPostgres();
  await sql`drop schema public cascade`.execute(db);
  await sql`create schema public`.execute(db);
  return db as unknown as Kysely<unknown>;
};

forEachDatabase('migrate', (open, dialect) => {
  test('applies each migration once', async () => {
    const { db } = await open();
    expect(await migrateToNewest(db, dialect)).toEqual([]);
    expect(await migrate(db, dialect, { migrations: [...migrations, next] })).toEqual([newest + 1]);
    expect(await migrate(db, dialect, { migrations: [...migrations, next] })).toEqual([]);
  });

  test('leaves the database as it was when a migration fails', async () => {
    const { db } = await open();
    const broken: Migration = {
      number: newest + 2,
      name: 'broken',
      checksum: 'broken',
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
    await expect(migrateToNewest(db, dialect)).rejects.toThrow(SchemaError);
    await expect(migrateToNewest(db, dialect)).rejects.toThrow(/newer version/);
  });

  test('refuses a database to which another form of a migration was applied', async () => {
    const { db } = await open();
    const others = migrations.map((migration) =>
      migration.number === 3 ? { ...migration, checksum: 'other' } : migration,
    );
    await expect(migrate(db, dialect, { migrations: others })).rejects.toThrow(
      /changed version of Millrace: its migration 3 \(processes\)/,
    );
  });

  test('applies a migration whose number is lower than one that the database has', async () => {
    const { db } = await open();
    const later = { ...next, number: newest + 2, name: 'later', checksum: 'later', up: async () => {} };
    await migrate(db, dialect, { migrations: [...migrations, later] });
    expect(await migrate(db, dialect, { migrations: [...migrations, next, later] })).toEqual([newest + 1]);
  });

  test('refuses a database whose tables something else has changed, and says in what', async () => {
    const { db } = await open();
    const changes = {
      'alter table executions drop column elapsed': 'the column executions.elapsed is missing',
      'alter table workflows add column note text': 'the column workflows.note is unknown',
      'drop table used_idempotency_keys': 'the table used_idempotency_keys is missing',
      'drop index executions_waiting': 'executions has no index executions_waiting (wait_till) partial',
      'create unique index once on workflows (name)': 'workflows has an unknown unique index once (name)',
    };
    for (const [statement, difference] of Object.entries(changes)) {
      await sql.raw(statement).execute(db);
      await expect(migrateToNewest(db, dialect)).rejects.toThrow(difference);
    }
    await expect(migrateToNewest(db, dialect)).rejects.toThrow(SchemaError);
  });

  test('lets whoever operates the database add tables, and indexes that only make reading faster', async () => {
    const { db } = await open();
    await sql`create table reports (id integer)`.execute(db);
    await sql`create index workflows_by_name on workflows (name)`.execute(db);
    expect(await migrateToNewest(db, dialect)).toEqual([]);
  });

  test('gives a database from before checksums its checksums, and what the early form of a migration lacked', async () => {
    const db = await openEmpty(dialect);
    await migrate(db, dialect, { migrations: migrations.filter(({ number }) => number <= 6) });
    await sql`alter table schema_migrations drop column checksum`.execute(db);
    await sql`alter table executions drop column elapsed`.execute(db);
    const later = migrations.filter(({ number }) => number > 6).map(({ number }) => number);
    expect(await migrateToNewest(db, dialect)).toEqual(later);
    const { rows } = await sql<{ checksum: string }>`select checksum from schema_migrations order by number`.execute(
      db,
    );
    expect(rows.map(({ checksum }) => checksum)).toEqual(migrations.map(({ checksum }) => checksum));
  });

  test('schedules of workflows that name no zone go by that of the instance from then on', async () => {
    const db = (await openEmpty(dialect)) as unknown as OpenDatabase['db'];
    await migrate(db, dialect, { migrations: migrations.filter(({ number }) => number <= 11) });
    const times = { created_at: 1, updated_at: 1 };
    await db
      .insertInto('users')
      .values({ id: 'u', role: 'owner', ...times })
      .execute();
    const zones = ['Europe/Berlin', '', 'DEFAULT', undefined];
    for (const [index, timezone] of zones.entries()) {
      const graph = JSON.stringify({ nodes: [], connections: {}, ...(index < 3 && { settings: { timezone } }) });
      const workflow = { id: index + 1, owner_id: 'u', name: 'W', active: 1 as const, graph, ...times };
      await db.insertInto('workflows').values(workflow).execute();
      const schedule = { workflow_id: workflow.id, node: 'S', position: 0, spec: '{}' };
      await db
        .insertInto('schedules')
        .values({ ...schedule, timezone: timezone || 'America/New_York' })
        .execute();
    }
    await migrateToNewest(db, dialect);
    const rows = await db.selectFrom('schedules').select('timezone').orderBy('workflow_id').execute();
    expect(rows.map(({ timezone }) => timezone)).toEqual(['Europe/Berlin', 'DEFAULT', 'DEFAULT', 'DEFAULT']);
  });

  test('says which migration does not fit the tables, and changes nothing', async () => {
    const { db } = await open();
    const impossible: Migration = {
      ...next,
      up: async (transaction) => {
        await sql`create table half (id integer)`.execute(transaction);
        await sql`create index by_missing on workflows (missing)`.execute(transaction);
      },
    };
    const attempt = migrate(db, dialect, { migrations: [...migrations, impossible] });
    await expect(attempt).rejects.toThrow(new RegExp(`its migration ${newest + 1} \\(next\\)`));
    expect((await db.introspection.getTables()).map(({ name }) => name)).not.toContain('half');
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
