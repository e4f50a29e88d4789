import type { ExecutionFilter, ExecutionSummary } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Audit, AuditedCaller } from '../../audit/audit.ts';
import { fileOwnersUsedBy, withUnusedFiles } from '../../db/file-uses.ts';
import type { Database } from '../../db/schema.ts';
import { type Actor, can, mayDo, type OwnedRow, type RowFilter } from '../../permissions/permissions.ts';
import { forbidden } from '../../permissions/refusals.ts';
import { AppError, badRequest, notFound } from '../../platform/errors.ts';
import type { JsonStream, JsonText } from '../../platform/json-text.ts';
import type { User } from '../../users/access.ts';
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

/** Who does it: for the audit list. */
type By = AuditedCaller & { user: User };

export interface Executions {
  list(
    user: Actor,
    page: { filter?: ExecutionFilter; limit: number; lastId?: string; firstId?: string },
  ): Promise<{ count: number; results: ExecutionSummary[] }>;
  listCurrent(user: Actor, filter?: { workflowId?: string }): Promise<ExecutionSummary[]>;
  /** JSON of an Execution. @throws AppError executionDataTooLarge */
  get(user: Actor, id: string, flatted: boolean): Promise<JsonText | JsonStream | undefined>;
  /** JSON of an ExecutionOutline with the node runs from a position on. @throws AppError executionNotFound */
  outline(user: Actor, id: string, from: number): Promise<JsonText>;
  /** JSON of an ItemPage. @throws AppError executionNotFound, executionDataTooLarge */
  items(user: Actor, id: string, place: Omit<OutputPlace, 'executionId'>, range: ItemRange): Promise<JsonText>;
  /** Whether they may have files of the execution: it is theirs, or one of theirs refers to its files. */
  sharesFiles(user: Actor, id: string): Promise<boolean>;
  /** Deletes by id, or everything that matches and started before; never what is under way. In small steps, however much it is; what waits is stopped first. */
  remove(caller: By, what: { ids?: string[]; deleteBefore?: string; filters?: ExecutionFilter }): Promise<void>;
  /** All that a user who goes has, and that has started before: as `remove`. */
  removeOf(userId: string, startedBefore: number): Promise<void>;
  /**
   * Runs a failed one again from where it failed, with the workflow as it was or as it is stored now.
   *
   * @returns when the new execution has ended or waits: false if it failed
   * @throws AppError executionNotFound, executionNotRetryable
   */
  retry(caller: By, id: string, current: boolean): Promise<boolean>;
  /** Also of one that waits or is queued. @throws AppError executionNotFound, executionNotRunning */
  stop(caller: By, id: string): Promise<ExecutionSummary>;
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

/** Nobody has no rows. */
const rowsFor = (user: Actor, action: 'list' | 'read' | 'delete'): RowFilter =>
  can(user, action, 'execution') || { userId: '', roles: [] };

/** @throws AppError executionNotFound for those who may not see it either; forbidden for those who may, but do no more */
const refuse = (user: Actor, action: 'read' | 'execute', id: string, owned: OwnedRow | undefined): void => {
  if (!owned || !mayDo(user, 'read', 'execution', owned)) throw notFound('execution', id);
  if (!mayDo(user, action, 'execution', owned)) throw forbidden(action, 'execution');
};

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
  audit: Pick<Audit, 'record'>;
}): Executions => {
  const { db, dispatcher, removeBinaryData, audit } = options;

  const summaryOf = async (user: Actor, action: 'read' | 'execute', id: string): Promise<ExecutionSummary> => {
    const found = await findSummary(db, user.id, Number(id));
    refuse(user, action, id, found?.owned);
    return found!.summary;
  };

  const removeAll = async (visible: RowFilter, deletion: Deletion, pace: Pace): Promise<void> => {
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
    list: (user, { filter = {}, ...page }) => listPast(db, rowsFor(user, 'list'), { filter, ...page }),

    listCurrent: (user, filter = {}) => listCurrent(db, rowsFor(user, 'list'), filter),

    async get(user, id, flatted) {
      const found = await findExecution(db, user.id, Number(id));
      if (!found || !mayDo(user, 'read', 'execution', found.owned)) return undefined;
      const { stored } = found;
      return flatted ? toFlattedText(db, stored) : toExecutionStream(db, stored);
    },

    async outline(user, id, from) {
      const found = await findExecution(db, user.id, Number(id));
      refuse(user, 'read', id, found?.owned);
      return readOutline(options, found!.stored, from);
    },

    async items(user, id, place, range) {
      await summaryOf(user, 'read', id);
      return readItemPage(db, { executionId: Number(id), ...place }, range);
    },

    sharesFiles: (user, id) => seesFilesOf(db, rowsFor(user, 'read'), Number(id)),

    async remove(caller, { ids, deleteBefore, filters = {} }) {
      if (!ids && deleteBefore === undefined) throw badRequest('Say which executions to delete: ids or deleteBefore.');
      const startedBefore = deleteBefore === undefined ? undefined : Date.parse(deleteBefore);
      const pace = createPace();
      for (const some of ids ? batches(ids.map(Number)) : [undefined])
        await removeAll(rowsFor(caller.user, 'delete'), { ids: some, startedBefore, filter: filters }, pace);
      await audit.record({
        action: 'execution.deleted',
        caller,
        ...(ids?.length === 1 && { resourceId: ids[0] }),
        details: { ...(ids && { ids: ids.slice(0, 100), count: ids.length }), deleteBefore, filters },
      });
    },

    removeOf: (userId, startedBefore) => removeAll({ userId, roles: [] }, { startedBefore, filter: {} }, createPace()),

    async retry(caller, id, current) {
      const { user } = caller;
      const failed = await summaryOf(user, 'execute', id);
      const refusal = refusalOfRetry(failed);
      if (refusal !== undefined) throw new AppError('executionNotRetryable', refusal);
      const { ended, suspended } = await dispatcher.retry(Number(id), { current, ranBy: user.id });
      await audit.record({ action: 'execution.retried', caller, resourceId: id, name: failed.workflowName });
      const end = await Promise.race([ended, suspended]);
      return !end || end.status === 'success';
    },

    async stop(caller, id) {
      const before = await summaryOf(caller.user, 'execute', id);
      if (!(await dispatcher.terminate(Number(id))))
        throw new AppError('executionNotRunning', `Execution ${id} has already ended.`);
      // A run by hand that is not kept may be gone by now.
      const after = await findSummary(db, caller.user.id, Number(id));
      await audit.record({ action: 'execution.stopped', caller, resourceId: id, name: before.workflowName });
      return after?.summary ?? { ...before, status: 'canceled' };
    },
  };
};
