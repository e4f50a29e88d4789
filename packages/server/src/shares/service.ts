import type { AuditAction, Share, ShareRole } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Audit } from '../audit/audit.ts';
import type { Database } from '../db/schema.ts';
import { type Actor, mayDo } from '../permissions/permissions.ts';
import { forbidden } from '../permissions/refusals.ts';
import type { SharedResource } from '../permissions/rows.ts';
import { notFound } from '../platform/errors.ts';
import { invalidField } from '../platform/validation.ts';
import type { Caller } from '../users/access.ts';
import { findShareable, findSharedRow, listShares, replaceShares, type SharedRow } from './store.ts';

export interface Shares {
  /** For whoever sees it. @throws AppError workflowNotFound, credentialNotFound */
  list(user: Actor, resource: SharedResource, id: string): Promise<Share[]>;
  /**
   * Says with whom it is shared, from now on.
   * @throws AppError as `list`; forbidden for those who may not share it; badRequest for users that are not there
   */
  replace(
    caller: Caller,
    resource: SharedResource,
    id: string,
    shares: readonly { userId: string; role: ShareRole }[],
  ): Promise<Share[]>;
}

export const createShares = (options: {
  db: Kysely<Database>;
  audit: Pick<Audit, 'record'>;
  /** Told who may see a workflow now, and who not any more. */
  changed: (workflowId: number, change: { lost: readonly string[]; gained: readonly string[] }) => void;
}): Shares => {
  const { db, audit, changed } = options;

  const find = async (user: Actor, resource: SharedResource, id: string): Promise<SharedRow> => {
    const row = await findSharedRow(db, resource, Number(id), user.id);
    if (!row || !mayDo(user, 'list', resource, row)) throw notFound(resource, id);
    return row;
  };

  const refuseBadUsers = async (row: SharedRow, shares: readonly { userId: string }[]): Promise<void> => {
    const known = await findShareable(
      db,
      shares.map(({ userId }) => userId),
    );
    const seen = new Set<string>();
    for (const [index, { userId }] of shares.entries()) {
      const refuse = (why: string) => invalidField([index, 'userId'], why);
      if (!known.has(userId)) throw refuse('is not a user who has signed up');
      if (userId === row.ownerId) throw refuse('is the owner, who may do everything with it');
      if (seen.has(userId)) throw refuse('is named twice');
      seen.add(userId);
    }
  };

  return {
    async list(user, resource, id) {
      await find(user, resource, id);
      return listShares(db, resource, Number(id));
    },

    async replace(caller, resource, id, shares) {
      const row = await find(caller.user, resource, id);
      if (!mayDo(caller.user, 'share', resource, row)) throw forbidden('share', resource, row.name);
      await refuseBadUsers(row, shares);
      let before: Share[] = [];
      const after = await db.transaction().execute(async (transaction) => {
        before = await listShares(transaction, resource, Number(id));
        await replaceShares(transaction, resource, Number(id), shares);
        const action: AuditAction = `${resource}.shared`;
        const details = { shares: shares.map(({ userId, role }) => ({ userId, role })) };
        await audit.record({ action, caller, resourceId: id, name: row.name, details }, transaction);
        return listShares(transaction, resource, Number(id));
      });
      const ids = (list: readonly Share[]) => list.map(({ userId }) => userId);
      const kept = new Set(ids(after));
      if (resource === 'workflow')
        changed(Number(id), { lost: ids(before).filter((userId) => !kept.has(userId)), gained: ids(after) });
      return after;
    },
  };
};
