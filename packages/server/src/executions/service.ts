import type { ExecutionFilter, ExecutionSummary } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { AppError, badRequest, notFound } from '../platform/errors.ts';
import type { JsonText } from '../platform/json-text.ts';
import type { Runs } from '../runs/types.ts';
import { type User, visibleTo } from '../users/access.ts';
import { toExecutionText } from './execution-data.ts';
import { deleteExecutions, findDeletable, findExecution, findSummary, listCurrent, listPast } from './store.ts';

export interface Executions {
  list(
    user: User,
    page: { filter?: ExecutionFilter; limit: number; lastId?: string; firstId?: string },
  ): Promise<{ count: number; results: ExecutionSummary[] }>;
  listCurrent(user: User, filter?: { workflowId?: string }): Promise<ExecutionSummary[]>;
  /** JSON of an Execution. */
  get(user: User, id: string, flatted: boolean): Promise<JsonText | undefined>;
  exists(user: User, id: string): Promise<boolean>;
  /** Deletes by id, or everything that matches and started before; never what is under way. */
  remove(user: User, what: { ids?: string[]; deleteBefore?: string; filters?: ExecutionFilter }): Promise<void>;
  /** @throws AppError executionNotFound, executionNotRunning */
  stop(user: User, id: string): Promise<ExecutionSummary>;
}

export const createExecutions = (options: {
  db: Kysely<Database>;
  runs: Pick<Runs, 'stop'>;
  /** Deletes the binary data of an execution. */
  removeBinaryData: (executionId: string) => Promise<void>;
}): Executions => {
  const { db, runs, removeBinaryData } = options;
  return {
    list: (user, { filter = {}, ...page }) => listPast(db, visibleTo(user), { filter, ...page }),

    listCurrent: (user, filter = {}) => listCurrent(db, visibleTo(user), filter),

    async get(user, id, flatted) {
      const stored = await findExecution(db, visibleTo(user), Number(id));
      return stored && toExecutionText(stored, flatted);
    },

    exists: async (user, id) => (await findSummary(db, visibleTo(user), Number(id))) !== undefined,

    async remove(user, { ids, deleteBefore, filters = {} }) {
      if (!ids && deleteBefore === undefined) throw badRequest('Say which executions to delete: ids or deleteBefore.');
      const startedBefore = deleteBefore === undefined ? undefined : Date.parse(deleteBefore);
      const found = await findDeletable(db, visibleTo(user), { ids, startedBefore, filter: filters });
      await deleteExecutions(db, found);
      for (const id of found) await removeBinaryData(String(id));
    },

    async stop(user, id) {
      const before = await findSummary(db, visibleTo(user), Number(id));
      if (!before) throw notFound('execution', id);
      if (!(await runs.stop(Number(id))))
        throw new AppError('executionNotRunning', `Execution ${id} has already ended.`);
      // A run by hand that is not kept may be gone by now.
      const after = await findSummary(db, visibleTo(user), Number(id));
      return after ?? { ...before, status: 'canceled' };
    },
  };
};
