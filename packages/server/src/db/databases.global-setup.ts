import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrations } from './migrations/index.ts';
import { openPostgres } from './postgres.ts';
import { startPostgresServer } from './postgres-server.testing.ts';
import { openSqlite } from './sqlite.ts';

/**
 * One real PostgreSQL for a whole test run, and a migrated database of either kind, of which each test takes copies (see `testing.ts`): a copy
 * takes a fraction of the time of all migrations.
 */
declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server without a database name, ending in `/`. */
    postgresUrl: string;
    /** An SQLite file to copy. */
    sqliteTemplate: string;
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-template-'));
  const server = await startPostgresServer();
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // Without a look whether the schema is the expected one, which a test of its own writes anew.
    await server.createDatabase('template_millrace');
    await (await openPostgres(`${server.url}template_millrace`, { migrations })).close();
    const file = path.join(folder, 'millrace.sqlite');
    await (await openSqlite(file, { migrations })).close();
    project.provide('postgresUrl', server.url);
    project.provide('sqliteTemplate', file);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
};
