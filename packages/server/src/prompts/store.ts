import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../db/schema.ts';

type Db = Kysely<Database>;
export type PromptRow = Selectable<Database['prompts']>;
export type Question = PromptRow['question'];

export const findLatest = (db: Db, userId: string, question: Question): Promise<PromptRow | undefined> =>
  db
    .selectFrom('prompts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('question', '=', question)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertPrompt = async (
  db: Db,
  row: Pick<PromptRow, 'user_id' | 'question' | 'asked_at'> & Partial<PromptRow>,
): Promise<void> => {
  await db.insertInto('prompts').values(row).execute();
};

export const updatePrompt = async (
  db: Db,
  id: number,
  change: Partial<Pick<PromptRow, 'answered_at' | 'value' | 'email'>>,
): Promise<void> => {
  await db.updateTable('prompts').set(change).where('id', '=', id).execute();
};

/** With the address of the account of each, the latest first. */
export const listPrompts = (db: Db) =>
  db
    .selectFrom('prompts')
    .innerJoin('users', 'users.id', 'prompts.user_id')
    .selectAll('prompts')
    .select('users.email as account')
    .orderBy('prompts.id', 'desc')
    .execute();

export const listPersonalizations = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'personalization_answers'])
    .where('personalization_answers', 'is not', null)
    .orderBy('id')
    .execute();
