import type { OpenTestDatabase } from '../../db/testing.ts';
import { createExecutionStore } from './execution-store.ts';
import type { ExecutionWrite, NewExecution, WriteResult } from './writes.ts';

/** Who holds the rows. */
export const processId = 'here';

/** The row of a webhook call that begins to run. */
export const newExecution = (versionId: number, more: Partial<NewExecution> = {}): NewExecution => ({
  id: null,
  workflowId: null,
  versionId,
  ownerId: 'owner',
  mode: 'webhook',
  status: 'running',
  startedAt: 1,
  start: '{}',
  retryOf: null,
  processId,
  temporary: false,
  origin: null,
  sessionId: null,
  idempotencyKey: null,
  parent: null,
  ...more,
});

/** A store over a database of its own, in which there is one version of a workflow that was not saved. */
export const openTestStore = async (open: OpenTestDatabase) => {
  const { db, ...database } = await open();
  const store = createExecutionStore({ db, ...database });
  const { id: versionId } = await db
    .insertInto('workflow_versions')
    .values({ workflow_id: null, name: 'Test', graph: '{}', digest: 'd', created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = newExecution(versionId);
  const write = async <T = WriteResult>(...writes: ExecutionWrite[]) => (await store.write(writes)) as T[];
  const create = async (more: Partial<NewExecution> = {}): Promise<number> => {
    const [created] = await write<{ id: number }>({ kind: 'create', row: { ...row, ...more } });
    return (created as { id: number }).id;
  };
  const rows = () => db.selectFrom('executions').selectAll().orderBy('id').execute();
  return { db, row, write, create, rows, find: store.find };
};
