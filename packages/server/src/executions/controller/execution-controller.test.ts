import { describe, expect, it } from 'vitest';
import { parentSlot } from '../queue/slots.ts';
import type { ExecutionResult } from '../workers/protocol.ts';
import type { Loss } from '../workers/worker-pool.ts';
import { ExecutionController, type NewController } from './execution-controller.ts';
import { canceled } from './outcomes.ts';
import { assertMove, type ControllerState, moves } from './states.ts';

const result: ExecutionResult = {
  executionId: 7,
  status: 'success',
  error: null,
  lastNode: 'A',
  nodes: [],
  items: [],
};

const create = (more: Partial<NewController> = {}) =>
  new ExecutionController(
    {
      executionId: 7,
      version: { versionId: 1, workflowId: 1, workflow: { name: '', nodes: [], connections: {} } },
      mode: 'webhook',
      retryOf: null,
      sessionId: null,
      lastNodeAnswer: undefined,
      origin: null,
      parent: null,
      depth: 0,
      rules: { success: true, error: true, progress: false, temporary: false },
      timeout: undefined,
      startedAt: 0,
      waitCount: 0,
      attempt: 0,
      elapsed: 0,
      input: '{}',
      staticData: null,
      earlier: undefined,
      slot: parentSlot,
      mayHaveCalled: false,
      ...more,
    } as NewController,
    { now: () => 1000 },
  );

const begun = (more?: Partial<NewController>) => {
  const controller = create(more);
  controller.handle({ type: 'begin' });
  return controller;
};
const types = (effects: readonly { type: string }[]) => effects.map(({ type }) => type);
const lossOf = (more: Partial<Loss> = {}): Loss => ({
  cause: 'ended',
  reason: 'it died',
  isCulprit: false,
  wasAlone: false,
  ...more,
});
const reclaimed = (controller: ReturnType<typeof create>) => {
  const input = { attempt: 1, elapsed: 0, input: '{}', staticData: null, earlier: undefined };
  return controller.handle({ type: 'reclaimed', input, outcome: undefined });
};

describe('the states of an execution', () => {
  it('are left by the moves of the table alone', () => {
    const all = Object.keys(moves) as ControllerState[];
    for (const from of all)
      for (const to of all) {
        const allowed: readonly string[] = moves[from];
        if (allowed.includes(to)) assertMove(from, to);
        else expect(() => assertMove(from, to)).toThrow(`An execution that is ${from} cannot become ${to}`);
      }
  });

  it('lead from its claim to its end', async () => {
    const controller = create();
    expect(controller.state).toBe('claimed');
    expect(types(controller.handle({ type: 'begin' }))).toEqual(['assign']);
    expect(controller.state).toBe('running');
    expect(types(controller.handle({ type: 'message', message: { type: 'ended', result } }))).toEqual([
      'clearTimers',
      'writeEnd',
      'releaseSlot',
    ]);
    expect(controller.state).toBe('ending');
    expect(controller.handle({ type: 'terminate', outcome: canceled, grace: 1 })).toEqual([]);
    expect(controller.handle({ type: 'settled', hasEnded: true })).toEqual([{ type: 'leave', hasEnded: true }]);
    expect(await controller.left()).toBe(true);
  });

  it('give the slot back while it waits, and when it is released', () => {
    for (const [status, write] of [
      ['waiting', 'writeWait'],
      ['paused', 'writeRelease'],
    ] as const) {
      const effects = begun().handle({ type: 'message', message: { type: 'ended', result: { ...result, status } } });
      expect(types(effects)).toContain(write);
      expect(types(effects)).toContain('releaseSlot');
    }
  });
});

describe('a termination', () => {
  it('counts before what the worker says, and kills the worker that does not obey', () => {
    const controller = begun();
    expect(types(controller.handle({ type: 'terminate', outcome: canceled, grace: 1 }))).toEqual([
      'tellWorker',
      'startTimer',
      'terminateSubWorkflows',
    ]);
    expect(types(controller.handle({ type: 'graceOver' }))).toEqual(['killWorker']);
    const effects = controller.handle({ type: 'workerLost', loss: lossOf() });
    expect(types(effects)).toContain('writeEnd');
    expect(controller.outcome).toBe(canceled);
  });

  it('ends what has not begun, when it would', () => {
    const controller = create({ outcome: canceled });
    expect(types(controller.handle({ type: 'begin' }))).toContain('writeEnd');
  });
});

describe('the loss of a worker', () => {
  it('sends on an innocent as often as it happens, in company', () => {
    const controller = begun();
    for (let count = 0; count < 10; count++) {
      expect(types(controller.handle({ type: 'workerLost', loss: lossOf() }))).toEqual(['clearTimers', 'reclaim']);
      expect(controller.state).toBe('reclaiming');
      expect(reclaimed(controller)).toMatchObject([{ type: 'assign', isIsolated: false }]);
    }
  });

  it('isolates the one that caused it, and ends it at the third time', () => {
    const controller = begun();
    const loss = lossOf({ isCulprit: true });
    for (let count = 0; count < 2; count++) {
      controller.handle({ type: 'workerLost', loss });
      expect(reclaimed(controller)).toMatchObject([{ type: 'assign', isIsolated: true }]);
    }
    expect(types(controller.handle({ type: 'workerLost', loss }))).toContain('writeEnd');
    expect(controller.outcome?.error?.message).toContain('tried 3 times without getting further; it died');
  });

  it('does not count what was before it got further', () => {
    const controller = begun();
    const loss = lossOf({ isCulprit: true });
    const last = { position: 0, node: 'A', task: '{}', outputs: null, data: null };
    for (let count = 0; count < 5; count++) {
      expect(types(controller.handle({ type: 'workerLost', loss }))).toContain('reclaim');
      reclaimed(controller);
      controller.handle({ type: 'recorded', hold: 'held', id: undefined, last });
    }
  });

  it('ends at once what has taken all memory, or a minute, of a process of its own', () => {
    for (const cause of ['memory', 'stuck'] as const) {
      const controller = begun();
      controller.handle({ type: 'workerLost', loss: lossOf({ cause, isCulprit: true, wasAlone: true }) });
      expect(controller.outcome).toMatchObject({ status: 'crashed' });
    }
  });
});

describe('a call of a sub-workflow', () => {
  const message = { type: 'call' as const, executionId: 7, id: 1, key: 'call:7:1:0:0', call: '{}', items: '[]' };

  it('is made, unless the process stops: then the execution goes on elsewhere, and makes it there', () => {
    const controller = begun();
    expect(types(controller.handle({ type: 'message', message }))).toEqual(['callWorkflow']);
    controller.handle({ type: 'pause' });
    expect(types(controller.handle({ type: 'message', message }))).toEqual([
      'tellWorker',
      'clearTimers',
      'writeRelease',
      'releaseSlot',
    ]);
    expect(controller.handle({ type: 'callEnded', id: 1, result: '{}' })).toEqual([]);
  });

  it('is made also then, where the node must not be repeated', () => {
    const controller = begun();
    const record = { type: 'record' as const, executionId: 7, nodes: [], items: [], inFlight: '{}' };
    controller.handle({ type: 'message', message: record });
    controller.handle({ type: 'pause' });
    expect(types(controller.handle({ type: 'message', message }))).toEqual(['callWorkflow']);
  });
});

describe('what another process has', () => {
  it('is dropped here', async () => {
    const controller = begun();
    const effects = controller.handle({ type: 'recorded', hold: 'lost', id: 1, last: undefined });
    expect(types(effects)).toEqual(['tellWorker', 'clearTimers', 'releaseSlot', 'leave']);
    expect(await controller.left()).toBe(false);
  });
});
