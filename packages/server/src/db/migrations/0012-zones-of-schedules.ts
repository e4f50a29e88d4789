import type { Kysely } from 'kysely';

interface Stored {
  workflows: { id: number; graph: string };
  schedules: { workflow_id: number; timezone: string };
}

/** A schedule of a workflow that names no zone goes by that of the instance, whatever that is at the time. */
export const up = async (database: Kysely<unknown>): Promise<void> => {
  const db = database as Kysely<Stored>;
  const scheduled = await db.selectFrom('schedules').select('workflow_id').distinct().execute();
  for (const { workflow_id: id } of scheduled) {
    const { graph } = await db.selectFrom('workflows').select('graph').where('id', '=', id).executeTakeFirstOrThrow();
    const { settings } = JSON.parse(graph) as { settings?: { timezone?: string } };
    if (settings?.timezone && settings.timezone !== 'DEFAULT') continue;
    await db.updateTable('schedules').set({ timezone: 'DEFAULT' }).where('workflow_id', '=', id).execute();
  }
};
