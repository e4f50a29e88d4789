import type { ExecutionStatus } from '@millrace/contract';
import type { WorkflowCallResult } from '@millrace/engine/node-api';
import { endlessWait } from '../../db/schema.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { ExecutionFiles } from '../maintenance/execution-files.ts';
import type { SubWorkflowResults } from '../maintenance/sub-workflow-results.ts';
import type { ExecutionQueue, QueueEntry } from '../queue/execution-queue.ts';
import type { KnownStaticData } from '../static-data.ts';
import type { GroupCommit } from '../store/group-commit.ts';
import type { ExecutionEnd, WriteOf, WriteResults } from '../store/writes.ts';
import type { ExecutionView } from '../waiters/execution-view.ts';
import type { ResultWaiters } from '../waiters/result-waiters.ts';
import type { ExecutionResult } from '../workers/protocol.ts';
import { callResultText, type FinalState } from './call-result.ts';
import type { ErrorWorkflow } from './error-workflow.ts';
import type { ExecutionController } from './execution-controller.ts';
import { aboutExecution } from './execution-facts.ts';
import { fileOwnersIn } from './file-owners.ts';
import { crashed } from './outcomes.ts';
import { isKept } from './save-rules.ts';

/**
 * How an execution leaves this process: it ends, it waits, or it is released. Each is durable before anyone is told of it, and written for as long as it
 * takes the database to come back. Nothing here rejects.
 */
export interface Endings {
  end(controller: ExecutionController, result: ExecutionResult): Promise<void>;
  suspend(controller: ExecutionController, result: ExecutionResult): Promise<void>;
  release(
    controller: ExecutionController,
    results: Pick<ExecutionResult, 'nodes' | 'items' | 'progress'>,
  ): Promise<void>;
}

/** That it was to end otherwise counts before what the worker says of it. */
const finalStateOf = ({ outcome }: ExecutionController, result: ExecutionResult): FinalState => {
  const { error, errorMessage, lastNode } = result;
  if (!outcome) return { status: result.status as ExecutionStatus, error, errorMessage, lastNode };
  return {
    status: outcome.status,
    error: outcome.error ? JSON.stringify(outcome.error) : null,
    errorMessage: outcome.error?.message,
    lastNode,
  };
};

export const createEndings = (options: {
  processId: string;
  commit: GroupCommit;
  staticData: Pick<KnownStaticData, 'changed'> | undefined;
  waiters: ResultWaiters;
  view: ExecutionView;
  files: ExecutionFiles;
  subWorkflowResults: SubWorkflowResults;
  errorWorkflow: ErrorWorkflow;
  queue: Pick<ExecutionQueue, 'add'>;
  /** An execution waits until then (epoch milliseconds). */
  expectResumption(execution: QueueEntry & { waitCount: number }, till: number): void;
  clock: Clock;
  log: Log;
  metrics: Metrics;
}): Endings => {
  const { processId, commit, waiters, view, files, queue, clock, log, metrics } = options;

  /** A parent that waits as a row is told in the same transaction. */
  const callerOf = (
    { executionId, parent, waitCount }: ExecutionController,
    final: FinalState,
    result: ExecutionResult,
  ): ExecutionEnd['caller'] => {
    if (!parent || waitCount === 0) return undefined;
    const text = callResultText(executionId, final, result.lastItems ?? '[]');
    const told = JSON.parse(text) as WorkflowCallResult;
    return { executionId: parent.executionId, resumption: { resumption: { kind: 'execution', result: told } } };
  };

  const passedOnBy = ({ parent }: ExecutionController, { lastItems }: ExecutionResult): ExecutionEnd['passedOn'] => {
    const owners = parent && lastItems ? fileOwnersIn(lastItems, parent.executionId) : [];
    return parent && owners.length > 0 ? { executionId: parent.executionId, owners } : undefined;
  };

  const write = async (controller: ExecutionController, end: WriteOf<'end'>): Promise<WriteResults['end']> => {
    const written = await commit.writeAtLast(end);
    if (end.staticData) options.staticData?.changed(end.staticData.workflowId);
    if (written.hold === 'held' && controller.mayHaveCalled)
      void options.subWorkflowResults.forget(controller.executionId);
    return written;
  };

  const writeEnd = async (
    controller: ExecutionController,
    result: ExecutionResult,
    final: FinalState,
    stoppedAt: number,
  ): Promise<WriteResults['end']> => {
    const { executionId, version, mode, retryOf, rules, parent } = controller;
    const { status, error, lastNode } = final;
    const keep = isKept(rules, status);
    const changes = mode === 'manual' ? undefined : result.progress?.staticData;
    const isHidden = mode === 'integrated' && parent !== null && !keep;
    const followUp = await options.errorWorkflow(controller, final);
    // In one literal, as most objects that each execution makes: what is put together by spreading costs several times as much.
    const written = await write(controller, {
      kind: 'end',
      executionId,
      processId,
      status,
      stoppedAt,
      error,
      lastNode,
      keep,
      nodes: keep ? result.nodes : [],
      items: keep ? result.items : [],
      progress: result.progress,
      staticData: changes && version.workflowId !== null ? { workflowId: version.workflowId, changes } : undefined,
      retried: retryOf !== null && status === 'success' ? retryOf : undefined,
      followUp,
      caller: callerOf(controller, final, result),
      callResult: isHidden ? callResultText(executionId, final, result.lastItems ?? '[]') : undefined,
      passedOn: passedOnBy(controller, result),
    });
    if (written.followUp !== undefined && followUp)
      queue.add([{ executionId: written.followUp, mode: 'error', workflowId: followUp.workflowId }]);
    return written;
  };

  /** Only that it has ended, where that is all that the database takes. */
  const writeBareEnd = async (
    controller: ExecutionController,
    result: ExecutionResult,
    final: FinalState,
    stoppedAt: number,
  ): Promise<WriteResults['end']> => {
    const { executionId } = controller;
    const { status, error } = final;
    const end = { executionId, processId, status, stoppedAt, error, lastNode: null, nodes: [], items: [], keep: true };
    try {
      return await write(controller, { kind: 'end', ...end, caller: callerOf(controller, final, result) });
    } catch (failure) {
      log.error({ err: failure, ...aboutExecution(controller) }, 'The end of an execution could not be recorded');
      return { hold: 'held' };
    }
  };

  const unrecorded = (stoppedAt: number): FinalState => {
    const { status, error } = crashed('its result could not be recorded in the database', stoppedAt);
    return { status, error: JSON.stringify(error), errorMessage: error?.message, lastNode: null };
  };

  return {
    async end(controller, result) {
      const { executionId, mode, parent } = controller;
      const stoppedAt = clock.now();
      let final = finalStateOf(controller, result);
      let written: WriteResults['end'];
      try {
        written = await writeEnd(controller, result, final, stoppedAt);
      } catch (failure) {
        log.error({ err: failure, ...aboutExecution(controller) }, 'The result of an execution could not be recorded');
        final = unrecorded(stoppedAt);
        written = await writeBareEnd(controller, result, final, stoppedAt);
      }
      const { status, error, errorMessage, lastNode } = final;
      if (written.hold === 'lost') {
        log.warn(
          aboutExecution(controller),
          'An execution belongs to another process now; its result from here is dropped',
        );
        return;
      }
      metrics.executionEnded(mode, status, (stoppedAt - controller.startedAt) / 1000);
      if (written.unused) void files.removeAfter(written.unused, [controller.answer, result.answer]);
      view.finished(controller, { status, stoppedAt, lastNode, error });
      waiters.end(controller, {
        status,
        errorMessage,
        answer: status === 'success' ? result.answer : undefined,
        callResult: mode === 'integrated' ? callResultText(executionId, final, result.lastItems ?? '[]') : undefined,
      });
      if (written.caller && parent)
        queue.add([{ executionId: parent.executionId, mode: 'integrated', workflowId: null }]);
    },

    async suspend(controller, { wait, nodes, items, progress, lastNode }) {
      if (!wait) throw new Error('An execution that waits did not say what for');
      const { executionId, mode, version } = controller;
      const stoppedAt = clock.now();
      const waitTill = Math.min(wait.till ?? endlessWait, endlessWait);
      const write = { executionId, processId, stoppedAt, waitTill, wait, lastNode, nodes, items, progress };
      const written = await commit.writeAtLast({ kind: 'suspend', ...write, elapsed: controller.elapsed() });
      if (written === 'resumed') queue.add([{ executionId, mode, workflowId: version.workflowId }]);
      if (written !== 'held') return;
      view.finished(controller, { status: 'waiting', stoppedAt, waitTill, lastNode, error: null });
      waiters.suspend(controller);
      const { workflowId } = version;
      options.expectResumption({ executionId, mode, workflowId, waitCount: controller.waitCount }, waitTill);
    },

    async release(controller, { nodes, items, progress }) {
      const { executionId, mode, version } = controller;
      const elapsed = controller.elapsed();
      const hold = await commit
        .writeAtLast({ kind: 'release', executionId, processId, elapsed, nodes, items, progress })
        .catch((error: unknown) => {
          log.error({ err: error, ...aboutExecution(controller) }, 'An execution could not be released');
        });
      if (hold === 'held') queue.add([{ executionId, mode, workflowId: version.workflowId }]);
    },
  };
};
