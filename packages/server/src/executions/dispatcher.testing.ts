import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PushMessage, WorkflowNode, WorkflowSettings } from '@millrace/contract';
import { createNodeTypeRegistry } from '@millrace/engine';
import { onTestFinished } from 'vitest';
import type { Askers } from '../credentials/askers.ts';
import { createTestCredentials, type TestCredentialsOptions } from '../credentials/credentials.testing.ts';
import { noDataTables } from '../data-tables/no-data-tables.testing.ts';
import type { AnswerDataTables } from '../data-tables/protocol.ts';
import type { OpenDatabase } from '../db/database.ts';
import { createWorkflowCalls } from '../permissions/workflow-calls.ts';
import { type BinaryStore, createBinaryStore } from '../platform/binary/index.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { createOneProcess } from '../processes/processes.ts';
import { testSandbox } from '../sandbox/sandbox.testing.ts';
import { createSandboxProcess } from '../sandbox/sandbox-process.ts';
import { createUsers } from '../users/service.ts';
import { createVersions } from '../workflows/versions.ts';
import { createDispatcher, type DispatcherConfig, type DispatcherOptions } from './dispatcher.ts';
import { createOutboundProcess } from './outbound/outbound-process.ts';
import { createExecutionRights } from './rights.ts';
import { createExecutionStore } from './store/execution-store.ts';
import type { EnqueueRequest, RunnableVersion } from './types.ts';
import { testNodes } from './worker/nodes-for-test.ts';

const workerEntry = new URL('./worker/main-for-test.ts', import.meta.url);

const noFiles = { deleteExecutions: async () => {}, executionIds: async () => [] };

const defaults = {
  saveDataErrorExecution: 'all',
  saveDataSuccessExecution: 'all',
  saveManualExecutions: false,
  saveExecutionProgress: false,
  executionTimeout: -1,
  maxExecutionTimeout: 3600,
} as const;

/** Binary data in a folder of the running test. */
export const createTestFiles = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const binary = createBinaryStore(folder);
  const keep = (executionId: number) => binary.write(String(executionId), Buffer.from('bytes'), {});
  return { folder, binary, keep, stored: () => binary.executionIds() };
};

/** Runs on a real database with real workers, whose nodes are those of `worker/main-for-test.ts`. */
export const createTestDispatcher = async (
  database: OpenDatabase,
  config: Partial<DispatcherConfig> = {},
  binary: Pick<BinaryStore, 'deleteExecutions' | 'executionIds'> = noFiles,
  runStore = createExecutionStore(database),
  processes: DispatcherOptions['processes'] = createOneProcess(silentLog),
  {
    dataTables = () => noDataTables,
    ...given
  }: TestCredentialsOptions & {
    /** Answers what nodes ask of data tables. */
    dataTables?: (askers: Pick<Askers, 'find'>) => AnswerDataTables;
  } = {},
) => {
  const { db } = database;
  const versions = createVersions({ db, clock: systemClock });
  const messages: PushMessage[] = [];
  const listeners = new Set<() => void>();
  const hear = (message: PushMessage) => {
    messages.push(message);
    for (const listener of listeners) listener();
  };
  const nodeTypes = createNodeTypeRegistry(testNodes);
  const credentials = createTestCredentials({ ...given, nodeTypes, reach: (token) => outbound.reach(token) });
  const outbound = createOutboundProcess({
    policy: { allowPrivateNetworks: true },
    binary: { storage: 'folder', folder: '/nonexistent' },
    credentials: credentials.access,
    log: silentLog,
  });
  const sandbox = createSandboxProcess({ settings: testSandbox, log: silentLog });
  onTestFinished(async () => {
    credentials.close();
    await outbound.close();
    await sandbox.close();
  });
  const dispatcher = await createDispatcher({
    outbound,
    dataTables: dataTables(credentials.askers),
    sandbox,
    rights: createExecutionRights(db),
    askers: credentials.askers,
    processes,
    store: runStore,
    versions,
    workflowCalls: createWorkflowCalls(db),
    nodeTypes,
    push: { send: (_session, message) => hear(message), sendText: (_session, text) => hear(JSON.parse(text)) },
    binary,
    clock: systemClock,
    log: silentLog,
    config: {
      executes: true,
      workers: 1,
      workerEntry,
      workerHeapMegabytes: 64,
      worker: {
        timezone: 'UTC',
        binary: { storage: 'folder', folder: '/nonexistent' },
        files: { open: [], closed: [] },
      },
      concurrency: 5,
      workflowConcurrency: 5,
      manualConcurrency: 5,
      queued: 5,
      shutdownGrace: 0.5,
      defaults,
      ...config,
    },
  });
  onTestFinished(() => dispatcher.close());

  const { defaultUser } = await createUsers({ db, clock: systemClock });

  /**
   * A stored workflow of nodes in a row, by their types without `test.`; nodes are named like their types, later ones of a type with their index.
   *
   * @param tools of some node, by its name: types, after which they are named as well
   * @param credentials that each node names
   */
  const store = async (
    types: string[],
    settings: WorkflowSettings = {},
    tools: Record<string, string[]> = {},
    credentials?: WorkflowNode['credentials'],
  ): Promise<RunnableVersion> => {
    const names = types.map((type, index) => (types.indexOf(type) === index ? type : `${type}${index}`));
    const nodes = types.map((type, index) => ({
      name: names[index],
      type: `test.${type}`,
      position: [index * 100, 0],
      credentials,
    }));
    const wires = names
      .slice(1)
      .map((name, index) => [names[index], { main: [[{ node: name, type: 'main', index: 0 }]] }]);
    const toolWires = Object.entries(tools).flatMap(([name, list]) =>
      list.map((tool) => [tool, { ai_tool: [[{ node: name, type: 'ai_tool', index: 0 }]] }]),
    );
    const toolNodes = Object.values(tools).flatMap((list) =>
      list.map((tool, index) => ({ name: tool, type: `test.${tool}`, position: [index * 100, 200] })),
    );
    const graph = {
      nodes: [...nodes, ...toolNodes],
      connections: Object.fromEntries([...wires, ...toolWires]),
      settings,
    };
    const now = Date.now();
    const { id } = await db
      .insertInto('workflows')
      .values({
        owner_id: defaultUser.id,
        name: `Test ${randomUUID()}`,
        active: 1,
        graph: JSON.stringify(graph),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return versions.ofStored(Number(id));
  };

  const begin = (version: RunnableVersion, more: Partial<EnqueueRequest> = {}) =>
    dispatcher.enqueue({
      version,
      mode: 'trigger',
      start: { kind: 'trigger', payload: { kind: 'items', items: [{ json: { a: 1 } }] } },
      waitForAnswer: true,
      ...more,
    });

  const execution = (id: number) => db.selectFrom('executions').selectAll().where('id', '=', id).executeTakeFirst();
  const nodesOf = (id: number) =>
    db.selectFrom('execution_nodes').selectAll().where('execution_id', '=', id).orderBy('position').execute();

  /** Resolves when a message that fits has come. */
  const heard = (fits: (message: PushMessage) => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!messages.some(fits)) return;
        listeners.delete(look);
        resolve();
      };
      listeners.add(look);
      look();
    });

  return { dispatcher, versions, store, begin, execution, nodesOf, messages, heard };
};
