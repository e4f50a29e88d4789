import type { Kysely } from 'kysely';
import type { AuditedCaller } from '../../audit/audit.ts';
import type { Database } from '../../db/schema.ts';
import type { Actor } from '../../permissions/permissions.ts';
import { storedNodes } from '../../workflows/graph.ts';
import { isReferenceTo } from '../references.ts';
import type { CredentialRow } from './credential-store.ts';

/** What is known of people and workflows, for the question who may use a credential. */
export interface CredentialGrants {
  findUser(id: string): Promise<Actor | undefined>;
  /** With the names that the audit list shows. */
  findPerson(id: string): Promise<AuditedCaller['user'] | undefined>;
  /** Whose workflow it is; undefined: it is gone. */
  ownerOf(workflowId: string): Promise<Actor | undefined>;
  /** The same, if its nodes as they are stored name this credential; undefined otherwise. */
  ownerOfUsing(workflowId: string, credential: CredentialRow): Promise<Actor | undefined>;
}

export const createCredentialGrants = (db: Kysely<Database>): CredentialGrants => {
  const findUser = (id: string): Promise<Actor | undefined> =>
    db.selectFrom('users').select(['id', 'role']).where('id', '=', id).executeTakeFirst();
  const find = (workflowId: string) =>
    db
      .selectFrom('workflows')
      .select(['owner_id', 'graph', 'published_graph'])
      .where('id', '=', Number(workflowId))
      .executeTakeFirst();
  return {
    findUser,
    findPerson: (id) =>
      db
        .selectFrom('users')
        .select(['id', 'email', 'first_name as firstName', 'last_name as lastName'])
        .where('id', '=', id)
        .executeTakeFirst(),
    async ownerOf(workflowId) {
      const row = await find(workflowId);
      return row && findUser(row.owner_id);
    },
    async ownerOfUsing(workflowId, credential) {
      const row = await find(workflowId);
      const isNamed = row && storedNodes(row).some((node) => isReferenceTo(node.credentials, credential));
      return isNamed ? findUser(row.owner_id) : undefined;
    },
  };
};
