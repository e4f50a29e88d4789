import type { ExecutionStatus } from '@millrace/contract';
import type { Log } from '../platform/log.ts';
import { type ActiveRun, crashed } from './active-run.ts';
import { isKept } from './save-rules.ts';
import type { GroupCommit } from './store/group-commit.ts';
import type { ExecutionEnd } from './store/run-store.ts';
import type { RunEnd } from './workers/protocol.ts';

/** How a run has ended, as it stands in the database. */
export interface RecordedEnd {
  status: ExecutionStatus;
  stoppedAt: number;
  /** JSON of an ExecutionError. */
  error: string | null;
  errorMessage: string | undefined;
  lastNode: string | null;
  /** False: the execution was deleted. */
  isKept: boolean;
}

/** A verdict counts before what the run says of itself. */
const judge = ({ verdict }: ActiveRun, end: RunEnd, stoppedAt: number): Omit<RecordedEnd, 'isKept'> => {
  const { lastNode } = end;
  if (!verdict) return { status: end.status, stoppedAt, error: end.error, errorMessage: end.errorMessage, lastNode };
  const { status, error } = verdict;
  return { status, stoppedAt, error: error ? JSON.stringify(error) : null, errorMessage: error?.message, lastNode };
};

/**
 * Writes the end of a run, for as long as it takes the database to come back. A result that the database refuses is left out, and
 * the run ends as crashed, saying so. Never rejects.
 */
export const recordEnd = async (
  { commit, log }: { commit: GroupCommit; log: Log },
  entry: ActiveRun,
  end: RunEnd,
  { stoppedAt, staticData }: { stoppedAt: number; staticData: ExecutionEnd['staticData'] },
): Promise<RecordedEnd> => {
  const { executionId, rules } = entry;
  const judged = judge(entry, end, stoppedAt);
  const { status, error, lastNode } = judged;
  const keep = isKept(rules, status);
  const row = { executionId, status, stoppedAt, error, lastNode, nodes: end.nodes, keep };
  try {
    await commit.writeAtLast({ kind: 'end', end: { ...row, staticData } });
    return { ...judged, isKept: keep };
  } catch (failure) {
    log.error({ err: failure, executionId }, 'The result of an execution could not be recorded');
  }
  const failed = crashed('its result could not be recorded in the database', stoppedAt);
  const bare = { status: failed.status, error: JSON.stringify(failed.error), lastNode: null };
  await commit
    .writeAtLast({ kind: 'end', end: { ...row, ...bare, nodes: [], keep: true } })
    .catch((failure: unknown) =>
      log.error({ err: failure, executionId }, 'The end of an execution could not be recorded'),
    );
  return { ...bare, stoppedAt, errorMessage: failed.error?.message, isKept: true };
};
