import type { OpenDatabase } from '../../db/database.ts';
import { createPostgresIds, createSqliteIds, type ExecutionIds } from './execution-ids.ts';
import { createExecutionReader, type ExecutionReader } from './execution-reader.ts';
import { isPassingFailure, isUncertainFailure } from './failures.ts';
import { createPostgresWriter } from './postgres-writer.ts';
import { createSqliteCommits } from './sqlite-commits.ts';
import { createSqliteWriter } from './sqlite-writer.ts';
import { createWriterThread } from './writer-thread.ts';
import type { ExecutionWriter } from './writes.ts';

export interface ExecutionStore extends ExecutionReader, ExecutionWriter, ExecutionIds {
  /** True for failures that go away by themselves: database locked, disk full, connection lost. */
  isPassing(error: unknown): boolean;
  /** True where it is not known whether what was written is stored. */
  isUncertain(error: unknown): boolean;
}

const createWriter = ({ db, exclusively, writerFile }: OpenDatabase): ExecutionWriter => {
  if (writerFile !== undefined && exclusively)
    return createSqliteCommits({ exclusively, thread: createWriterThread(writerFile) });
  const write = exclusively ? createSqliteWriter(exclusively) : createPostgresWriter(db);
  return { write, close: async () => {} };
};

/**
 * The rows of executions, from their beginning to their end. One place for both databases: what moves a row is data (`moves.ts`), what a group of
 * writes does is one text (`write-group.ts`); only how statements are carried out differs.
 */
export const createExecutionStore = (database: OpenDatabase): ExecutionStore => {
  const writer = createWriter(database);
  const ids = database.exclusively ? createSqliteIds(database.db) : createPostgresIds(database.db);
  return {
    ...createExecutionReader(database),
    ...writer,
    ...ids,
    async close() {
      await ids.close();
      await writer.close();
    },
    isPassing: isPassingFailure,
    isUncertain: isUncertainFailure,
  };
};
