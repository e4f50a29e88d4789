import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Actor, can } from '../permissions/permissions.ts';
import { seesFilesOf } from './api/store.ts';

/** Whose the workflow of an execution is, and who runs it by hand. */
export interface RunningWorkflow {
  workflowId: number | null;
  ranBy: string | null;
}

/**
 * For whom executions run, and whose files they may read. An id of a file is in items, and items are made by people's code and sent by their browsers:
 * who knows one may not read it for that.
 */
export interface ExecutionRights {
  /** A name for whoever it runs for: what people share with others, each has a part of. */
  shareOf(workflow: RunningWorkflow): Promise<string>;
  /** Of executions, those whose files someone may see. */
  seenBy(userId: string | undefined, executionIds: readonly number[]): Promise<number[]>;
  /** Whether an execution may read files of another: they were given to it, or whoever it runs for sees them. */
  mayRead(executionId: number, workflow: RunningWorkflow, owner: number): Promise<boolean>;
}

/** Whoever a workflow belongs to; of one that is not stored, whoever runs it. */
const actorOf = async (db: Kysely<Database>, { workflowId, ranBy }: RunningWorkflow): Promise<Actor | undefined> => {
  const owner = workflowId === null ? sql`null` : sql`(select owner_id from workflows where id = ${workflowId})`;
  const { rows } = await sql<Actor>`select id, role from users where id = coalesce(${owner}, ${ranBy})`.execute(db);
  return rows[0];
};

export const createExecutionRights = (db: Kysely<Database>): ExecutionRights => {
  const sees = async (actor: Actor | undefined, owner: number): Promise<boolean> => {
    const rows = actor && can(actor, 'read', 'execution');
    return rows ? seesFilesOf(db, rows, owner) : false;
  };
  return {
    async shareOf(workflow) {
      const person = workflow.ranBy || (await actorOf(db, workflow))?.id;
      return person ?? `workflow ${workflow.workflowId}`;
    },

    async seenBy(userId, executionIds) {
      if (executionIds.length === 0) return [];
      const actor = await actorOf(db, { workflowId: null, ranBy: userId ?? null });
      const seen: number[] = [];
      for (const id of executionIds) if (await sees(actor, id)) seen.push(id);
      return seen;
    },

    async mayRead(executionId, workflow, owner) {
      const uses = db.selectFrom('file_uses').select('owner_id').where('execution_id', '=', executionId);
      if (await uses.where('owner_id', '=', owner).executeTakeFirst()) return true;
      return sees(await actorOf(db, workflow), owner);
    },
  };
};
