import { expect, onTestFinished, test, vi } from 'vitest';
import { noDataTables } from '../../data-tables/no-data-tables.testing.ts';
import { silentLog } from '../../platform/log.ts';
import { startText } from '../stored-start.ts';
import type { ExecutionMessage, WorkerExecution } from './protocol.ts';
import { createRoom } from './room.ts';
import { createWorkerPool, type Loss } from './worker-pool.ts';

vi.setConfig({ testTimeout: 30_000 });

const refused = async () => {
  throw new Error('No node of these tests asks for it');
};

const start = startText({ kind: 'trigger', payload: { kind: 'items', items: [{ json: {} }] } }, {});

const execution: WorkerExecution = {
  executionId: 7,
  versionId: 1,
  mode: 'trigger',
  input: start,
  watched: true,
  streamed: false,
  keepOnSuccess: true,
  keepOnError: true,
  wantsItems: false,
  waitCount: 0,
};

const workflow = () =>
  JSON.stringify({
    id: null,
    name: 'Test',
    nodes: [
      { name: 'Start', type: 'test.start', position: [0, 0] },
      { name: 'Wait', type: 'test.wait', position: [200, 0] },
    ],
    connections: { Start: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] } },
  });

/** Workers, and all that they say of executions. */
const setUp = (size = 2) => {
  const messages: ExecutionMessage[] = [];
  const losses: Loss[] = [];
  const pool = createWorkerPool({
    entry: new URL('../worker/main-for-test.ts', import.meta.url),
    size,
    heapMegabytes: 64,
    settings: {
      timezone: 'UTC',
      binary: { storage: 'folder', folder: '/nonexistent' },
      files: { open: [], closed: [] },
    },
    room: createRoom(),
    outbound: { reach: refused },
    dataTables: noDataTables,
    answer: refused,
    sandbox: { reach: refused },
    log: silentLog,
    onMessage: (_executionId, message) => void messages.push(message),
    onLost: (_executionId, loss) => void losses.push(loss),
  });
  onTestFinished(() => pool.close());
  const assign = () => pool.assign(execution, workflow, { isIsolated: false, isWithinParent: false });
  const count = (type: ExecutionMessage['type']) => messages.filter((message) => message.type === type).length;
  const until = (type: ExecutionMessage['type'], many: number) =>
    expect.poll(() => count(type), { timeout: 20_000, interval: 20 }).toBe(many);
  return { pool, losses, assign, count, until };
};

test('an execution that has come back to this process is not that of the worker which has it from before', async () => {
  const { pool, losses, assign, count, until } = setUp();
  assign();
  await until('nodeStarted', 2);
  const [first] = pool.pids();
  assign();
  await until('nodeStarted', 4);

  process.kill(first as number, 'SIGKILL');
  await expect.poll(() => pool.pids()).not.toContain(first);
  expect(losses).toEqual([]);
  pool.send(7, { type: 'stop', executionId: 7 });
  await until('ended', 1);
  expect(count('ended')).toBe(1);
});

test('nor does it begin in a worker in which it is still ending', async () => {
  const { pool, losses, assign, count, until } = setUp(1);
  assign();
  await until('nodeStarted', 2);
  pool.send(7, { type: 'stop', executionId: 7 });
  assign();
  await until('nodeStarted', 4);
  expect([count('ended'), losses]).toEqual([0, []]);
  pool.send(7, { type: 'stop', executionId: 7 });
  await until('ended', 1);
});
