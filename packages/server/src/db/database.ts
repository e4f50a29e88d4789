import type { Kysely } from 'kysely';
import type { LongReads } from './long-reads.ts';
import type { Database } from './schema.ts';

/** An open database of either kind, on the newest schema. */
export interface OpenDatabase {
  dialect: 'sqlite' | 'postgres';
  db: Kysely<Database>;
  longReads: LongReads;
  /**
   * SQLite only: runs `work` on the raw connection while no other statement or transaction is under way on it. For hot
   * paths with statements prepared once; `work` is synchronous, so it cannot hold others up by waiting.
   */
  exclusively?: <R>(work: (connection: import('better-sqlite3').Database) => R) => Promise<R>;
  /** SQLite only: the file, where a thread with a connection of its own may write as well. */
  writerFile?: string;
  close(): Promise<void>;
}
