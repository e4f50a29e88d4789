import type { WorkflowGraph } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { mayDo } from './permissions.ts';
import { shareRoleOf } from './rows.ts';

/** Who wants another workflow to run: an execution, and who runs it by hand. */
export interface CallingExecution {
  workflowId: number | null;
  ranBy: string | null;
}

/** Which workflows may run which others, as sub-workflows or when they have failed. Ownership and shares are read when it counts. */
export interface WorkflowCalls {
  /** By what the called workflow says in its settings; without a word, if the owner of the calling one may run it, or who runs that by hand. */
  mayCall(from: CallingExecution, called: { id: number; settings: WorkflowGraph['settings'] }): Promise<boolean>;
  /** On whose behalf something runs that belongs to no workflow, such as one that is given as JSON. */
  onBehalfOf(from: CallingExecution): Promise<string | undefined>;
}

/** `callerIds` of the public format: ids with commas between. */
const isListed = (workflowId: number | null, ids: unknown): boolean =>
  typeof ids === 'string' &&
  ids
    .split(',')
    .map((id) => id.trim())
    .includes(String(workflowId));

export const createWorkflowCalls = (db: Kysely<Database>): WorkflowCalls => {
  const ownerOf = async (workflowId: number): Promise<string | undefined> =>
    (await db.selectFrom('workflows').select('owner_id').where('id', '=', workflowId).executeTakeFirst())?.owner_id;

  const callersOf = async ({ workflowId, ranBy }: CallingExecution): Promise<string[]> => {
    const owner = workflowId === null ? undefined : await ownerOf(workflowId);
    return [...new Set([owner, ranBy])].filter((id) => typeof id === 'string');
  };

  const mayRun = async (userId: string, workflowId: number): Promise<boolean> => {
    const row = await db
      .selectFrom('users')
      .innerJoin('workflows', (join) => join.on('workflows.id', '=', workflowId))
      .select(['users.role', 'workflows.owner_id', shareRoleOf('workflows.id', 'workflow', userId).as('share_role')])
      .where('users.id', '=', userId)
      .executeTakeFirst();
    if (!row) return false;
    const { role, owner_id: ownerId, share_role: shareRole } = row;
    return mayDo({ id: userId, role }, 'execute', 'workflow', { ownerId, shareRole });
  };

  return {
    async mayCall(from, { id, settings }) {
      if (from.workflowId === id) return true;
      const policy = settings?.callerPolicy;
      if (policy === 'any') return true;
      if (policy === 'none') return false;
      if (policy === 'workflowsFromAList') return isListed(from.workflowId, settings?.callerIds);
      for (const caller of await callersOf(from)) if (await mayRun(caller, id)) return true;
      return false;
    },
    onBehalfOf: async (from) => from.ranBy ?? (await callersOf(from))[0],
  };
};
