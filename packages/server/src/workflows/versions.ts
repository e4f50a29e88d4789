import { createHash } from 'node:crypto';
import type { RunnableWorkflow } from '@millrace/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { RunnableVersion } from '../executions/types.ts';
import type { Clock } from '../platform/clock.ts';
import { notFound } from '../platform/errors.ts';
import type { Bus } from '../processes/bus.ts';
import { graphOf, parseGraph, runningOf } from './graph.ts';

/**
 * A version is a graph as it was run. Executions share its row instead of copying the graph, so a thousand runs of one
 * workflow store it once; a changed workflow gets a new row with its next run.
 */
export interface Versions {
  /** The stored workflow as it runs now; kept in memory until it is changed. @throws AppError workflowNotFound */
  ofStored(workflowId: number): Promise<RunnableVersion>;
  /** A graph that was posted to be run, whether or not it was ever saved (`workflow.id`). */
  ofPosted(workflow: RunnableWorkflow): Promise<RunnableVersion>;
  /** A version that was run before, as it was then. @throws AppError workflowNotFound */
  ofVersion(versionId: number): Promise<RunnableVersion>;
  /** After a stored workflow was changed or deleted. */
  forget(workflowId: number): void;
  /** As part of its change: other processes forget it, and serve its triggers anew, when that is committed. */
  announce(transaction: Transaction<Database>, workflowId: number): Promise<void>;
}

const digestOf = (name: string, graph: string): string =>
  createHash('sha256').update(name).update('\0').update(graph).digest('hex');

interface VersionKey {
  workflowId: number | null;
  name: string;
  /** JSON. */
  graph: string;
}

const findVersion = async (db: Kysely<Database>, { workflowId }: VersionKey, digest: string) =>
  db
    .selectFrom('workflow_versions')
    .select('id')
    .where('workflow_id', workflowId === null ? 'is' : '=', workflowId)
    .where('digest', '=', digest)
    .executeTakeFirst();

/** Id of the row of this graph, made if there is none. */
const ensureVersion = async (db: Kysely<Database>, key: VersionKey, now: number): Promise<number> => {
  const digest = digestOf(key.name, key.graph);
  const found = await findVersion(db, key, digest);
  if (found) return found.id;
  const inserted = await db
    .insertInto('workflow_versions')
    .values({ workflow_id: key.workflowId, name: key.name, graph: key.graph, digest, created_at: now })
    .onConflict((conflict) => conflict.columns(['workflow_id', 'digest']).doNothing())
    .returning('id')
    .executeTakeFirst();
  // Without a row another request made the same version in between.
  return inserted?.id ?? (await findVersion(db, key, digest))!.id;
};

/** Versions that are kept in memory beside those of the stored workflows. */
const mostEarlier = 100;

export const createVersions = (options: {
  db: Kysely<Database>;
  clock: Clock;
  /** Of an instance of several processes. */
  bus?: Pick<Bus, 'announce' | 'on' | 'onGap'>;
}): Versions => {
  const { db, clock, bus } = options;
  const stored = new Map<number, Promise<RunnableVersion>>();
  /** By id, oldest first: those that executions go on with. */
  const earlier = new Map<number, RunnableVersion>();

  const load = async (workflowId: number): Promise<RunnableVersion> => {
    const row = await db
      .selectFrom('workflows')
      .select(['name', 'graph', 'revision', 'static_data', 'active'])
      .select(['published_revision', 'published_name', 'published_graph'])
      .where('id', '=', workflowId)
      .executeTakeFirst();
    if (!row) throw notFound('workflow', workflowId);
    const { name, graph } = runningOf(row);
    const versionId = await ensureVersion(db, { workflowId, name, graph }, clock.now());
    const workflow = {
      ...parseGraph(graph),
      id: String(workflowId),
      name,
      active: row.active === 1,
      staticData: row.static_data === null ? null : JSON.parse(row.static_data),
    };
    return { versionId, workflowId, workflow };
  };

  const forget = (workflowId: number): void => {
    stored.delete(workflowId);
    for (const [versionId, version] of earlier) if (version.workflowId === workflowId) earlier.delete(versionId);
  };
  bus?.on('workflowChanged', ({ workflowId }) => forget(workflowId));
  bus?.onGap(() => {
    stored.clear();
    earlier.clear();
  });

  return {
    ofStored(workflowId) {
      const known = stored.get(workflowId);
      if (known) return known;
      // The promise is kept, not its result: a change in the meantime forgets it before it can be stale.
      const loading = load(workflowId);
      stored.set(workflowId, loading);
      loading.catch(() => stored.get(workflowId) === loading && stored.delete(workflowId));
      return loading;
    },

    async ofPosted(workflow) {
      const name = workflow.name ?? '';
      const workflowId = workflow.id ? Number(workflow.id) : null;
      const graph = JSON.stringify(graphOf(workflow));
      const versionId = await ensureVersion(db, { workflowId, name, graph }, clock.now());
      return { versionId, workflowId, workflow: { ...workflow, name } };
    },

    async ofVersion(versionId) {
      const recent = earlier.get(versionId);
      if (recent) return recent;
      const row = await db
        .selectFrom('workflow_versions')
        .leftJoin('workflows', 'workflows.id', 'workflow_versions.workflow_id')
        .select([
          'workflow_versions.workflow_id',
          'workflow_versions.name',
          'workflow_versions.graph',
          'workflows.active',
        ])
        .where('workflow_versions.id', '=', versionId)
        .executeTakeFirst();
      if (!row) throw notFound('workflow', versionId);
      const { workflow_id: workflowId, name, graph, active } = row;
      const known = workflowId === null ? undefined : await stored.get(workflowId)?.catch(() => undefined);
      if (known?.versionId === versionId) return known;
      const id = workflowId === null ? null : String(workflowId);
      const workflow = { ...parseGraph(graph), id, name, active: active === 1 };
      const version = { versionId, workflowId, workflow };
      earlier.set(versionId, version);
      if (earlier.size > mostEarlier) earlier.delete(earlier.keys().next().value as number);
      return version;
    },

    forget,

    async announce(transaction, workflowId) {
      await bus?.announce(transaction, 'workflowChanged', { workflowId });
    },
  };
};
