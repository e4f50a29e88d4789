import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WorkflowNode } from '@millrace/contract';
import { createNodeTypeRegistry } from '@millrace/engine';
import { onTestFinished } from 'vitest';
import { createTestCredentials, type TestCredentialsOptions } from '../credentials/credentials.testing.ts';
import { noDataTables } from '../data-tables/no-data-tables.testing.ts';
import { createOutboundProcess } from '../executions/outbound/outbound-process.ts';
import { silentLog } from '../platform/log.ts';
import { createNodeCalls, type NodeCallsOptions } from './node-calls.ts';
import { testNodes } from './nodes-for-test.ts';
import type { CallSubject } from './types.ts';

const entry = new URL('./main-for-test.ts', import.meta.url);

/** Node calls in real processes, whose nodes are those of `nodes-for-test.ts`. */
export const createTestCalls = async (options: Partial<NodeCallsOptions> = {}, given: TestCredentialsOptions = {}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-calls-'));
  const credentials = createTestCredentials({
    ...given,
    nodeTypes: createNodeTypeRegistry(testNodes),
    reach: (token) => outbound.reach(token),
  });
  const outbound = createOutboundProcess({
    policy: { allowPrivateNetworks: true },
    binary: { storage: 'folder', folder: '/nonexistent' },
    credentials: credentials.access,
    log: silentLog,
  });
  const calls = createNodeCalls({
    entry,
    heapMegabytes: 64,
    settings: { timezone: 'UTC', binary: { storage: 'folder', folder }, files: { open: [], closed: [] } },
    outbound,
    dataTables: noDataTables,
    askers: credentials.askers,
    log: silentLog,
    ...options,
  });
  onTestFinished(async () => {
    await calls.close();
    credentials.close();
    await outbound.close();
    await rm(folder, { recursive: true, force: true });
  });
  return calls;
};

/** A workflow of one node. @param type without `test.` */
export const subjectOf = (
  type: string,
  parameters: WorkflowNode['parameters'] = {},
  more: Partial<CallSubject> = {},
): CallSubject => ({
  workflow: {
    id: null,
    name: 'Test',
    active: false,
    nodes: [{ name: 'Node', type: `test.${type}`, typeVersion: 1, position: [0, 0], parameters }],
    connections: {},
  },
  node: 'Node',
  ranBy: 'owner',
  ...more,
});

export const choices = (name: string) => ({ kind: 'options' as const, name, path: 'parameters.text' });
