import { type Action, isId } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Actor, mayDo } from '../permissions/permissions.ts';
import { forbidden } from '../permissions/refusals.ts';
import { notFound } from '../platform/errors.ts';
import type { WorkflowRow } from './graph.ts';
import { findWorkflow } from './store.ts';

/**
 * A workflow, for someone who wants to do something with it.
 * @throws AppError workflowNotFound for those who may not see it either; forbidden for those who may, but do no more
 */
export const findFor = async (db: Kysely<Database>, user: Actor, action: Action, id: string): Promise<WorkflowRow> => {
  const row = isId(id) ? await findWorkflow(db, user, Number(id)) : undefined;
  const owned = row && { ownerId: row.owner_id, shareRole: row.share_role };
  if (!owned || !mayDo(user, 'read', 'workflow', owned)) throw notFound('workflow', id);
  if (!mayDo(user, action, 'workflow', owned)) throw forbidden(action, 'workflow', row.name);
  return row;
};
