import { limits } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;

export interface DraftKey {
  userId: string;
  id: string;
}

const isOf = ({ userId, id }: DraftKey) => ({ user_id: userId, id });

/** @param workflowId null: of workflows that were never saved */
export const findDrafts = (db: Db, userId: string, workflowId: number | null) =>
  db
    .selectFrom('workflow_drafts')
    .select(['id', 'updated_at'])
    .where('user_id', '=', userId)
    .where('workflow_id', workflowId === null ? 'is' : '=', workflowId)
    .where('content', 'is not', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();

export const findDraft = (db: Db, { userId, id }: DraftKey) =>
  db
    .selectFrom('workflow_drafts')
    .select(['content', 'workflow_id'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Nothing is written where the draft has become a workflow. */
export const writeDraft = async (
  db: Db,
  key: DraftKey,
  draft: { workflowId: number | null; content: string; now: number },
): Promise<void> => {
  const values = { workflow_id: draft.workflowId, content: draft.content, updated_at: draft.now };
  await db
    .insertInto('workflow_drafts')
    .values({ ...isOf(key), ...values })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet(values).where('workflow_drafts.content', 'is not', null),
    )
    .execute();
};

/** What has become a workflow is still known: a request that comes late is to find it. */
export const deleteDraft = async (db: Db, { userId, id }: DraftKey): Promise<void> => {
  await db
    .deleteFrom('workflow_drafts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('content', 'is not', null)
    .execute();
};

/** All but the newest of a person. */
export const dropOldest = async (db: Db, userId: string): Promise<void> => {
  await db
    .deleteFrom('workflow_drafts')
    .where('user_id', '=', userId)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('workflow_drafts')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('updated_at', 'desc')
        .limit(1_000_000)
        .offset(limits.draftsKept),
    )
    .execute();
};

/** @returns how many were deleted */
export const deleteDraftsBefore = async (db: Db, date: number): Promise<number> => {
  const { numDeletedRows } = await db.deleteFrom('workflow_drafts').where('updated_at', '<', date).executeTakeFirst();
  return Number(numDeletedRows);
};

/** What a draft has become, if it has. */
export const workflowOfDraft = async (db: Db, { userId, id }: DraftKey): Promise<number | undefined> => {
  const row = await db
    .selectFrom('workflow_drafts')
    .select('workflow_id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('content', 'is', null)
    .executeTakeFirst();
  return row?.workflow_id ?? undefined;
};

/**
 * As part of the creation of a workflow: its draft has become it.
 * @returns false: it has become another one before
 */
export const turnIntoWorkflow = async (
  transaction: Db,
  key: DraftKey,
  workflowId: number,
  now: number,
): Promise<boolean> => {
  const values = { workflow_id: workflowId, content: null, updated_at: now };
  const row = await transaction
    .insertInto('workflow_drafts')
    .values({ ...isOf(key), ...values })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet(values).where('workflow_drafts.content', 'is not', null),
    )
    .returning('workflow_id')
    .executeTakeFirst();
  return row !== undefined;
};
