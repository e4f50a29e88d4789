import type { TemplateCategory } from '@millrace/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../../db/schema.ts';

type Db = Kysely<Database>;

/** Without the workflow itself, which may be large. */
export interface SavedTemplateRow extends Omit<Selectable<Database['saved_templates']>, 'graph'> {
  first_name: string | null;
  last_name: string | null;
}

export interface SavedTemplateContent {
  name: string;
  description: string;
  categories: readonly TemplateCategory[];
  /** JSON. */
  graph: string;
  nodeTypes: readonly string[];
}

const valuesOf = ({ name, description, categories, graph, nodeTypes }: Partial<SavedTemplateContent>) => ({
  ...(name !== undefined && { name }),
  ...(description !== undefined && { description }),
  ...(categories && { categories: JSON.stringify(categories) }),
  ...(graph !== undefined && { graph }),
  ...(nodeTypes && { node_types: JSON.stringify(nodeTypes) }),
});

/** The newest first. @param id all, where it is left out */
export const listSavedTemplates = (db: Db, id?: number): Promise<SavedTemplateRow[]> => {
  const query = db
    .selectFrom('saved_templates as saved')
    .leftJoin('users', 'users.id', 'saved.author_id')
    .select(['saved.id', 'saved.name', 'saved.description', 'saved.categories', 'saved.node_types'])
    .select(['saved.author_id', 'saved.created_at', 'saved.updated_at', 'users.first_name', 'users.last_name'])
    .orderBy('saved.created_at', 'desc')
    .orderBy('saved.id', 'desc');
  return (id === undefined ? query : query.where('saved.id', '=', id)).execute();
};

/** JSON. */
export const readGraph = async (db: Db, id: number): Promise<string | undefined> => {
  const row = await db.selectFrom('saved_templates').select('graph').where('id', '=', id).executeTakeFirst();
  return row?.graph;
};

export const insertSavedTemplate = async (
  db: Db,
  { name, description, ...content }: SavedTemplateContent,
  { authorId, now }: { authorId: string; now: number },
): Promise<number> => {
  const { id } = await db
    .insertInto('saved_templates')
    .values({
      name,
      description,
      categories: JSON.stringify(content.categories),
      node_types: JSON.stringify(content.nodeTypes),
      graph: content.graph,
      author_id: authorId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
};

/** @returns whether there is one */
export const updateSavedTemplate = async (
  db: Db,
  id: number,
  change: Partial<SavedTemplateContent>,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('saved_templates')
    .set({ ...valuesOf(change), updated_at: now })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const deleteSavedTemplate = async (db: Db, id: number): Promise<void> => {
  await db.deleteFrom('saved_templates').where('id', '=', id).execute();
};
