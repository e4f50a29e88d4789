import type { FormatWorkflow, WorkflowVersion } from '@millrace/contract';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { notFound } from '../platform/errors.ts';
import type { User } from '../users/access.ts';
import { contentAt } from './changes.ts';
import { findFor } from './find-for.ts';
import { parseGraph, type WorkflowRow } from './graph.ts';
import { toSnapshot } from './snapshot.ts';

/** The versions of a workflow, for those who may change it. */
export interface VersionList {
  /** Newest first. @throws AppError workflowNotFound, forbidden */
  list(user: User, id: string, page: { before?: number; limit: number }): Promise<WorkflowVersion[]>;
  /** @throws AppError workflowNotFound, workflowVersionNotFound, forbidden */
  get(user: User, id: string, revision: number): Promise<FormatWorkflow & { name: string }>;
  /** @param name null: none. @throws as `get` */
  rename(user: User, id: string, revision: number, name: string | null): Promise<WorkflowVersion>;
}

const missing = (revision: number) => notFound('workflow version', revision);

const rowsOf = (db: Kysely<Database>, workflowId: number) =>
  db
    .selectFrom('workflow_changes as version')
    .leftJoin('users', 'users.id', 'version.author_id')
    .select(['version.revision', 'version.name', 'version.changed_at', 'version.changes'])
    .select(['users.id as user_id', 'users.email', 'users.first_name', 'users.last_name'])
    .where('version.workflow_id', '=', workflowId)
    // Earlier ones, from before versions were kept, cannot be made again.
    .where('version.revision', '>=', ({ selectFrom, fn }) =>
      selectFrom('workflow_changes')
        .select(({ ref }) => fn.min(ref('revision')).as('revision'))
        .where('workflow_id', '=', workflowId)
        .where('snapshot', 'is not', null),
    );

type VersionRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

const toVersion = (row: VersionRow): WorkflowVersion => ({
  revision: row.revision,
  name: row.name,
  savedAt: new Date(row.changed_at).toISOString(),
  savedBy:
    (row.user_id && {
      id: row.user_id,
      email: row.email ?? '',
      firstName: row.first_name ?? '',
      lastName: row.last_name ?? '',
    }) ||
    null,
  changes: row.changes,
});

/** A workflow that was last saved before versions were kept. */
const present = ({ revision, updated_at }: WorkflowRow): WorkflowVersion => ({
  revision,
  name: null,
  savedAt: new Date(updated_at).toISOString(),
  savedBy: null,
  changes: 0,
});

export const createVersionList = ({ db }: { db: Kysely<Database> }): VersionList => ({
  async list(user, id, { before, limit }) {
    const row = await findFor(db, user, 'update', id);
    const query = rowsOf(db, row.id).orderBy('version.revision', 'desc').limit(limit);
    const rows = await (before === undefined ? query : query.where('version.revision', '<', before)).execute();
    if (rows.length === 0 && before === undefined) return [present(row)];
    return rows.map(toVersion);
  },

  async get(user, id, revision) {
    const row = await findFor(db, user, 'update', id);
    const content = revision === row.revision ? row : await contentAt(db, row.id, revision);
    if (!content) throw missing(revision);
    return { ...parseGraph(content.graph), name: content.name };
  },

  async rename(user, id, revision, name) {
    const workflow = await findFor(db, user, 'update', id);
    const content = revision === workflow.revision ? workflow : await contentAt(db, workflow.id, revision);
    if (!content) throw missing(revision);
    // A named one is kept when those before it are deleted, so it has to be whole.
    const named = { name, snapshot: toSnapshot(content) };
    await db
      .insertInto('workflow_changes')
      .values({
        workflow_id: workflow.id,
        revision,
        patches: null,
        changed_at: workflow.updated_at,
        author_id: null,
        ...named,
      })
      .onConflict((conflict) => conflict.columns(['workflow_id', 'revision']).doUpdateSet(named))
      .execute();
    const row = await rowsOf(db, workflow.id).where('version.revision', '=', revision).executeTakeFirst();
    if (!row) throw missing(revision);
    return toVersion(row);
  },
});
