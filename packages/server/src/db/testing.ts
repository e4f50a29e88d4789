import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describe, inject, onTestFinished } from 'vitest';
import type { OpenDatabase } from './database.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Opens a fresh, migrated, empty database for the running test, which is closed and removed when the test ends. */
export type OpenTestDatabase = () => Promise<OpenDatabase>;

const onServer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: `${inject('postgresUrl')}postgres` });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Removed when the running test ends, after what was opened in it later. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

export const openTestSqlite: OpenTestDatabase = async () => {
  const file = path.join(await temporaryFolder(), 'millrace.sqlite');
  await copyFile(inject('sqliteTemplate'), file);
  const database = await openSqlite(file, { writerThread: false, busyTimeout: 300 });
  onTestFinished(() => database.close());
  return database;
};

/** Address of a fresh, migrated, empty database on the real PostgreSQL, which is dropped when the test ends. */
export const createTestPostgres = async (): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template template_millrace`);
  onTestFinished(() => onServer(`drop database ${name} with (force)`));
  return inject('postgresUrl') + name;
};

export const openTestPostgres: OpenTestDatabase = async () => {
  const database = await openPostgres(await createTestPostgres(), { maxConnections: 4 });
  onTestFinished(() => database.close());
  return database;
};

/** Runs the same tests on SQLite (a temporary file) and on a real PostgreSQL. */
export const forEachDatabase = (
  name: string,
  tests: (open: OpenTestDatabase, dialect: OpenDatabase['dialect']) => void,
): void => {
  describe(`${name} on SQLite`, () => tests(openTestSqlite, 'sqlite'));
  describe(`${name} on PostgreSQL`, () => tests(openTestPostgres, 'postgres'));
};
