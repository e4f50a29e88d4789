import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { Executions } from '../executions/api/service.ts';
import type { Dispatcher } from '../executions/types.ts';
import type { Clock } from '../platform/clock.ts';
import type { Push } from '../push/push.ts';
import type { Triggers } from '../triggers/types.ts';
import type { Belongings } from '../users/belongings.ts';
import { deleteWorkflow } from './store.ts';
import type { Versions } from './versions.ts';

type Db = Kysely<Database>;

const ownedBy = (db: Db, userId: string) =>
  db.selectFrom('workflows').select(['id', 'active']).where('owner_id', '=', userId).orderBy('id').execute();

/** Of workflows of the user, and of what it has run without saving it. */
const unfinishedOf = (db: Db, userId: string) =>
  db
    .selectFrom('executions')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('executions.owner_id', '=', userId),
        exists(
          selectFrom('workflows')
            .select(sql.lit(1).as('one'))
            .whereRef('workflows.id', '=', 'executions.workflow_id')
            .where('workflows.owner_id', '=', userId),
        ),
      ]),
    )
    .where('executions.status', 'in', ['queued', 'running', 'waiting']);

/** The workflows of a user who goes, and their executions. */
export const createWorkflowBelongings = (options: {
  db: Db;
  triggers: Pick<Triggers, 'write' | 'apply'>;
  versions: Pick<Versions, 'announce' | 'forget'>;
  dispatcher: Pick<Dispatcher, 'terminate'>;
  push: Pick<Push, 'tell'>;
  executions: Pick<Executions, 'removeOf'>;
  clock: Clock;
}): Belongings => {
  const { db, triggers, versions, dispatcher, push, executions, clock } = options;

  const terminateAll = async (ids: readonly number[]): Promise<void> => {
    for (const id of ids) await dispatcher.terminate(id);
  };

  return {
    async count(from, userId) {
      const workflows = await ownedBy(from, userId);
      const { count } = await unfinishedOf(from, userId)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return {
        workflows: workflows.length,
        activeWorkflows: workflows.filter(({ active }) => active === 1).length,
        unfinishedExecutions: Number(count),
      };
    },

    async transfer(transaction, from, to) {
      const workflows = await ownedBy(transaction, from);
      await transaction.updateTable('workflows').set({ owner_id: to }).where('owner_id', '=', from).execute();
      await transaction.updateTable('executions').set({ owner_id: to }).where('owner_id', '=', from).execute();
      // What was shared with the one who has it now is theirs.
      const given = transaction.selectFrom('workflows').select('id').where('owner_id', '=', to);
      await transaction
        .deleteFrom('workflow_shares')
        .where('user_id', '=', to)
        .where('workflow_id', 'in', given)
        .execute();
      for (const { id } of workflows) await versions.announce(transaction, id);
      return async () => {
        for (const { id } of workflows) versions.forget(id);
      };
    },

    async remove(transaction, userId) {
      const workflows = await ownedBy(transaction, userId);
      const unfinished = await unfinishedOf(transaction, userId).select('executions.id').execute();
      for (const { id } of workflows) {
        await triggers.write(transaction, id, null);
        await deleteWorkflow(transaction, { id, owner_id: userId });
        await versions.announce(transaction, id);
      }
      return async () => {
        for (const { id, active } of workflows) {
          versions.forget(id);
          await triggers.apply(id);
          if (active === 1) push.tell(id, { type: 'workflowDeactivated', data: { workflowId: String(id) } });
        }
        await terminateAll(unfinished.map(({ id }) => id));
        // What began between the commit and now.
        await terminateAll((await unfinishedOf(db, userId).select('executions.id').execute()).map(({ id }) => id));
        // Those of no workflow, as they all are now, whose they were.
        await executions.removeOf(userId, clock.now() + 1);
      };
    },
  };
};
