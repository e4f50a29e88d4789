import type { CompiledQuery } from 'kysely';

/**
 * Reads whose time depends on what people ask for, such as a text that is looked for in all rows. They keep nothing else of the server waiting:
 * SQLite makes them in a thread, and PostgreSQL ends those that take too long.
 */
export interface LongReads {
  /** @returns the rows. @throws ReadTooLongError */
  read<T>(query: CompiledQuery<T>): Promise<T[]>;
}

export class ReadTooLongError extends Error {
  override name = 'ReadTooLongError';
}

/** Milliseconds that a read may take. */
export const longestRead = 20_000;
