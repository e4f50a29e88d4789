import type { ExecutionError, TaskData } from '@millrace/contract';
import { type RunEvent, type RunOutcome, runWorkflow } from '@millrace/engine';
import type { HostServices } from '@millrace/engine/node-api';
import type { NodeRecord } from '../store/run-store.ts';
import type { StartRun } from '../types.ts';
import type { FromWorker, RunEnd, WorkerRun, WorkerSettings } from '../workers/protocol.ts';
import { answerWithLastItems } from './last-node-answer.ts';
import type { LoadedVersion } from './versions.ts';

/** What the row of an execution keeps of its start. */
export type RunInput = Pick<StartRun, 'start' | 'destinationNode'>;

export interface RunOptions {
  run: WorkerRun;
  version: LoadedVersion;
  host: HostServices;
  settings: WorkerSettings;
  signal: AbortSignal;
  send(message: FromWorker): void;
}

const toRecord = (position: number, node: string, { data, ...task }: TaskData): NodeRecord => ({
  position,
  node,
  task: JSON.stringify(task),
  data: data === undefined ? null : JSON.stringify(data),
});

const countItems = ({ data }: TaskData): number[] => data?.main?.map((items) => items?.length ?? 0) ?? [];

/** Executes one run to its end. Rejects only for defects: failures of nodes are part of the end. */
export const executeRun = async (options: RunOptions): Promise<RunEnd> => {
  const { run, version, host, settings, signal, send } = options;
  const { executionId, watched, streamed } = run;
  const { start, destinationNode } = JSON.parse(run.input) as RunInput;
  let position = 0;

  const onEvent = (event: RunEvent): void => {
    switch (event.type) {
      case 'response':
        send({ type: 'response', executionId, response: event.response });
        return;
      case 'nodeStarted':
        if (watched) send({ type: 'nodeStarted', executionId, node: event.node });
        return;
      case 'nodeFinished':
        if (streamed) {
          const record = toRecord(position++, event.node, event.task);
          send({ type: 'nodeFinished', executionId, record, itemCounts: countItems(event.task) });
        }
        return;
      case 'log':
        if (watched) send({ type: 'log', executionId, node: event.node, values: JSON.stringify(event.values) });
    }
  };

  const { workflow } = version;
  const outcome = await runWorkflow({
    workflow: run.staticData === undefined ? workflow : { ...workflow, staticData: JSON.parse(run.staticData) },
    executionId: String(executionId),
    mode: run.mode,
    start,
    destinationNode,
    pinData: run.mode === 'manual' ? (workflow.pinData ?? undefined) : undefined,
    nodeTypes: version.nodeTypes,
    host,
    timezone: settings.timezone,
    env: settings.env,
    signal,
    onEvent,
    keepRunData: !streamed && (run.keepOnSuccess || run.keepOnError),
  });
  return toEnd(run, outcome);
};

const toEnd = (run: WorkerRun, outcome: RunOutcome): RunEnd => {
  if (outcome.status === 'waiting' || outcome.status === 'paused') throw new Error('The run ended in a state that cannot be stored');
  const isKept = outcome.status === 'success' ? run.keepOnSuccess : run.keepOnError;
  const nodes =
    isKept && !run.streamed ? outcome.finished.map(({ node, task }, index) => toRecord(index, node, task)) : [];
  return {
    executionId: run.executionId,
    status: outcome.status,
    error: outcome.error ? JSON.stringify(outcome.error) : null,
    errorMessage: outcome.error?.message,
    lastNode: outcome.lastNode ?? null,
    nodes,
    answer:
      run.lastNodeAnswer && outcome.status === 'success'
        ? answerWithLastItems(run.lastNodeAnswer, outcome.lastItems)
        : undefined,
    staticData: run.mode === 'manual' ? undefined : outcome.progress?.staticData,
  };
};

/** The end of a run that failed outside of its nodes. */
export const failedEnd = (executionId: number, cause: unknown): RunEnd => {
  const error: ExecutionError = {
    name: cause instanceof Error ? cause.name : 'Error',
    message: cause instanceof Error ? cause.message : String(cause),
    stack: cause instanceof Error ? cause.stack : undefined,
    timestamp: Date.now(),
  };
  return {
    executionId,
    status: 'error',
    error: JSON.stringify(error),
    errorMessage: error.message,
    lastNode: null,
    nodes: [],
  };
};
