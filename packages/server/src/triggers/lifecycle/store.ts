import type { LifecycleEvent } from '@millrace/engine/node-api';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';

/** Which nodes are told of what, and what has happened of that and has started no execution yet. */

/** A node and the events that it is told of. */
export interface ToldNode {
  node: string;
  events: readonly LifecycleEvent[];
}

/** What a change of a workflow is to its triggers. */
export type WorkflowEvent = Exclude<LifecycleEvent, 'started'>;

/**
 * Of an active workflow; nodes that are not named are told nothing any more. The event is written down with them, for those that are told of it.
 *
 * @param event undefined where nothing has happened that anyone is told of
 * @param now epoch milliseconds
 */
export const replaceToldNodes = async (
  transaction: Transaction<Database>,
  workflowId: number,
  nodes: readonly ToldNode[],
  event: WorkflowEvent | undefined,
  now: number,
): Promise<void> => {
  await transaction.deleteFrom('lifecycle_triggers').where('workflow_id', '=', workflowId).execute();
  let gone = transaction.deleteFrom('lifecycle_events').where('workflow_id', '=', workflowId);
  if (nodes.length > 0)
    gone = gone.where(
      'node',
      'not in',
      nodes.map(({ node }) => node),
    );
  await gone.execute();
  for (const { node, events } of nodes) {
    const told = { workflow_id: workflowId, node };
    await transaction
      .insertInto('lifecycle_triggers')
      .values({ ...told, events: JSON.stringify(events) })
      .execute();
    if (event && events.includes(event))
      await transaction
        .insertInto('lifecycle_events')
        .values({ ...told, event, at: now })
        .execute();
  }
};

/** Writes down that the instance has started, for each node that is told of that. */
export const recordStart = (db: Kysely<Database>, now: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('lifecycle_triggers')
      .innerJoin('workflows', 'workflows.id', 'lifecycle_triggers.workflow_id')
      .select(['workflow_id', 'node', 'events'])
      .where('active', '=', 1)
      .execute();
    for (const { events, ...told } of rows)
      if ((JSON.parse(events) as LifecycleEvent[]).includes('started'))
        await transaction
          .insertInto('lifecycle_events')
          .values({ ...told, event: 'started', at: now })
          .execute();
  });
