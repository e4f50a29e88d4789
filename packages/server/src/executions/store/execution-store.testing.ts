import type { OpenTestDatabase } from '../../db/testing.ts';
import { createExecutionStore } from './execution-store.ts';
import type { ExecutionWrite, NewExecution, WriteResult } from './writes.ts';

/** Who holds the rows. */
export const processId = 'here';

/** The row of a webhook call that begins to run. */
export const newExecution = (id: number, versionId: number, more: Partial<NewExecution> = {}): NewExecution => ({
  id,
  workflowId: null,
  versionId,
  ranBy: null,
  mode: 'webhook',
  triggerType: null,
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
  const newRow = async (more?: Partial<NewExecution>) => newExecution(await store.nextId(), versionId, more);
  const write = async <T = WriteResult>(...writes: ExecutionWrite[]) => (await store.write(writes)) as T[];
  const create = async (more: Partial<NewExecution> = {}): Promise<number> => {
    const row = await newRow(more);
    await write({ kind: 'create', row });
    return row.id;
  };
  const rows = () => db.selectFrom('executions').selectAll().orderBy('id').execute();
  return { db, newRow, write, create, rows, find: store.find };
};
