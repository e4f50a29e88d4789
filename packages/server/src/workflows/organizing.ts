import type { Action } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Audit, AuditedCaller } from '../audit/audit.ts';
import type { Database } from '../db/schema.ts';
import type { Folders } from '../folders/service.ts';
import { mayDo } from '../permissions/permissions.ts';
import { forbidden } from '../permissions/refusals.ts';
import { shareRolesOf } from '../permissions/rows.ts';
import { badRequest, notFound } from '../platform/errors.ts';
import type { Tags } from '../tags/service.ts';
import { changeTags } from '../tags/workflow-tags.ts';
import type { User } from '../users/access.ts';

type By = AuditedCaller & { user: User };

/** What puts several workflows in order at once. Either all of them are changed, or none. */
export interface Organizing {
  /**
   * Into a folder of their owner, or out of all: by their owner, or that of the instance.
   * @throws AppError workflowNotFound, folderNotFound, forbidden, badRequest for workflows of someone else than the folder's owner
   */
  move(caller: By, ids: readonly string[], folderId: string | null): Promise<void>;
  /** @throws AppError workflowNotFound, forbidden, badRequest for ids of no tags */
  tag(caller: By, ids: readonly string[], change: { add: readonly string[]; remove: readonly string[] }): Promise<void>;
}

export const createOrganizing = (options: {
  db: Kysely<Database>;
  audit: Pick<Audit, 'record'>;
  tags: Pick<Tags, 'known'>;
  folders: Pick<Folders, 'open'>;
}): Organizing => {
  const { db, audit, tags, folders } = options;

  /** @throws AppError workflowNotFound, forbidden */
  const findAll = async (user: User, action: Action, ids: readonly string[], verb?: string) => {
    const numbers = [...new Set(ids)].map(Number);
    const [rows, roles] = await Promise.all([
      db.selectFrom('workflows').select(['id', 'name', 'owner_id']).where('id', 'in', numbers).execute(),
      shareRolesOf(db, 'workflow', user.id),
    ]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return numbers.map((id) => {
      const row = byId.get(id);
      const owned = row && { ownerId: row.owner_id, shareRole: roles.get(id) ?? null };
      if (!owned || !mayDo(user, 'read', 'workflow', owned)) throw notFound('workflow', id);
      if (!mayDo(user, action, 'workflow', owned)) throw forbidden(action, 'workflow', row.name, verb);
      return row;
    });
  };

  return {
    async move(caller, ids, folderId) {
      // Where it lies is the owner's to say, as is whether there is one at all.
      const workflows = await findAll(caller.user, 'delete', ids, 'move');
      const folder = folderId === null ? null : await folders.open(caller.user, folderId);
      const foreign = workflows.find((workflow) => folder && workflow.owner_id !== folder.ownerId);
      if (foreign)
        throw badRequest(
          `"${foreign.name}" belongs to someone else than the folder: workflows are in folders of their owners.`,
        );
      const numbers = workflows.map(({ id }) => id);
      await db.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('workflows')
          .set({ folder_id: folder?.id ?? null })
          .where('id', 'in', numbers)
          .execute();
        const details = { folder: folder?.name ?? null };
        for (const { id, name } of workflows)
          await audit.record({ action: 'workflow.moved', caller, resourceId: id, name, details }, transaction);
      });
    },

    async tag(caller, ids, change) {
      const workflows = await findAll(caller.user, 'update', ids);
      const add = await tags.known(change.add, 'add');
      const remove = await tags.known(change.remove, 'remove');
      const numbers = workflows.map(({ id }) => id);
      await db.transaction().execute(async (transaction) => {
        await changeTags(transaction, numbers, { add, remove });
        for (const { id, name } of workflows)
          await audit.record({ action: 'workflow.tagged', caller, resourceId: id, name }, transaction);
      });
    },
  };
};
