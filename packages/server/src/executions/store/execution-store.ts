import type { ExecutionMode } from '@millrace/contract';
import type { OpenDatabase } from '../../db/database.ts';
import { createExecutionReader, type ExecutionReader } from './execution-reader.ts';
import { isPassingFailure, isUncertainFailure } from './failures.ts';
import { createPostgresWriter } from './postgres-writer.ts';
import { createSqliteCommits } from './sqlite-commits.ts';
import { createSqliteWriter } from './sqlite-writer.ts';
import { createWriterThread } from './writer-thread.ts';
import type { ExecutionWrite, WriteResult } from './writes.ts';

/** Told of executions that wait for any process to claim them, when they are stored. */
export type OnQueued = (modes: readonly ExecutionMode[]) => void;

export interface ExecutionStore extends ExecutionReader {
  /**
   * Everything in one transaction, or nothing. Results come in the order of `writes`. What is written once more after a failure that
   * `isUncertain` counts once.
   */
  write(writes: readonly ExecutionWrite[]): Promise<WriteResult[]>;
  /** True for failures that go away by themselves: database locked, disk full, connection lost. */
  isPassing(error: unknown): boolean;
  /** True where it is not known whether what was written is stored. */
  isUncertain(error: unknown): boolean;
  close(): Promise<void>;
}

const createWriter = (
  { db, exclusively, writerFile }: OpenDatabase,
  onQueued: OnQueued,
): Pick<ExecutionStore, 'write' | 'close'> => {
  if (writerFile !== undefined && exclusively)
    return createSqliteCommits({ exclusively, thread: createWriterThread(writerFile) });
  const write = exclusively ? createSqliteWriter(exclusively) : createPostgresWriter(db, onQueued);
  return { write, close: async () => {} };
};

/**
 * The rows of executions, from their beginning to their end. One place for both databases: what moves a row is data (`moves.ts`), what a group of
 * writes does is one text (`write-group.ts`); only how statements are carried out differs.
 *
 * @param onQueued of PostgreSQL, where processes share a queue
 */
export const createExecutionStore = (database: OpenDatabase, onQueued: OnQueued = () => {}): ExecutionStore => ({
  ...createExecutionReader(database, onQueued),
  ...createWriter(database, onQueued),
  isPassing: isPassingFailure,
  isUncertain: isUncertainFailure,
});
