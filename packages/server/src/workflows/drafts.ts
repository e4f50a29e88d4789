import type { DraftContent, WorkflowDraft } from '@millrace/contract';
import { limits } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Clock } from '../platform/clock.ts';
import { AppError, notFound } from '../platform/errors.ts';
import { JsonText } from '../platform/json-text.ts';
import type { User } from '../users/access.ts';
import { deleteDraft, dropOldest, findDraft, findDrafts, writeDraft } from './draft-store.ts';
import { findFor } from './find-for.ts';

/** What people have edited and not saved: each sees their own only. */
export interface Drafts {
  /** @param workflowId undefined: those of workflows that were never saved. @throws AppError workflowNotFound */
  list(user: User, workflowId: string | undefined): Promise<WorkflowDraft[]>;
  /** `DraftContent` as it was put. @throws AppError draftNotFound, workflowNotFound, forbidden */
  get(user: User, id: string): Promise<JsonText>;
  /** @throws AppError workflowNotFound, forbidden, bodyTooLarge */
  put(user: User, id: string, content: DraftContent): Promise<{ updatedAt: string }>;
  remove(user: User, id: string): Promise<void>;
}

export const createDrafts = ({ db, clock }: { db: Kysely<Database>; clock: Clock }): Drafts => ({
  async list(user, workflowId) {
    const row = workflowId === undefined ? undefined : await findFor(db, user, 'update', workflowId);
    const drafts = await findDrafts(db, user.id, row?.id ?? null);
    return drafts.map(({ id, updated_at }) => ({ id, updatedAt: new Date(updated_at).toISOString() }));
  },

  async get(user, id) {
    const draft = await findDraft(db, { userId: user.id, id });
    if (!draft?.content) throw notFound('draft', id);
    if (draft.workflow_id !== null) await findFor(db, user, 'update', String(draft.workflow_id));
    return new JsonText(draft.content);
  },

  async put(user, id, content) {
    const row = 'workflowId' in content ? await findFor(db, user, 'update', content.workflowId) : undefined;
    const text = JSON.stringify(content);
    if (text.length > limits.draftMaxLength)
      throw new AppError('bodyTooLarge', 'The draft is too large to be kept on the server.');
    const now = clock.now();
    await writeDraft(db, { userId: user.id, id }, { workflowId: row?.id ?? null, content: text, now });
    await dropOldest(db, user.id);
    return { updatedAt: new Date(now).toISOString() };
  },

  remove: (user, id) => deleteDraft(db, { userId: user.id, id }),
});
