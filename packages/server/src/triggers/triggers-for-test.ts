import { createNodeTypeRegistry, type RunStart } from '@millrace/engine';
import { loadNodeTypes } from '@millrace/nodes';
import type { EnqueuedExecution, EnqueueRequest } from '../executions/types.ts';
import { AppError } from '../platform/errors.ts';
import { JsonText } from '../platform/json-text.ts';

/** The built-in node types, as the server has them. */
export const loadTestNodeTypes = async () => createNodeTypeRegistry(await loadNodeTypes());

/** Runs that end at once, and remember how they were started. */
export const createRecordedRuns = () => {
  const started: EnqueueRequest[] = [];
  const state = { isFull: false };
  const enqueue = async (run: EnqueueRequest): Promise<EnqueuedExecution> => {
    if (state.isFull) throw new AppError('tooManyRuns', 'Too many runs wait for a worker.');
    started.push({ ...run, start: run.start instanceof JsonText ? (run.start.parse() as RunStart) : run.start });
    return {
      executionId: started.length,
      response: Promise.resolve(undefined),
      ended: Promise.resolve({ status: 'success' }),
    };
  };
  const reserve = async () => started.length + 1000;
  const statics = { keepStaticData: async () => true, staticDataChanged: () => {} };
  return { enqueue, started, state, reserve, ...statics, findStarted: async () => undefined };
};

/** What triggers need besides, where no code of nodes is called. */
export const withoutCalls = {
  calls: {
    ask: () => Promise.reject(new Error('No node is asked here')),
    listen: () => Promise.reject(new Error('No node listens here')),
  },
  binary: { deleteExecution: async () => {} },
  push: { tell: () => {} },
  bases: () => ({ production: 'http://localhost/webhook/', test: 'http://localhost/webhook-test/' }),
};

export const webhookNode = (name: string, path: string, more: Record<string, unknown> = {}) => ({
  name,
  type: 'core.webhook',
  typeVersion: 2,
  position: [0, 0] as [number, number],
  parameters: { path, httpMethod: 'POST', ...more },
});

export const scheduleNode = (name: string, cron: string) => ({
  name,
  type: 'core.scheduleTrigger',
  typeVersion: 1.2,
  position: [0, 100] as [number, number],
  parameters: { rule: { interval: [{ field: 'cronExpression', expression: cron }] } },
});
