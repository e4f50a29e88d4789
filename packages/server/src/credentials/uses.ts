import type { CredentialUses as Listed, WorkflowNode } from '@millrace/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';
import { type Actor, can } from '../permissions/permissions.ts';
import { isAmong } from '../permissions/rows.ts';
import { AppError } from '../platform/errors.ts';
import { storedNodes } from '../workflows/graph.ts';
import { isReferenceTo, readReference } from './references.ts';
import type { CredentialRow, CredentialStore } from './store/credential-store.ts';

type Named = Pick<CredentialRow, 'id' | 'type' | 'name'>;
type Using = Listed['workflows'][number];

/** Credentials that nodes of workflows name. */
export interface CredentialUses {
  /** Workflows whose nodes name one, by its id, or by its name alone: those that a user sees, and how many others there are. */
  of(user: Actor, credential: Named): Promise<Listed>;
  /**
   * What is not there at all is no offence: a workflow may come from elsewhere.
   *
   * @param user a person, or their id
   * @param known nodes of before: what they name was looked at then
   * @throws AppError credentialNotUsable for what is there, and is not theirs to use
   */
  refuseUnusable(
    user: Pick<Actor, 'id'>,
    nodes: readonly WorkflowNode[],
    known?: readonly WorkflowNode[],
  ): Promise<void>;
}

type Reference = { type: string; id?: string; name: string };

const referencesIn = (nodes: readonly WorkflowNode[]): Map<string, Reference & { node: string }> => {
  const found = new Map<string, Reference & { node: string }>();
  for (const { name: node, credentials = {} } of nodes)
    for (const type of Object.keys(credentials)) {
      const reference = readReference(credentials, type);
      if (reference)
        found.set(JSON.stringify([type, reference.id ?? null, reference.id === undefined ? reference.name : null]), {
          type,
          ...reference,
          node,
        });
    }
  return found;
};

const idPattern = /^\d{1,15}$/;

export const createCredentialUses = ({
  db,
  store,
}: {
  db: Kysely<Database>;
  store: CredentialStore;
}): CredentialUses => {
  const using = async (credential: Named): Promise<Using[]> => {
    // What a graph is looked through for by the database is only that the type stands in it.
    const pattern = `%${JSON.stringify(credential.type).replaceAll(/[\\%_]/g, '\\$&')}%`;
    const rows = await db
      .selectFrom('workflows')
      .select(['id', 'name', 'active', 'graph', 'published_graph'])
      .where(sql<boolean>`(graph like ${pattern} escape '\\' or published_graph like ${pattern} escape '\\')`)
      .orderBy('name')
      .orderBy('id')
      .execute();
    return rows.flatMap((row) => {
      const nodes = storedNodes(row).filter(({ credentials }) => isReferenceTo(credentials, credential));
      if (nodes.length === 0) return [];
      const names = [...new Set(nodes.map((node) => node.name))];
      return [{ id: String(row.id), name: row.name, active: row.active === 1, nodes: names }];
    });
  };

  /** Of these workflows, the ones that a user sees. */
  const visible = async (user: Actor, ids: readonly number[]): Promise<Set<number>> => {
    const filter = can(user, 'list', 'workflow');
    if (filter === false || ids.length === 0) return new Set();
    const among = isAmong('workflows.id', 'workflow', filter);
    const query = db.selectFrom('workflows').select('id').where('id', 'in', ids);
    return new Set((await (among ? query.where(among) : query).execute()).map(({ id }) => id));
  };

  const actorOf = ({ id }: Pick<Actor, 'id'>): Promise<Actor | undefined> =>
    db.selectFrom('users').select(['id', 'role']).where('id', '=', id).executeTakeFirst();

  return {
    async of(user, credential) {
      const all = await using(credential);
      const shown = await visible(
        user,
        all.map(({ id }) => Number(id)),
      );
      const seen = all.filter(({ id }) => shown.has(Number(id)));
      return { workflows: seen, others: all.length - seen.length };
    },

    async refuseUnusable(user, nodes, known = []) {
      const before = referencesIn(known);
      const added = [...referencesIn(nodes)].filter(([key]) => !before.has(key));
      const actor = added.length > 0 ? await actorOf(user) : undefined;
      for (const [, { type, id, name, node }] of added) {
        if (id !== undefined && !idPattern.test(id)) continue;
        const meant = id === undefined ? { type, name } : { type, id: Number(id) };
        const all = await store.listAll(meant);
        if (all.length === 0) continue;
        const own = actor ? await store.list(actor, 'use', meant) : [];
        if (own.length > 0) continue;
        throw new AppError(
          'credentialNotUsable',
          `Node "${node}": Credentials with name "${name}" do not exist for "${type}".`,
          {
            hint: 'Create credentials with exactly this name, or choose others in the node.',
          },
        );
      }
    },
  };
};
