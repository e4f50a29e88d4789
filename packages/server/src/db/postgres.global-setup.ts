import type { TestProject } from 'vitest/node';
import { migrations } from './migrations/index.ts';
import { openPostgres } from './postgres.ts';
import { startPostgresServer } from './postgres-server.testing.ts';

/**
 * One real PostgreSQL for a whole test run. It has one migrated template database, of which each test takes copies (see
 * `testing.ts`): a copy takes a fraction of a second.
 */
declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server without a database name, ending in `/`. */
    postgresUrl: string;
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const server = await startPostgresServer();
  try {
    await server.createDatabase('template_millrace');
    await (await openPostgres(`${server.url}template_millrace`, { migrations })).close();
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('postgresUrl', server.url);
  return server.stop;
};
