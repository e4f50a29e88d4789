import { createAll } from './create-executions.ts';
import { isRemembered, keyMemory } from './idempotency.ts';
import { end, endHidden, endUnkept, toStatement } from './moves.ts';
import { holdsOf, insertResults, useFiles } from './results.ts';
import { insertInto, query, run, type Statement, type Steps } from './statements.ts';
import { mergeStaticData } from './stored-texts.ts';
import { tellCaller } from './suspend-and-resume.ts';
import type { ExecutionEnd, WriteResults } from './writes.ts';

export const ends = toStatement(end);
const hiddenEnds = toStatement(endHidden);

const id = { id: ['bigint', ({ executionId }: ExecutionEnd) => executionId] } as const;

/** Ends that are stored as they are to be: the answer was lost, and the writer tries again. */
const readStoredEnds: Statement<ExecutionEnd> = {
  text: `select executions.id from executions {and} where executions.id = :id and executions.status = :status
    and executions.stopped_at = :stopped_at and executions.process_id is null`,
  values: { ...id, status: ['text', ({ status }) => status], stopped_at: ['bigint', ({ stoppedAt }) => stoppedAt] },
  gives: 'rows',
};

const readFileOwners: Statement<ExecutionEnd> = {
  text: 'select file_uses.execution_id, file_uses.owner_id from file_uses {and} where file_uses.execution_id = :id',
  values: id,
  gives: 'rows',
};
const readNeeded: Statement<number> = {
  text: `select executions.id from executions {and} where executions.id = :id
    union select file_uses.owner_id from file_uses {and} where file_uses.owner_id = :id`,
  values: { id: ['bigint', (owner) => owner] },
  gives: 'rows',
};
interface UsedKey {
  key: string;
  endedAt: number;
  executionId: number;
  status: string;
}
const rememberKeys = insertInto<UsedKey>(
  'used_idempotency_keys',
  {
    key: ['text', ({ key }) => key],
    ended_at: ['bigint', ({ endedAt }) => endedAt],
    execution_id: ['bigint', ({ executionId }) => executionId],
    status: ['text', ({ status }) => status],
  },
  'do nothing',
);
const forgetKeys: Statement<number> = {
  text: 'delete from used_idempotency_keys {using} where used_idempotency_keys.ended_at < :moment',
  values: { moment: ['bigint', (moment) => moment] },
  gives: 'nothing',
};

const readStaticData: Statement<number> = {
  text: 'select workflows.static_data from workflows {and} where workflows.id = :id {lock}',
  values: { id: ['bigint', (workflowId) => workflowId] },
  gives: 'rows',
};
const setStaticData: Statement<{ workflowId: number; text: string }> = {
  text: 'update workflows set static_data = :text {from} where workflows.id = :id',
  values: { id: ['bigint', ({ workflowId }) => workflowId], text: ['text', ({ text }) => text] },
  gives: 'nothing',
};
const setRetrySuccess: Statement<ExecutionEnd> = {
  text: 'update executions set retry_success_id = :id {from} where executions.id = :retried',
  values: { ...id, retried: ['bigint', ({ retried }) => retried ?? null] },
  gives: 'nothing',
};

function* endHiddenOf(given: readonly ExecutionEnd[]): Steps<Set<number>> {
  return new Set(
    yield* run(
      hiddenEnds,
      given.filter(({ callResult }) => callResult !== undefined),
    ),
  );
}

function* rememberKeysOf(
  rows: readonly { id: number; idempotency_key: string | null }[],
  ends: readonly ExecutionEnd[],
): Steps<void> {
  const endedAt = Math.max(...ends.map(({ stoppedAt }) => stoppedAt));
  const statuses = new Map(ends.map(({ executionId, status }) => [executionId, status]));
  const keys = rows.flatMap(({ id: executionId, idempotency_key: key }) =>
    isRemembered(key) ? [{ key, endedAt, executionId, status: statuses.get(executionId) ?? 'success' }] : [],
  );
  yield* run(rememberKeys, keys);
  if (keys.length > 0) yield* run(forgetKeys, [endedAt - keyMemory]);
}

/** @returns those that the writers held, each with the executions whose files no one needs any more */
function* endUnkeptOf(given: readonly ExecutionEnd[]): Steps<Map<number, number[]>> {
  if (given.length === 0) return new Map();
  const used = yield* query<ExecutionEnd, { execution_id: number; owner_id: number }>(readFileOwners, given);
  const deleted = yield* query<ExecutionEnd, { id: number; idempotency_key: string | null }>(endUnkept, given);
  yield* rememberKeysOf(deleted, given);
  const gone = deleted.map((row) => row.id);
  const owners = Map.groupBy(used, ({ execution_id: user }) => user);
  const filesOf = new Map(gone.map((user) => [user, [user, ...(owners.get(user) ?? []).map((row) => row.owner_id)]]));
  const asked = [...new Set([...filesOf.values()].flat())];
  const needed = new Set((yield* query<number, { id: number }>(readNeeded, asked)).map((row) => row.id));
  return new Map([...filesOf].map(([user, files]) => [user, files.filter((file) => !needed.has(file))]));
}

/** What an end brings about besides itself. */
export function* followEnd(of: ExecutionEnd): Steps<Pick<WriteResults['end'], 'followUp' | 'caller'>> {
  if (of.passedOn) {
    const { executionId, owners } = of.passedOn;
    yield* useFiles(owners.map((ownerId) => ({ executionId, ownerId })));
  }
  if (of.staticData) {
    const { workflowId, changes } = of.staticData;
    const [row] = yield* query<number, { static_data: string | null }>(readStaticData, [workflowId]);
    if (row) yield* run(setStaticData, [{ workflowId, text: mergeStaticData(row.static_data, changes) }]);
  }
  if (of.retried !== undefined) yield* run(setRetrySuccess, [of]);
  const [created] = of.followUp ? yield* createAll([of.followUp]) : [];
  return { followUp: created?.id, caller: of.caller && (yield* tellCaller(of.caller)) };
}

export function* endAll(given: readonly ExecutionEnd[]): Steps<WriteResults['end'][]> {
  if (given.length === 0) return [];
  const kept = given.filter(({ keep }) => keep);
  const others = given.filter(({ keep }) => !keep);
  const hidden = yield* endHiddenOf(others);
  const unkept = yield* endUnkeptOf(others.filter(({ executionId }) => !hidden.has(executionId)));
  const held = new Set([...(yield* run(ends, kept)), ...hidden, ...unkept.keys()]);
  yield* insertResults(kept.filter(({ executionId }) => held.has(executionId)));
  const holds = yield* holdsOf(given, held);
  const lost = given.filter((_, index) => holds[index] === 'lost');
  // With all that follows from them.
  const stored = new Set((yield* query<ExecutionEnd, { id: number }>(readStoredEnds, lost)).map((row) => row.id));
  const results: WriteResults['end'][] = [];
  for (const [index, one] of given.entries()) {
    const hold = holds[index] ?? 'gone';
    if (stored.has(one.executionId)) results.push({ hold: 'held' });
    else if (hold !== 'held') results.push({ hold });
    else results.push({ hold, unused: unkept.get(one.executionId), ...(yield* followEnd(one)) });
  }
  return results;
}
