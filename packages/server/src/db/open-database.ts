import type { Config } from '../config.ts';
import { databaseIn } from './data-folder.ts';
import type { OpenDatabase } from './database.ts';

/**
 * Opens the database of the settings, and migrates it. The driver of PostgreSQL is loaded only where it is used.
 *
 * @param onIdleError told of connections that were lost while nobody used them
 */
export const openDatabase = async (
  config: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  onIdleError?: (error: Error) => void,
): Promise<OpenDatabase> => {
  if (config.databaseUrl === '') {
    const { openSqlite } = await import('./sqlite.ts');
    return openSqlite(databaseIn(config.dataFolder));
  }
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(config.databaseUrl, { onIdleError });
};
