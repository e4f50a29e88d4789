import { resume, suspend, toStatement } from './moves.ts';
import { holdsOf, insertResults } from './results.ts';
import { query, run, type Statement, type Steps } from './statements.ts';
import { inTurns } from './turns.ts';
import { resumedBy, suspendedWith, type WaitingRow } from './waits.ts';
import type { ExecutionEnd, WriteOf, WriteResults } from './writes.ts';

const suspends = toStatement(suspend);
const resumes = toStatement(resume);

const readResumptions: Statement<WriteOf<'suspend'>> = {
  text: `select executions.id, executions.resumption from executions {and}
    where executions.id = :id and executions.process_id = :process_id {lock}`,
  values: { id: ['bigint', ({ executionId }) => executionId], process_id: ['text', ({ processId }) => processId] },
  gives: 'rows',
};

const readWaits: Statement<{ executionId: number }> = {
  text: `select executions.id, executions.wait, executions.wait_count, executions.start from executions {and}
    where executions.id = :id and executions.status = 'waiting' {lock}`,
  values: { id: ['bigint', ({ executionId }) => executionId] },
  gives: 'rows',
};

/** For one that is about to wait: that it need not will be found then. One that begins to wait at this moment is waited for, and left as it is. */
const setResumption: Statement<NonNullable<ExecutionEnd['caller']>> = {
  text: `update executions set resumption = :resumption {from} where executions.id = :id and executions.status = 'running'`,
  values: {
    id: ['bigint', ({ executionId }) => executionId],
    resumption: ['text', ({ resumption }) => JSON.stringify(resumption)],
  },
  gives: { touched: 'executions.id' },
};

export function* suspendAll(writes: readonly WriteOf<'suspend'>[]): Steps<WriteResults['suspend'][]> {
  const found = yield* query<WriteOf<'suspend'>, { id: number; resumption: string | null }>(readResumptions, writes);
  const resumptions = new Map(found.map(({ id, resumption }) => [id, resumption]));
  const suspended = writes
    .filter(({ executionId }) => resumptions.has(executionId))
    .map((write) => suspendedWith(resumptions.get(write.executionId) ?? null, write));
  const moved = new Set(yield* run(suspends, suspended));
  const held = suspended.filter(({ executionId }) => moved.has(executionId));
  yield* insertResults(held);
  const holds = yield* holdsOf(writes, moved);
  const resumed = new Set(held.filter(({ early }) => early !== undefined).map(({ executionId }) => executionId));
  return writes.map(({ executionId }, index) => (resumed.has(executionId) ? 'resumed' : (holds[index] ?? 'gone')));
}

export function* resumeAll(writes: readonly WriteOf<'resume'>[]): Steps<boolean[]> {
  const ended = new Set<WriteOf<'resume'>>();
  for (const turn of inTurns(writes)) {
    const rows = yield* query<WriteOf<'resume'>, WaitingRow>(readWaits, turn);
    const waiting = new Map(rows.map((row) => [row.id, row]));
    const meant = turn.flatMap((write) => {
      const row = waiting.get(write.executionId);
      const resumed = row && resumedBy(row, write);
      return resumed ? [resumed] : [];
    });
    const moved = new Set(yield* run(resumes, meant));
    for (const write of turn) if (moved.has(write.executionId)) ended.add(write);
  }
  return writes.map((write) => ended.has(write));
}

/** The end of an execution for the one that waits for it. @returns whether that has been resumed */
export function* tellCaller(caller: NonNullable<ExecutionEnd['caller']>): Steps<boolean> {
  const { executionId, resumption } = caller;
  const write = { kind: 'resume', executionId, resumption: resumption.resumption, processId: null } as const;
  // In this order: whether it waits is read when it cannot begin to any more.
  const running = yield* run(setResumption, [caller]);
  if (running.length > 0) return false;
  const [isResumed = false] = yield* resumeAll([write]);
  return isResumed;
}
