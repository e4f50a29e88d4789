import type { ExecutionStatus } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import { hasLivingCaller } from '../../api/callers.ts';

type Db = Kysely<Database>;

/** Only these are ever pruned: what runs, is queued or waits stays however old it is. */
const endedStatuses: ExecutionStatus[] = ['success', 'error', 'canceled', 'crashed'];
const ended = new Set<string>(endedStatuses);

/** An execution in the order of starts, as far as pruning looks at it. */
export interface Candidate {
  id: number;
  /** Epoch milliseconds. */
  startedAt: number;
  /** Epoch milliseconds; null: it has not ended. */
  endedAt: number | null;
}

/** The next executions from the oldest on; all columns come before the large ones in a row, so no data of runs is read. */
export const listFrom = async (db: Db, afterId: number, limit: number): Promise<Candidate[]> => {
  const rows = await db
    .selectFrom('executions')
    .select(['id', 'status', 'started_at', 'stopped_at'])
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, status, started_at, stopped_at }) => ({
    id,
    startedAt: started_at,
    endedAt: ended.has(status) ? stopped_at : null,
  }));
};

/** Ids of ended executions, newest first. */
export const listEndedBefore = async (db: Db, beforeId: number, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('executions')
    .select('id')
    .where('id', '<', beforeId)
    .where('stopped_at', 'is not', null)
    .where('status', 'in', endedStatuses)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/** First and last id; undefined if there are no executions. */
export const idSpan = async (db: Db): Promise<{ first: number; last: number } | undefined> => {
  const first = await db.selectFrom('executions').select('id').orderBy('id').limit(1).executeTakeFirst();
  const last = await db.selectFrom('executions').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  return first && last && { first: first.id, last: last.id };
};

/** Those of the ids that were deleted: one that goes on again meanwhile is left, and one whose caller has not ended. */
export const deleteEnded = async (db: Db, ids: readonly number[]): Promise<number[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .deleteFrom('executions')
    .where('id', 'in', ids)
    .where('stopped_at', 'is not', null)
    .where('status', 'in', endedStatuses)
    .where((eb) => eb.not(hasLivingCaller(eb)))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};

export const listVersions = async (db: Db, afterId: number, limit: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('workflow_versions')
    .select('id')
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Deletes those of the versions that no execution has run and that are not what a workflow is now.
 *
 * @param unchangedSince epoch milliseconds: a version or workflow that is newer is left, since a run of it may be about to start
 * @returns how many
 */
export const deleteUnusedVersions = async (db: Db, ids: readonly number[], unchangedSince: number): Promise<number> => {
  if (ids.length === 0) return 0;
  const result = await db
    .deleteFrom('workflow_versions as version')
    .where('version.id', 'in', ids)
    .where('version.created_at', '<', unchangedSince)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('executions')
            .select('executions.id')
            .whereRef('executions.workflow_version_id', '=', 'version.id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('workflows')
            .select('workflows.id')
            .whereRef('workflows.id', '=', 'version.workflow_id')
            .where(({ eb, or, and, fn }) =>
              or([
                eb('workflows.updated_at', '>=', unchangedSince),
                and([
                  eb(fn.coalesce('workflows.published_name', 'workflows.name'), '=', eb.ref('version.name')),
                  eb(fn.coalesce('workflows.published_graph', 'workflows.graph'), '=', eb.ref('version.graph')),
                ]),
              ]),
            ),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
};
