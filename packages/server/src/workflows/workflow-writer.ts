import type { Kysely } from 'kysely';
import type { Audit, AuditedCaller } from '../audit/audit.ts';
import type { Config } from '../config.ts';
import type { CredentialUses } from '../credentials/uses.ts';
import type { Database } from '../db/schema.ts';
import { AppError } from '../platform/errors.ts';
import type { Push } from '../push/push.ts';
import { replaceTags } from '../tags/workflow-tags.ts';
import type { TriggerPlan, Triggers } from '../triggers/types.ts';
import type { User } from '../users/access.ts';
import { recordChange } from './changes.ts';
import { parseGraph, runningOf, type WorkflowRow } from './graph.ts';
import { actionsOf, eventOf, hasOtherTags, keepsRunning } from './row-changes.ts';
import { deactivateWorkflow, deleteWorkflow, replaceWorkflow } from './store.ts';
import type { Versions } from './versions.ts';

/** Who does it: for the audit list. */
export type By = AuditedCaller & { user: User };

/** Writes changes of stored workflows, with all that follows from them: what is served, who is told, and what was done. */
export interface WorkflowWriter {
  /**
   * Why an activation was refused can be asked for later too.
   *
   * @returns undefined when someone else was quicker
   * @throws AppError noTrigger, activationFailed, webhookConflict; credentialNotUsable
   */
  change(caller: By, before: WorkflowRow, after: WorkflowRow): Promise<WorkflowRow | undefined>;
  /**
   * What is asked of its triggers takes a moment, and is not to hold a transaction. What cannot be activated was not created.
   *
   * @throws AppError as `change`
   */
  activateNew(caller: By, row: WorkflowRow): Promise<void>;
  remove(caller: By, row: WorkflowRow): Promise<void>;
}

export const createWorkflowWriter = (options: {
  db: Kysely<Database>;
  config: Pick<Config, 'demoMode'>;
  triggers: Triggers;
  versions: Versions;
  push: Pick<Push, 'tell'>;
  audit: Pick<Audit, 'record'>;
  credentials: Pick<CredentialUses, 'refuseUnusable'>;
}): WorkflowWriter => {
  const { db, config, triggers, versions, push, audit, credentials } = options;

  const planOf = async (row: WorkflowRow): Promise<TriggerPlan | null> => {
    if (row.active === 0) return null;
    try {
      const { id, owner_id: ownerId } = row;
      const { name, graph } = runningOf(row);
      return await triggers.plan({ ...parseGraph(graph), id: String(id), name, ownerId });
    } catch (error) {
      // A showcase starts nothing, so a trigger that cannot be started hinders no save there.
      if (config.demoMode) throw error;
      return null;
    }
  };

  /** Editors that have it open show its switch. */
  const tellSwitched = (id: number, active: boolean): void =>
    push.tell(id, { type: active ? 'workflowActivated' : 'workflowDeactivated', data: { workflowId: String(id) } });

  /** Editors that have it open show what runs. */
  const tellPublished = ({ id, published_revision: publishedRevision }: WorkflowRow): void =>
    push.tell(id, { type: 'workflowPublished', data: { workflowId: String(id), publishedRevision } });

  /**
   * Serves what was committed. What cannot be served is not left marked as active.
   * @param wasActive before that commit
   */
  const serve = async (id: number, wasActive: boolean): Promise<void> => {
    versions.forget(id);
    try {
      await triggers.apply(id, { isActivation: !wasActive });
    } catch (error) {
      await db.transaction().execute(async (transaction) => {
        await deactivateWorkflow(transaction, id);
        await triggers.write(transaction, id, null);
        await versions.announce(transaction, id);
      });
      versions.forget(id);
      await triggers.apply(id);
      if (wasActive) tellSwitched(id, false);
      if (error instanceof AppError) throw error;
      throw new AppError('activationFailed', `The workflow could not be started: ${(error as Error).message}`, {
        cause: error,
      });
    }
  };

  /** What a caller adds must be theirs to use, and what becomes active the owner's. */
  const refuseCredentials = async ({ user }: By, before: WorkflowRow, after: WorkflowRow): Promise<void> => {
    const { nodes } = parseGraph(after.graph);
    const known = parseGraph(before.graph).nodes;
    if (after.graph !== before.graph) await credentials.refuseUnusable(user, nodes, known);
    if (before.active === 0 && after.active === 1) await credentials.refuseUnusable({ id: after.owner_id }, nodes);
    if (after.published_graph !== null && after.published_graph !== before.published_graph)
      await credentials.refuseUnusable(user, parseGraph(after.published_graph).nodes, [
        ...known,
        ...parseGraph(runningOf(before).graph).nodes,
      ]);
  };

  /** @returns false when someone else was quicker */
  const store = async (caller: By, before: WorkflowRow, after: WorkflowRow): Promise<boolean> => {
    await refuseCredentials(caller, before, after);
    const isKept = keepsRunning(before, after);
    const plan = isKept ? null : await planOf(after);
    return db.transaction().execute(async (transaction) => {
      if (!(await replaceWorkflow(transaction, before, after, { keepsRunning: isKept }))) return false;
      if (after.revision !== before.revision) await recordChange(transaction, before, after, caller.user.id);
      if (hasOtherTags(before, after)) await replaceTags(transaction, before.id, after.tags);
      if (!isKept && (before.active === 1 || after.active === 1))
        await triggers.write(transaction, before.id, plan, eventOf(before, after));
      if (!isKept) await versions.announce(transaction, before.id);
      for (const action of actionsOf(before, after))
        await audit.record({ action, caller, resourceId: before.id, name: after.name }, transaction);
      return true;
    });
  };

  const tryChange = async (caller: By, before: WorkflowRow, after: WorkflowRow): Promise<WorkflowRow | undefined> => {
    if (!(await store(caller, before, after))) return undefined;
    if (!keepsRunning(before, after)) {
      if (before.active === 1 || after.active === 1) await serve(before.id, before.active === 1);
      else versions.forget(before.id);
    }
    if (before.active !== after.active) tellSwitched(before.id, after.active === 1);
    if (before.published_revision !== after.published_revision) tellPublished(after);
    return after;
  };

  const change = async (caller: By, before: WorkflowRow, after: WorkflowRow): Promise<WorkflowRow | undefined> => {
    try {
      return await tryChange(caller, before, after);
    } catch (error) {
      if (before.active === 0 && after.active === 1 && error instanceof AppError)
        await triggers.refused(before.id, error.message);
      throw error;
    }
  };

  const activateNew = async (caller: By, row: WorkflowRow): Promise<void> => {
    try {
      await store(caller, row, { ...row, active: 1 });
    } catch (error) {
      await db.transaction().execute(async (transaction) => {
        await deleteWorkflow(transaction, row);
        await audit.record({ action: 'workflow.deleted', caller, resourceId: row.id, name: row.name }, transaction);
      });
      throw error;
    }
    await serve(row.id, false);
  };

  const remove = async (caller: By, row: WorkflowRow): Promise<void> => {
    await db.transaction().execute(async (transaction) => {
      await triggers.write(transaction, row.id, null);
      await deleteWorkflow(transaction, row);
      await versions.announce(transaction, row.id);
      await audit.record({ action: 'workflow.deleted', caller, resourceId: row.id, name: row.name }, transaction);
    });
    versions.forget(row.id);
    // Also where it was not active when it was read: someone may have activated it since.
    await triggers.apply(row.id);
  };

  return { change, activateNew, remove };
};
