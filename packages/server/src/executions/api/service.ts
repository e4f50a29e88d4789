import type { ExecutionFilter, ExecutionSummary } from '@millrace/contract';
import type { Kysely } from 'kysely';
import { fileOwnersUsedBy, withUnusedFiles } from '../../db/file-uses.ts';
import type { Database } from '../../db/schema.ts';
import { AppError, badRequest, notFound } from '../../platform/errors.ts';
import type { JsonStream, JsonText } from '../../platform/json-text.ts';
import { type User, type Visible, visibleTo } from '../../users/access.ts';
import { createPace, type Pace } from '../maintenance/pruning/pace.ts';
import type { Dispatcher, ResumeUrls } from '../types.ts';
import { toExecutionStream, toFlattedText } from './execution-text.ts';
import { type ItemRange, readItemPage } from './item-pages.ts';
import type { OutputPlace } from './node-run-store.ts';
import { readOutline } from './outline.ts';
import {
  type Deletion,
  deleteExecutions,
  findDeletable,
  findExecution,
  findSummary,
  findWaiting,
  listCurrent,
  listPast,
  seesFilesOf,
} from './store.ts';

export interface Executions {
  list(
    user: User,
    page: { filter?: ExecutionFilter; limit: number; lastId?: string; firstId?: string },
  ): Promise<{ count: number; results: ExecutionSummary[] }>;
  listCurrent(user: User, filter?: { workflowId?: string }): Promise<ExecutionSummary[]>;
  /** JSON of an Execution. @throws AppError executionDataTooLarge */
  get(user: User, id: string, flatted: boolean): Promise<JsonText | JsonStream | undefined>;
  /** JSON of an ExecutionOutline with the node runs from a position on. @throws AppError executionNotFound */
  outline(user: User, id: string, from: number): Promise<JsonText>;
  /** JSON of an ItemPage. @throws AppError executionNotFound, executionDataTooLarge */
  items(user: User, id: string, place: Omit<OutputPlace, 'executionId'>, range: ItemRange): Promise<JsonText>;
  /** Whether they may have files of the execution: it is theirs, or one of theirs refers to its files. */
  sharesFiles(user: User, id: string): Promise<boolean>;
  /** Deletes by id, or everything that matches and started before; never what is under way. In small steps, however much it is; what waits is stopped first. */
  remove(
    user: Pick<User, 'id' | 'role'>,
    what: { ids?: string[]; deleteBefore?: string; filters?: ExecutionFilter },
  ): Promise<void>;
  /**
   * Runs a failed one again from where it failed, with the workflow as it was or as it is stored now.
   *
   * @returns when the new execution has ended or waits: false if it failed
   * @throws AppError executionNotFound, executionNotRetryable
   */
  retry(user: User, id: string, current: boolean): Promise<boolean>;
  /** Also of one that waits or is queued. @throws AppError executionNotFound, executionNotRunning */
  stop(user: User, id: string): Promise<ExecutionSummary>;
}

/** Why a retry is not offered; undefined: it is. */
const refusalOfRetry = ({ id, status, retryOf, retrySuccessId }: ExecutionSummary): string | undefined => {
  if (status === 'success') return `Execution ${id} was successful: there is nothing to retry.`;
  if (status === 'queued' || status === 'running' || status === 'waiting') return `Execution ${id} has not ended yet.`;
  if (retryOf !== undefined) return `Execution ${id} is itself a retry: retry execution ${retryOf}.`;
  if (retrySuccessId !== undefined) return `Execution ${id} was retried with success by execution ${retrySuccessId}.`;
  return undefined;
};

/** Few enough for the bound values of one statement in either database. */
const idsAtOnce = 500;

const batches = function* <T>(values: readonly T[]): Generator<T[]> {
  for (let from = 0; from < values.length; from += idsAtOnce) yield values.slice(from, from + idsAtOnce);
};

export const createExecutions = (options: {
  db: Kysely<Database>;
  dispatcher: Pick<Dispatcher, 'terminate' | 'retry'>;
  /** Deletes the binary data of executions. */
  removeBinaryData: (executionIds: readonly string[]) => Promise<void>;
  /** Where waits are ended from outside. */
  addresses?: ResumeUrls;
}): Executions => {
  const { db, dispatcher, removeBinaryData } = options;

  const removeAll = async (visible: Visible, deletion: Deletion, pace: Pace): Promise<void> => {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const from: number = after;
      const step = await pace.step(async (limit) => {
        const found = await findDeletable(db, visible, deletion, { after: from, limit });
        // Someone may wait for them, and they for others.
        await Promise.all((await findWaiting(db, found)).map((id) => dispatcher.terminate(id)));
        const owners = await fileOwnersUsedBy(db, found);
        return { last: found.at(-1), files: [...(await deleteExecutions(db, visible, found)), ...owners] };
      });
      await removeBinaryData((await withUnusedFiles(db, step?.files ?? [])).map(String));
      after = step?.last;
    }
  };

  return {
    list: (user, { filter = {}, ...page }) => listPast(db, visibleTo(user), { filter, ...page }),

    listCurrent: (user, filter = {}) => listCurrent(db, visibleTo(user), filter),

    async get(user, id, flatted) {
      const stored = await findExecution(db, visibleTo(user), Number(id));
      if (!stored) return undefined;
      return flatted ? toFlattedText(db, stored) : toExecutionStream(db, stored);
    },

    async outline(user, id, from) {
      const stored = await findExecution(db, visibleTo(user), Number(id));
      if (!stored) throw notFound('execution', id);
      return readOutline(options, stored, from);
    },

    async items(user, id, place, range) {
      if (!(await findSummary(db, visibleTo(user), Number(id)))) throw notFound('execution', id);
      return readItemPage(db, { executionId: Number(id), ...place }, range);
    },

    sharesFiles: (user, id) => seesFilesOf(db, visibleTo(user), Number(id)),

    async remove(user, { ids, deleteBefore, filters = {} }) {
      if (!ids && deleteBefore === undefined) throw badRequest('Say which executions to delete: ids or deleteBefore.');
      const startedBefore = deleteBefore === undefined ? undefined : Date.parse(deleteBefore);
      const pace = createPace();
      for (const some of ids ? batches(ids.map(Number)) : [undefined])
        await removeAll(visibleTo(user), { ids: some, startedBefore, filter: filters }, pace);
    },

    async retry(user, id, current) {
      const failed = await findSummary(db, visibleTo(user), Number(id));
      if (!failed) throw notFound('execution', id);
      const refusal = refusalOfRetry(failed);
      if (refusal !== undefined) throw new AppError('executionNotRetryable', refusal);
      const { ended, suspended } = await dispatcher.retry(Number(id), { current, ownerId: user.id });
      const end = await Promise.race([ended, suspended]);
      return !end || end.status === 'success';
    },

    async stop(user, id) {
      const before = await findSummary(db, visibleTo(user), Number(id));
      if (!before) throw notFound('execution', id);
      if (!(await dispatcher.terminate(Number(id))))
        throw new AppError('executionNotRunning', `Execution ${id} has already ended.`);
      // A run by hand that is not kept may be gone by now.
      const after = await findSummary(db, visibleTo(user), Number(id));
      return after ?? { ...before, status: 'canceled' };
    },
  };
};
