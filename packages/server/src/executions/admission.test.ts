import { expect, it } from 'vitest';
import { noMetrics } from '../platform/metrics/index.ts';
import { createLocalBus } from '../processes/bus.ts';
import { createAdmission } from './admission.ts';
import { createControllers } from './controller/controllers.ts';
import { createMemoryQueue } from './queue/memory-queue.ts';
import { createSlots } from './queue/slots.ts';
import type { GroupCommit } from './store/group-commit.ts';
import type { ExecutionWrite } from './store/writes.ts';
import { createResultWaiters } from './waiters/result-waiters.ts';
import { createRoom } from './workers/room.ts';

const setUp = ({ slots: production = 2, mostQueued = 2 } = {}) => {
  const written: string[] = [];
  let lastId = 100;
  const write = async (what: ExecutionWrite) => {
    if (what.kind !== 'create') return null;
    written.push(what.row.status);
    return { id: what.row.id, staticData: null };
  };
  const queue = createMemoryQueue({ claim: async () => [], unfinished: async () => [] });
  const controllers = createControllers();
  controllers.open(() => {});
  const admission = createAdmission({
    processId: 'here',
    executes: true,
    mostQueued,
    defaults: {
      saveDataErrorExecution: 'all',
      saveDataSuccessExecution: 'all',
      saveManualExecutions: false,
      saveExecutionProgress: false,
      executionTimeout: -1,
      maxExecutionTimeout: 3600,
    },
    slots: createSlots({ limits: { production, manual: 1 }, byWorkflow: production, room: createRoom() }),
    queue,
    controllers,
    store: { nextId: async () => ++lastId },
    staticData: undefined,
    commit: { write, writeAtLast: write, close: async () => {} } as GroupCommit,
    waiters: createResultWaiters(createLocalBus('here', () => {})),
    clock: { now: () => 1 },
    metrics: noMetrics,
    untilDone: (work) => work,
    isClosing: () => false,
    onManual: () => {},
    filesSeenBy: async () => [],
  });
  const request = (mode: 'webhook' | 'integrated', isAwaited = false) => ({
    version: { versionId: 1, workflowId: 1, workflow: { name: '', nodes: [], connections: {} } },
    mode,
    input: '{}',
    isAwaited,
  });
  const wait = (executionId: number) => queue.add([{ executionId, mode: 'webhook', workflowId: 2 }]);
  return { admission, request, wait, written };
};

it('lets no newcomer overtake what waits, though a slot is free', async () => {
  const { admission, request, wait, written } = setUp();
  await admission.create(request('webhook'));
  wait(1);
  await admission.create(request('webhook'));
  expect(written).toEqual(['running', 'queued']);
});

it('refuses what is more than may wait, but no sub-workflow', async () => {
  const { admission, request, wait, written } = setUp();
  wait(1);
  wait(2);
  await expect(admission.create(request('webhook'))).rejects.toMatchObject({ error: 'tooManyRuns' });
  await admission.createSubWorkflow(request('integrated'));
  expect(written).toEqual(['queued']);
});

it('runs a sub-workflow that is awaited within the slot of its parent', async () => {
  const { admission, request, written } = setUp({ slots: 1 });
  await admission.create(request('webhook'));
  await admission.createSubWorkflow(request('integrated', true));
  await admission.createSubWorkflow(request('integrated'));
  expect(written).toEqual(['running', 'running', 'queued']);
});
