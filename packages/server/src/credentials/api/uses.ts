import type { CredentialUses } from '@millrace/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type Actor, can } from '../../permissions/permissions.ts';
import { isAmong } from '../../permissions/rows.ts';
import { parseGraph } from '../../workflows/graph.ts';
import { isReferenceTo } from '../references.ts';
import type { CredentialRow } from '../store/credential-store.ts';

type Used = CredentialUses['workflows'][number];

/** Workflows whose nodes name a credential, by its id, or by its name alone. */
export const workflowsUsing = async (
  db: Kysely<Database>,
  credential: Pick<CredentialRow, 'id' | 'type' | 'name'>,
): Promise<Used[]> => {
  // What a graph is looked through for by the database is only that the type stands in it.
  const pattern = `%${JSON.stringify(credential.type).replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await db
    .selectFrom('workflows')
    .select(['id', 'name', 'active', 'graph'])
    .where(sql<boolean>`graph like ${pattern} escape '\\'`)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => {
    const nodes = parseGraph(row.graph).nodes.filter(({ credentials }) => isReferenceTo(credentials, credential));
    if (nodes.length === 0) return [];
    const names = nodes.map((node) => node.name);
    return [{ id: String(row.id), name: row.name, active: row.active === 1, nodes: names }];
  });
};

/** Of these, the ones that a user sees. */
export const visibleWorkflows = async (
  db: Kysely<Database>,
  user: Actor,
  ids: readonly number[],
): Promise<Set<number>> => {
  const filter = can(user, 'list', 'workflow');
  if (filter === false || ids.length === 0) return new Set();
  const among = isAmong('workflows.id', 'workflow', filter);
  const query = db.selectFrom('workflows').select('id').where('id', 'in', ids);
  return new Set((await (among ? query.where(among) : query).execute()).map(({ id }) => id));
};
