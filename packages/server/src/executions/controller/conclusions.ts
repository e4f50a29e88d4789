import type { ExecutionError, ExecutionMode, ExecutionStatus } from '@millrace/contract';
import type { WorkflowCallResult } from '@millrace/engine/node-api';
import { endlessWait } from '../../db/schema.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { CalledRuns } from '../maintenance/called-runs.ts';
import type { RunFiles } from '../maintenance/run-files.ts';
import type { GroupCommit } from '../store/group-commit.ts';
import type { ExecutionEnd, WriteResults } from '../store/writes.ts';
import type { Audience } from '../waiters/audience.ts';
import type { RunView } from '../waiters/run-view.ts';
import type { RunEnd } from '../workers/protocol.ts';
import { type ActiveRun, aboutRun, crashed, elapsedOf } from './active-run.ts';
import type { ErrorWorkflow } from './error-workflow.ts';
import { fileOwnersIn } from './file-owners.ts';
import { isKept } from './save-rules.ts';

/**
 * How a stretch of a run concludes: it ends, it waits, or it is released for another process. Each is durable before anyone is told of it, and
 * written for as long as it takes the database to come back. Nothing here rejects.
 */
export interface Conclusions {
  end(entry: ActiveRun, end: RunEnd): Promise<void>;
  wait(entry: ActiveRun, end: RunEnd): Promise<void>;
  release(entry: ActiveRun, results: Pick<RunEnd, 'nodes' | 'items' | 'progress'>): Promise<void>;
}

export interface ConclusionsOptions {
  processId: string;
  commit: GroupCommit;
  audience: Audience;
  view: RunView;
  files: RunFiles;
  called: CalledRuns;
  errorWorkflow: ErrorWorkflow;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** An execution has been queued. */
  onQueued(executionId: number, mode: ExecutionMode): void;
  /** An execution waits until then (epoch milliseconds). */
  onWaiting(entry: ActiveRun, till: number): void;
}

/** How a run has ended. */
export interface Judgement {
  status: ExecutionStatus;
  /** JSON of an ExecutionError. */
  error: string | null;
  errorMessage: string | undefined;
  lastNode: string | null;
}

/** A verdict counts before what the run says of itself. */
const judge = ({ verdict }: ActiveRun, end: RunEnd): Judgement => {
  const { lastNode } = end;
  if (!verdict)
    return { status: end.status as ExecutionStatus, error: end.error, errorMessage: end.errorMessage, lastNode };
  const { status, error } = verdict;
  return { status, error: error ? JSON.stringify(error) : null, errorMessage: error?.message, lastNode };
};

/** What the run that called this one is told: JSON of a WorkflowCallResult. @param items JSON of a list, put in as it stands */
export const callResultText = (
  executionId: number,
  { status, error }: Pick<Judgement, 'status' | 'error'>,
  items: string,
) =>
  status === 'success'
    ? `{"status":"success","executionId":"${executionId}","items":${items}}`
    : JSON.stringify({ status: 'error', executionId: String(executionId), error: toError(status, error) });

const toError = (status: ExecutionStatus, error: string | null): ExecutionError => {
  if (error !== null) return JSON.parse(error) as ExecutionError;
  const message = status === 'canceled' ? 'The execution was stopped' : 'The execution failed';
  return { name: 'Error', message, timestamp: 0 };
};

export const createConclusions = (options: ConclusionsOptions): Conclusions => {
  const { processId, commit, audience, view, files, clock, log, metrics, onQueued } = options;

  /** A caller that waits as a row is told in the same transaction. */
  const callerOf = (entry: ActiveRun, judged: Judgement, end: RunEnd): ExecutionEnd['caller'] => {
    if (!entry.parent || entry.waitCount === 0) return undefined;
    const text = callResultText(entry.executionId, judged, end.lastItems ?? '[]');
    const result = JSON.parse(text) as WorkflowCallResult;
    return { executionId: entry.parent.executionId, resumption: { resumption: { kind: 'execution', result } } };
  };

  const passedOnBy = ({ parent }: ActiveRun, { lastItems }: RunEnd): ExecutionEnd['passedOn'] => {
    const owners = parent && lastItems ? fileOwnersIn(lastItems, parent.executionId) : [];
    return parent && owners.length > 0 ? { executionId: parent.executionId, owners } : undefined;
  };

  const writeEnd = async (
    entry: ActiveRun,
    end: RunEnd,
    judged: Judgement,
    holder: string | null,
  ): Promise<{ judged: Judgement; stoppedAt: number; result: WriteResults['end'] }> => {
    const { executionId, version, mode, retryOf, rules } = entry;
    const stoppedAt = clock.now();
    const keep = isKept(rules, judged.status);
    const changes = mode === 'manual' ? undefined : end.progress?.staticData;
    const { workflowId } = version;
    const { status, error, lastNode } = judged;
    const row = { executionId, processId: holder, status, stoppedAt, error, lastNode, keep };
    const store = async (write: ExecutionEnd): Promise<WriteResults['end']> => {
      const result = await commit.writeAtLast({ kind: 'end', ...write });
      if (result.hold === 'held' && entry.mayHaveCalled) void options.called.forget(executionId);
      return result;
    };
    const isCalled = mode === 'integrated' && entry.parent !== null;
    try {
      const followUp = await options.errorWorkflow(entry, judged);
      const caller = callerOf(entry, judged, end);
      const write: ExecutionEnd = {
        ...row,
        nodes: keep ? end.nodes : [],
        items: keep ? end.items : [],
        progress: end.progress,
        staticData: changes && workflowId !== null ? { workflowId, changes } : undefined,
        retried: retryOf !== null && status === 'success' ? retryOf : undefined,
        followUp,
        caller,
        callResult: isCalled && !keep ? callResultText(executionId, judged, end.lastItems ?? '[]') : undefined,
        passedOn: passedOnBy(entry, end),
      };
      return { judged, stoppedAt, result: await store(write) };
    } catch (failure) {
      log.error({ err: failure, ...aboutRun(entry) }, 'The result of an execution could not be recorded');
    }
    const failed = crashed('its result could not be recorded in the database', stoppedAt);
    const bare: Judgement = {
      status: failed.status,
      error: JSON.stringify(failed.error),
      errorMessage: failed.error?.message,
      lastNode: null,
    };
    const write = { ...row, status: bare.status, error: bare.error, lastNode: null, nodes: [], items: [], keep: true };
    const result = await store({ ...write, caller: callerOf(entry, bare, end) }).catch(
      (error: unknown): WriteResults['end'] => {
        log.error({ err: error, ...aboutRun(entry) }, 'The end of an execution could not be recorded');
        return { hold: 'held' };
      },
    );
    return { judged: bare, stoppedAt, result };
  };

  return {
    async end(entry, end) {
      const { executionId, mode } = entry;
      const holder = entry.place.isTaken ? processId : null;
      const { judged, stoppedAt, result } = await writeEnd(entry, end, judge(entry, end), holder);
      const { status, error, errorMessage, lastNode } = judged;
      if (result.hold === 'lost') {
        log.warn(aboutRun(entry), 'An execution has been taken up by another process; its result from here is dropped');
        return;
      }
      metrics.executionEnded(mode, status, (stoppedAt - entry.startedAt) / 1000);
      if (result.unused) void files.removeAfter(result.unused, [entry.answer, end.answer]);
      view.finished(entry, { status, stoppedAt, lastNode, error });
      audience.end(entry, {
        status,
        errorMessage,
        answer: status === 'success' ? end.answer : undefined,
        callResult: mode === 'integrated' ? callResultText(executionId, judged, end.lastItems ?? '[]') : undefined,
      });
      if (result.followUp !== undefined) onQueued(result.followUp, 'error');
      if (result.caller && entry.parent) onQueued(entry.parent.executionId, 'integrated');
    },

    async wait(entry, { wait, nodes, items, progress, lastNode }) {
      if (!wait) throw new Error('A run that waits did not say what for');
      const { executionId, mode } = entry;
      const stoppedAt = clock.now();
      const waitTill = Math.min(wait.till ?? endlessWait, endlessWait);
      const write = { executionId, processId, stoppedAt, waitTill, wait, lastNode, nodes, items, progress };
      const result = await commit.writeAtLast({ kind: 'suspend', ...write, elapsed: elapsedOf(entry) });
      if (result === 'resumed') onQueued(executionId, mode);
      if (result !== 'held') return;
      view.finished(entry, { status: 'waiting', stoppedAt, waitTill, lastNode, error: null });
      audience.wait(entry);
      options.onWaiting(entry, waitTill);
    },

    async release(entry, { nodes, items, progress }) {
      const { executionId } = entry;
      const elapsed = elapsedOf(entry);
      await commit
        .writeAtLast({ kind: 'release', executionId, processId, elapsed, nodes, items, progress })
        .catch((error: unknown) =>
          log.error({ err: error, ...aboutRun(entry) }, 'An execution could not be handed over'),
        );
    },
  };
};
