import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Files belong to the execution that stored them, and others may refer to them: one that has called it, that it has called, or that goes on
 * from its results. They are deleted when neither their owner nor any of these is stored any more.
 */

/** Few enough for the bound values of one statement in either database. */
const idsAtOnce = 500;

const inBatches = async (ids: readonly number[], ask: (batch: readonly number[]) => Promise<number[]>) => {
  const found = new Set<number>();
  for (let from = 0; from < ids.length; from += idsAtOnce)
    for (const id of await ask(ids.slice(from, from + idsAtOnce))) found.add(id);
  return found;
};

/** Executions to whose files these refer: to be asked before these are deleted. */
export const fileOwnersUsedBy = async (db: Kysely<Database>, executionIds: readonly number[]): Promise<number[]> => {
  const owners = await inBatches(executionIds, async (batch) => {
    const rows = await db
      .selectFrom('file_uses')
      .select('owner_id')
      .distinct()
      .where('execution_id', 'in', batch)
      .execute();
    return rows.map(({ owner_id }) => owner_id);
  });
  return [...owners];
};

/** Those of the ids whose files no stored execution owns or refers to. */
export const withUnusedFiles = async (db: Kysely<Database>, ids: readonly number[]): Promise<number[]> => {
  const needed = await inBatches(ids, async (batch) => {
    const owners = await db.selectFrom('executions').select('id').where('id', 'in', batch).execute();
    const used = await db
      .selectFrom('file_uses')
      .select('owner_id')
      .distinct()
      .where('owner_id', 'in', batch)
      .execute();
    return [...owners.map(({ id }) => id), ...used.map(({ owner_id }) => owner_id)];
  });
  return [...new Set(ids)].filter((id) => !needed.has(id));
};
