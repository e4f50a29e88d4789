import type { OpenDatabase } from '../../db/database.ts';
import { openTestSqlite } from '../../db/testing.ts';
import { createTestInstance } from '../../processes/processes.testing.ts';
import { createExecutionStore } from '../store/execution-store.ts';
import type { ExecutionQueue } from './execution-queue.ts';
import { createMemoryQueue, type QueuedRows } from './memory-queue.ts';

export const storeRows = async ({ db }: Pick<OpenDatabase, 'db'>) => {
  const version = { workflow_id: null, name: '', graph: '{}', digest: '', created_at: 1 };
  const { id } = await db.insertInto('workflow_versions').values(version).returning('id').executeTakeFirstOrThrow();
  const about = { workflow_version_id: id, owner_id: 'u', started_at: 1, start: '{}' };
  const owner = { owner_id: 'u', name: '', graph: '{}', active: 0 as const, created_at: 1, updated_at: 1 };
  const user = {
    id: 'u',
    email: null,
    first_name: null,
    last_name: null,
    role: 'owner' as const,
    created_at: 1,
    updated_at: 1,
  };
  await db.insertInto('users').values(user).execute();
  const knownWorkflows = new Set<number>();
  const store = async (
    ids: readonly number[],
    {
      mode = 'webhook',
      status = 'queued',
      stopped_at = null as number | null,
      workflowId = null as number | null,
    } = {},
  ) => {
    if (workflowId !== null && !knownWorkflows.has(workflowId)) {
      knownWorkflows.add(workflowId);
      await db
        .insertInto('workflows')
        .values({ ...owner, id: workflowId } as never)
        .execute();
    }
    await db
      .insertInto('executions')
      .values(ids.map((one) => ({ ...about, id: one, mode, status, stopped_at, workflow_id: workflowId })))
      .execute();
  };
  const queued = async () => {
    const rows = await db.selectFrom('executions').select('id').where('status', '=', 'queued').orderBy('id').execute();
    return rows.map((row) => row.id);
  };
  const row = (executionId: number) =>
    db.selectFrom('executions').selectAll().where('id', '=', executionId).executeTakeFirstOrThrow();
  return { store, queued, row };
};

/** A queue of an instance with one process, over rows in SQLite. */
const openMemoryQueue = async () => {
  const database = await openTestSqlite();
  const store = createExecutionStore(database);
  const rows: QueuedRows = {
    async claim(executionIds) {
      const claimed = await store.write(
        executionIds.map((executionId) => ({ kind: 'claim', executionId, processId: 'here' }) as const),
      );
      const found = await Promise.all(executionIds.filter((_, index) => claimed[index]).map((id) => store.find(id)));
      return found.filter((stored) => stored !== undefined);
    },
    unfinished: async () => store.unfinished(),
  };
  return { ...(await storeRows(database)), processId: 'here', queue: createMemoryQueue(rows) };
};

/** The queue of one process of an instance on PostgreSQL. */
const openPostgresQueue = async () => {
  const instance = await createTestInstance();
  const process = await instance.join();
  const { processId } = process;
  return { ...(await storeRows(instance)), processId, queue: await process.openTestQueue() };
};

export interface TestQueue extends Awaited<ReturnType<typeof storeRows>> {
  processId: string;
  queue: ExecutionQueue;
}

export const testQueues: readonly (readonly [name: string, open: () => Promise<TestQueue>])[] = [
  ['in memory', openMemoryQueue],
  ['on PostgreSQL', openPostgresQueue],
];
