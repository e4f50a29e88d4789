import type { PushMessage, WorkflowNode } from '@millrace/contract';
import { createNodeTypeRegistry } from '@millrace/engine';
import { loadNodeTypes } from '@millrace/nodes';
import { onTestFinished } from 'vitest';
import { noAudit } from '../audit/no-audit.testing.ts';
import { anyCredentials } from '../credentials/uses.testing.ts';
import type { OpenDatabase } from '../db/database.ts';
import { createTestDispatcher, createTestFiles } from '../executions/dispatcher.testing.ts';
import { createTestCalls } from '../node-calls/node-calls.testing.ts';
import type { Clock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { createUsers } from '../users/service.ts';
import { createWorkflows } from '../workflows/service.ts';
import { unorganized } from '../workflows/unorganized.testing.ts';
import { testTriggers } from './nodes-for-test.ts';
import { startService } from './service.testing.ts';
import { createTriggerStates } from './states/trigger-states.ts';
import { createTriggerSubjects } from './subjects.ts';
import { createTriggers, type TriggersOptions } from './triggers.ts';

export const workerEntry = new URL('./main-for-test.ts', import.meta.url);

export const triggerNode = (type: string, parameters: WorkflowNode['parameters'], name = 'Trigger'): WorkflowNode => ({
  name,
  type: `test.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
});

/** Triggers of one process on a real database, with real calls of their code and real executions, and a service that they talk to. */
export const setUpTriggers = async (
  database: OpenDatabase,
  more: Partial<TriggersOptions> = {},
  clock: Clock = { now: () => Date.now() },
) => {
  const { db } = database;
  const service = await startService();
  onTestFinished(() => service.close());
  const { defaultUser: user } = await createUsers({ db, clock });
  const { folder, binary, stored: filesOf } = await createTestFiles();
  const nodeTypes = createNodeTypeRegistry([...testTriggers, ...(await loadNodeTypes())]);
  const { dispatcher, versions } = await createTestDispatcher(database, { workerEntry, queued: 100 }, binary);
  const calls = await createTestCalls({
    entry: workerEntry,
    settings: { timezone: 'UTC', binary: { storage: 'folder', folder }, files: { open: [], closed: [] } },
  });
  const told: PushMessage[] = [];
  const push = { tell: (_id: number, message: PushMessage) => void told.push(message) };
  const address = { base: 'http://millrace.test' };
  const create = (own: Partial<TriggersOptions> = {}) => {
    const triggers = createTriggers({
      db,
      dispatcher,
      calls,
      binary,
      push,
      bases: () => ({ production: `${address.base}/webhook/`, test: `${address.base}/webhook-test/` }),
      versions,
      nodeTypes,
      clock,
      log: silentLog,
      timezone: 'UTC',
      ...more,
      ...own,
    });
    onTestFinished(() => triggers.close());
    const config = { demoMode: true, paymentUrl: '', maxExecutionTimeout: 3600 };
    return {
      triggers,
      workflows: createWorkflows({
        db,
        clock,
        config,
        triggers,
        versions,
        push,
        credentials: anyCredentials,
        audit: noAudit,
        ...unorganized,
      }),
    };
  };
  const first = create();
  const states = createTriggerStates({ db, clock, push, log: silentLog });
  const subjects = createTriggerSubjects({ db, versions });
  /** For the parts of triggers alone. */
  const parts = { subjects, dispatcher, states, log: silentLog };
  const add = async (nodes: WorkflowNode[], active = true): Promise<string> => {
    const { id } = await first.workflows.create({ user }, { name: 'W', nodes, connections: {}, active });
    return id;
  };
  const staticData = async (id: string) => (await first.workflows.get(user, id)).staticData ?? {};
  /** JSON of what started each execution, oldest first. */
  const outputs = async () => {
    const rows = await db.selectFrom('executions').select('start').orderBy('id').execute();
    return rows.map(({ start }) =>
      JSON.parse(start).start.payload.output[0].map(({ json }: { json: unknown }) => json),
    );
  };
  const registrations = () => db.selectFrom('registrations').selectAll().orderBy('id').execute();
  return {
    ...first,
    db,
    user,
    service,
    dispatcher,
    versions,
    calls,
    binary,
    filesOf,
    told,
    push,
    address,
    create,
    add,
    staticData,
    outputs,
    parts,
    nodeTypes,
    clock,
    registrations,
  };
};
