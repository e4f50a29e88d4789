import { createAll, insertAllEnded } from './create-executions.ts';
import { endAll, followEnd } from './end-executions.ts';
import { claim, reclaim, record, release, toStatement } from './moves.ts';
import { holdsOf, insertResults } from './results.ts';
import { run, type Steps } from './statements.ts';
import { keepAll } from './static-data-steps.ts';
import { resumeAll, suspendAll } from './suspend-and-resume.ts';
import { inTurns } from './turns.ts';
import type { ExecutionEnd, ExecutionWrite, Hold, NewExecution, WriteOf, WriteResult } from './writes.ts';

const claims = toStatement(claim);
const records = toStatement(record);
const reclaims = toStatement(reclaim);
const releases = toStatement(release);

function* claimAll(writes: readonly WriteOf<'claim'>[]): Steps<boolean[]> {
  const claimed = new Set<WriteOf<'claim'>>();
  for (const turn of inTurns(writes)) {
    const ids = new Set(yield* run(claims, turn));
    for (const write of turn) if (ids.has(write.executionId)) claimed.add(write);
  }
  return writes.map((write) => claimed.has(write));
}

function* recordAll(writes: readonly WriteOf<'record'>[]): Steps<Hold[]> {
  const held = new Set<number>();
  for (const turn of inTurns(writes)) for (const id of yield* run(records, turn)) held.add(id);
  yield* insertResults(writes.filter(({ executionId }) => held.has(executionId)));
  return yield* holdsOf(writes, held);
}

function* reclaimAll(writes: readonly WriteOf<'reclaim'>[]): Steps<Hold[]> {
  return yield* holdsOf(writes, new Set(yield* run(reclaims, writes)));
}

function* releaseAll(writes: readonly WriteOf<'release'>[]): Steps<Hold[]> {
  const held = new Set(yield* run(releases, writes));
  yield* insertResults(writes.filter(({ executionId }) => held.has(executionId)));
  return yield* holdsOf(writes, held);
}

interface Whole {
  create: WriteOf<'create'> & { row: NewExecution };
  end: WriteOf<'end'>;
}

/** Executions that have begun and ended since the last group: they are inserted as they have ended, or not at all. */
const wholeOnes = (writes: readonly ExecutionWrite[]): Whole[] => {
  const ends = new Map<number, WriteOf<'end'>>();
  for (const write of writes)
    if (write.kind === 'end' && write.callResult === undefined) ends.set(write.executionId, write);
  if (ends.size === 0) return [];
  const found = new Map<number, Whole>();
  for (const write of writes) {
    if (write.kind === 'keepStaticData') continue;
    if (write.kind === 'create') {
      const { id, recorded, uses, idempotencyKey, staticDataStep } = write.row;
      const end = ends.get(id);
      const isPlain =
        recorded === undefined && !uses?.length && !staticDataStep && (end?.keep || idempotencyKey === null);
      if (end && isPlain) found.set(end.executionId, { create: write, end });
    } else if (write !== ends.get(write.executionId)) found.delete(write.executionId);
  }
  return [...found.values()];
};

function* writeWhole(whole: readonly Whole[]): Steps<Map<ExecutionWrite, WriteResult>> {
  const results = new Map<ExecutionWrite, WriteResult>();
  const kept = whole.filter(({ end }) => end.keep).map(({ create, end }) => ({ row: create.row, end }));
  const stored = kept.length === 0 ? new Set<number>() : yield* insertAllEnded(kept);
  const ended: ExecutionEnd[] = kept.filter(({ end }) => stored.has(end.executionId)).map(({ end }) => end);
  yield* insertResults(ended);
  for (const { create, end } of whole) {
    const { executionId, keep } = end;
    const isRefused = keep && !stored.has(executionId);
    results.set(create, isRefused ? null : { id: executionId, staticData: null });
    if (isRefused) results.set(end, { hold: 'gone' });
    else
      results.set(end, {
        hold: 'held',
        unused: keep ? undefined : [executionId],
        ...(yield* followEnd(end)),
      });
  }
  return results;
}

/**
 * A group of writes as one transaction: of few statements, each for all rows of its kind. What is written of one execution stands in the order
 * of its life.
 */
export function* writeGroup(writes: readonly ExecutionWrite[]): Steps<WriteResult[]> {
  const results = yield* writeWhole(wholeOnes(writes));
  const of = <K extends ExecutionWrite['kind']>(kind: K) =>
    writes.filter((write): write is WriteOf<K> => write.kind === kind && !results.has(write));
  const put = (group: readonly ExecutionWrite[], given: readonly WriteResult[]) => {
    for (const [index, write] of group.entries()) results.set(write, given[index] as WriteResult);
  };
  const [creates, ends] = [of('create'), of('end')];
  put(creates, yield* createAll(creates.map(({ row }) => row)));
  put(of('keepStaticData'), yield* keepAll(of('keepStaticData')));
  put(of('claim'), yield* claimAll(of('claim')));
  put(of('record'), yield* recordAll(of('record')));
  put(of('reclaim'), yield* reclaimAll(of('reclaim')));
  put(of('release'), yield* releaseAll(of('release')));
  put(of('suspend'), yield* suspendAll(of('suspend')));
  put(of('resume'), yield* resumeAll(of('resume')));
  put(ends, yield* endAll(ends));
  return writes.map((write) => results.get(write) as WriteResult);
}
