import type { Kysely } from 'kysely';

/** Executions say which kind of trigger has started them: their mode tells forms, chats and schedules no better than webhooks and triggers. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('executions').addColumn('trigger_type', 'text').execute();
};
