import type { TagReference } from '@millrace/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;

/** By the id of the workflow: its tags in their order. Those without tags are missing. Undefined: of all workflows. */
export const tagsOfWorkflows = async (db: Db, ids?: readonly number[]): Promise<Map<number, TagReference[]>> => {
  const byWorkflow = new Map<number, TagReference[]>();
  if (ids?.length === 0) return byWorkflow;
  let query = db
    .selectFrom('workflow_tags')
    .innerJoin('tags', 'tags.id', 'workflow_tags.tag_id')
    .select(['workflow_tags.workflow_id', 'tags.id', 'tags.name'])
    .orderBy('workflow_tags.workflow_id')
    .orderBy('workflow_tags.position');
  if (ids) query = query.where('workflow_tags.workflow_id', 'in', ids);
  for (const { workflow_id, id, name } of await query.execute()) {
    const tag = { id: String(id), name };
    const tags = byWorkflow.get(workflow_id);
    if (tags) tags.push(tag);
    else byWorkflow.set(workflow_id, [tag]);
  }
  return byWorkflow;
};

/** Within a transaction: a workflow has these tags, in this order. */
export const replaceTags = async (
  transaction: Db,
  workflowId: number,
  tags: readonly TagReference[],
): Promise<void> => {
  await transaction.deleteFrom('workflow_tags').where('workflow_id', '=', workflowId).execute();
  if (tags.length === 0) return;
  await transaction
    .insertInto('workflow_tags')
    .values(tags.map(({ id }, position) => ({ workflow_id: workflowId, tag_id: Number(id), position })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Within a transaction: puts tags behind those that the workflows have, and takes others off. */
export const changeTags = async (
  transaction: Db,
  workflowIds: readonly number[],
  { add, remove }: { add: readonly number[]; remove: readonly number[] },
): Promise<void> => {
  if (remove.length > 0)
    await transaction
      .deleteFrom('workflow_tags')
      .where('workflow_id', 'in', workflowIds)
      .where('tag_id', 'in', remove)
      .execute();
  if (add.length === 0) return;
  const last = await transaction
    .selectFrom('workflow_tags')
    .select(['workflow_id', sql<number>`max(position)`.as('position')])
    .where('workflow_id', 'in', workflowIds)
    .groupBy('workflow_id')
    .execute();
  const next = new Map(last.map(({ workflow_id, position }) => [workflow_id, Number(position) + 1]));
  await transaction
    .insertInto('workflow_tags')
    .values(
      workflowIds.flatMap((workflow_id) =>
        add.map((tag_id, index) => ({ workflow_id, tag_id, position: (next.get(workflow_id) ?? 0) + index })),
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
