import type { ExecutionMode } from '@millrace/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { StoredWait } from '../types.ts';
import type {
  ExecutionEnd,
  ExecutionStore,
  ExecutionWrite,
  Hold,
  OnQueued,
  WriteResult,
  WriteResults,
} from './execution-store.ts';
import { insertResults, type NewResults, useFiles } from './postgres-results.ts';
import { createStarts, isPlain } from './postgres-starts.ts';
import { endDropped, endHidden } from './postgres-unkept.ts';
import {
  customDataText,
  earlyResumption,
  endsWait,
  mergeStaticData,
  progressText,
  resumptionText,
  withAnswer,
} from './stored-texts.ts';

type Trx = Transaction<Database>;
type Of<K extends ExecutionWrite['kind']> = Extract<ExecutionWrite, { kind: K }>;

/** Which of the executions that were not changed are there: owned by someone else, then. */
const holdsOf = async (trx: Kysely<Database>, ids: readonly number[], held: ReadonlySet<number>): Promise<Hold[]> => {
  const missed = ids.filter((id) => !held.has(id));
  let present = new Set<number>();
  if (missed.length > 0) {
    const found = await sql<{ id: number }>`select id from executions where id = any(${missed}::bigint[])`.execute(trx);
    present = new Set(found.rows.map(({ id }) => id));
  }
  return ids.map((id) => {
    if (held.has(id)) return 'held';
    return present.has(id) ? 'lost' : 'gone';
  });
};

const claimAll = async (trx: Trx, claims: readonly Of<'claim'>[]): Promise<boolean[]> => {
  const claimed = new Set<number>();
  for (const [worker, group] of Map.groupBy(claims, (claim) => claim.worker)) {
    const ids = group.map(({ executionId }) => executionId);
    const { rows } = await sql<{ id: number }>`
      update executions set status = 'running', worker = ${worker}
      where id = any(${ids}::bigint[]) and status = 'queued' returning id
    `.execute(trx);
    for (const { id } of rows) claimed.add(id);
  }
  return claims.map(({ executionId }) => claimed.delete(executionId));
};

const recordAll = async (trx: Trx, records: readonly Of<'record'>[]): Promise<Hold[]> => {
  const held = new Set<number>();
  // Several of one execution stand in the order of its messages: the last mark counts.
  for (const write of records) {
    const { executionId, worker, inFlight, nodes } = write;
    const isFurther = nodes.length > 0;
    const { rows } = await sql<{ id: number }>`
      update executions set in_flight = ${inFlight}, progress = coalesce(${progressText(write)}, progress),
        resumption = case when ${isFurther} then null else resumption end,
        attempt = case when ${isFurther} then 0 else attempt end
      where id = ${executionId} and worker = ${worker} returning id
    `.execute(trx);
    if (rows.length > 0) held.add(executionId);
  }
  await insertResults(
    trx,
    records.filter(({ executionId }) => held.has(executionId)),
  );
  return holdsOf(
    trx,
    records.map(({ executionId }) => executionId),
    held,
  );
};

const insertIfHeld = async (trx: Trx, rows: readonly { id: number }[], write: NewResults): Promise<Hold> => {
  const held = new Set(rows.map(({ id }) => id));
  if (held.size > 0) await insertResults(trx, [write]);
  return (await holdsOf(trx, [write.executionId], held))[0] as Hold;
};

const retake = async (trx: Trx, { executionId, worker }: Of<'retake'>): Promise<Hold> => {
  const { rows } = await sql<{ id: number }>`
    update executions set attempt = attempt + 1 where id = ${executionId} and worker = ${worker} returning id
  `.execute(trx);
  return insertIfHeld(trx, rows, { executionId, nodes: [], items: [] });
};

/** Ends executions and inserts the results of their nodes, in one statement. @returns those that belonged to their writers */
const endKept = async (db: Kysely<Database>, ends: readonly ExecutionEnd[]): Promise<number[]> => {
  if (ends.length === 0) return [];
  const nodes = ends.flatMap((end) => end.nodes.map((node) => ({ ...node, executionId: end.executionId })));
  const { rows } = await sql<{ id: number }>`
    with held as (
      update executions as e
      set status = v.status, stopped_at = v.stopped_at, error = v.error, last_node = v.last_node, worker = null, wait_till = null,
        wait = null, in_flight = null, resumption = null, progress = null, custom_data = coalesce(v.custom_data, e.custom_data)
      from unnest(${ends.map(({ executionId }) => executionId)}::bigint[], ${ends.map(({ worker }) => worker)}::text[],
        ${ends.map(({ status }) => status)}::text[], ${ends.map(({ stoppedAt }) => stoppedAt)}::bigint[],
        ${ends.map(({ error }) => error)}::text[], ${ends.map(({ lastNode }) => lastNode)}::text[],
        ${ends.map(customDataText)}::text[]) as v (id, worker, status, stopped_at, error, last_node, custom_data)
      where e.id = v.id and e.worker is not distinct from v.worker and e.status in ('running', 'queued', 'waiting') returning e.id
    ), recorded as (
      insert into execution_nodes (execution_id, position, node, task, outputs, data)
      select n.* from unnest(${nodes.map(({ executionId }) => executionId)}::bigint[], ${nodes.map(({ position }) => position)}::integer[],
        ${nodes.map(({ node }) => node)}::text[], ${nodes.map(({ task }) => task)}::text[],
        ${nodes.map(({ outputs }) => outputs)}::text[], ${nodes.map(({ data }) => data)}::text[])
        as n (execution_id, position, node, task, outputs, data)
      join held on held.id = n.execution_id
    )
    select id from held
  `.execute(db);
  return rows.map(({ id }) => id);
};

/** Ends that are stored as they are to be: the answer was lost with its connection, and the writer tries again. @returns their executions */
const findStoredEnds = async (db: Kysely<Database>, ends: readonly ExecutionEnd[]): Promise<Set<number>> => {
  if (ends.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select e.id from executions as e
    join unnest(${ends.map(({ executionId }) => executionId)}::bigint[], ${ends.map(({ status }) => status)}::text[],
      ${ends.map(({ stoppedAt }) => stoppedAt)}::bigint[]) as v (id, status, stopped_at)
    on e.id = v.id and e.status = v.status and e.stopped_at = v.stopped_at
    where e.worker is null
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** Its end is one statement. */
const isPlainEnd = (write: ExecutionWrite): write is Of<'end'> => {
  if (write.kind !== 'end') return false;
  const { keep, items, staticData, retried, followUp, caller, passedOn } = write.end;
  return keep && items.length === 0 && !staticData && retried === undefined && !followUp && !caller && !passedOn;
};
const isPlainStart = (write: ExecutionWrite): write is Of<'start'> => write.kind === 'start' && isPlain(write.row);

const modeOf = async (trx: Trx, executionId: number): Promise<ExecutionMode> => {
  const row = await trx.selectFrom('executions').select('mode').where('id', '=', executionId).executeTakeFirst();
  return (row?.mode ?? 'trigger') as ExecutionMode;
};

export const createPostgresWriter = (db: Kysely<Database>, onQueued: OnQueued): ExecutionStore['write'] => {
  /** Modes of executions that the transaction under way has queued: told of when it is committed. */
  let queued: ExecutionMode[] = [];

  const { startAll, drawIds } = createStarts((modes) => queued.push(...modes));
  const enqueueOne = async (trx: Trx, executionId: number) => queued.push(await modeOf(trx, executionId));

  const release = async (trx: Trx, write: Of<'release'>): Promise<Hold> => {
    const { executionId, worker, elapsed, nodes } = write;
    const { rows } = await sql<{ id: number }>`
      update executions set status = 'queued', worker = null, elapsed = ${elapsed},
        progress = coalesce(${progressText(write)}, progress),
        resumption = case when ${nodes.length > 0} then null else resumption end
      where id = ${executionId} and worker = ${worker} returning id
    `.execute(trx);
    const hold = await insertIfHeld(trx, rows, write);
    if (hold === 'held') await enqueueOne(trx, executionId);
    return hold;
  };

  const wait = async (trx: Trx, { wait: write }: Of<'wait'>): Promise<WriteResults['wait']> => {
    const { executionId, worker } = write;
    const found = await trx
      .selectFrom('executions')
      .select('resumption')
      .where('id', '=', executionId)
      .where('worker', '=', worker)
      .forUpdate()
      .executeTakeFirst();
    if (!found) return insertIfHeld(trx, [], write);
    const early = earlyResumption(found.resumption, write);
    const isEarly = early !== undefined;
    await sql`
      update executions set status = ${isEarly ? 'queued' : 'waiting'}, worker = null,
        stopped_at = ${isEarly ? null : write.stoppedAt}::bigint, wait_till = ${isEarly ? null : write.waitTill}::bigint,
        wait = ${isEarly ? null : JSON.stringify(write.wait)}, wait_count = wait_count + ${isEarly ? 1 : 0}::integer,
        resumption = ${early ?? null}, in_flight = null, attempt = 0, elapsed = ${write.elapsed},
        progress = coalesce(${progressText(write)}, progress), last_node = ${write.lastNode},
        custom_data = coalesce(${customDataText(write)}, custom_data)
      where id = ${executionId}
    `.execute(trx);
    await insertResults(trx, [write]);
    if (isEarly) await enqueueOne(trx, executionId);
    return isEarly ? 'resumed' : 'held';
  };

  const resume = async (trx: Trx, write: Of<'resume'>): Promise<boolean> => {
    const { executionId, resumption, worker, lastNodeAnswer, origin } = write;
    const row = await trx
      .selectFrom('executions')
      .select(['wait', 'wait_count', 'start', 'status'])
      .where('id', '=', executionId)
      .forUpdate()
      .executeTakeFirst();
    if (row?.status !== 'waiting' || row.wait === null) return false;
    const stored = JSON.parse(row.wait) as StoredWait;
    if (!endsWait({ wait: stored, waitCount: row.wait_count }, write)) return false;
    await sql`
      update executions set status = ${worker === null ? 'queued' : 'running'}, worker = ${worker}, stopped_at = null, wait_till = null,
        wait = null, wait_count = wait_count + 1, resumption = ${resumptionText(stored, resumption)},
        start = ${lastNodeAnswer ? withAnswer(row.start, lastNodeAnswer) : row.start}, origin = coalesce(${origin ?? null}, origin)
      where id = ${executionId}
    `.execute(trx);
    if (worker === null) await enqueueOne(trx, executionId);
    return true;
  };

  const tellCaller = async (trx: Trx, { executionId, resumption }: NonNullable<ExecutionEnd['caller']>) => {
    const isResumed = await resume(trx, {
      kind: 'resume',
      executionId,
      resumption: resumption.resumption,
      worker: null,
    });
    // It is about to wait: that it need not will be found then.
    if (!isResumed)
      await trx
        .updateTable('executions')
        .set({ resumption: JSON.stringify(resumption) })
        .where('id', '=', executionId)
        .where('status', '=', 'running')
        .execute();
    return isResumed;
  };

  const endAll = async (trx: Trx, ends: readonly ExecutionEnd[]): Promise<WriteResults['end'][]> => {
    const kept = ends.filter(({ keep }) => keep);
    const others = ends.filter(({ keep }) => !keep);
    const hidden = await endHidden(trx, others);
    const dropped = await endDropped(
      trx,
      others.filter(({ executionId }) => !hidden.has(executionId)),
    );
    const held = new Set([...(await endKept(trx, kept)), ...hidden, ...dropped.keys()]);
    await insertResults(
      trx,
      kept.filter(({ executionId }) => held.has(executionId)).map((end) => ({ ...end, nodes: [] })),
    );
    const holds = await holdsOf(
      trx,
      ends.map(({ executionId }) => executionId),
      held,
    );
    const stored = await findStoredEnds(
      trx,
      ends.filter((_, index) => holds[index] === 'lost'),
    );
    const results: WriteResults['end'][] = [];
    for (const [index, end] of ends.entries()) {
      if (stored.has(end.executionId)) {
        // With all that follows from it.
        results.push({ hold: 'held' });
        continue;
      }
      const result: WriteResults['end'] = { hold: holds[index] as Hold, unused: dropped.get(end.executionId) };
      results.push(result);
      if (result.hold !== 'held') continue;
      if (end.passedOn) await useFiles(trx, end.passedOn.executionId, end.passedOn.owners);
      if (end.staticData) await mergeStored(trx, end.staticData);
      if (end.retried !== undefined)
        await trx
          .updateTable('executions')
          .set({ retry_success_id: end.executionId })
          .where('id', '=', end.retried)
          .execute();
      if (end.followUp) result.followUp = (await startAll(trx, [end.followUp]))[0]?.id;
      if (end.caller) result.caller = await tellCaller(trx, end.caller);
    }
    return results;
  };

  /** A group of writes is one transaction of a few statements, each for many rows where there may be many. */
  const writeAll: ExecutionStore['write'] = (writes) =>
    db.transaction().execute(async (trx) => {
      const of = <K extends ExecutionWrite['kind']>(kind: K) =>
        writes.filter((write): write is Of<K> => write.kind === kind);
      const results = new Map<ExecutionWrite, WriteResult>();
      const put = (group: readonly ExecutionWrite[], given: readonly WriteResult[]) => {
        for (const [index, write] of group.entries()) results.set(write, given[index] as WriteResult);
      };
      const [reserves, starts, claims, records, ends] = [
        of('reserve'),
        of('start'),
        of('claim'),
        of('record'),
        of('end'),
      ];
      if (reserves.length > 0) put(reserves, await drawIds(trx, reserves.length));
      if (starts.length > 0)
        put(
          starts,
          await startAll(
            trx,
            starts.map(({ row }) => row),
          ),
        );
      if (claims.length > 0) put(claims, await claimAll(trx, claims));
      if (records.length > 0) put(records, await recordAll(trx, records));
      // The rest is rare, and comes after the records of the same run.
      for (const write of writes) {
        if (write.kind === 'retake') results.set(write, await retake(trx, write));
        else if (write.kind === 'release') results.set(write, await release(trx, write));
        else if (write.kind === 'wait') results.set(write, await wait(trx, write));
        else if (write.kind === 'resume') results.set(write, await resume(trx, write));
      }
      if (ends.length > 0)
        put(
          ends,
          await endAll(
            trx,
            ends.map(({ end }) => end),
          ),
        );
      return writes.map((write) => results.get(write) as WriteResult);
    });

  /** Groups of one kind, as they mostly are, need one statement and one round trip. */
  const writeAtOnce = async (writes: readonly ExecutionWrite[]): Promise<WriteResult[] | undefined> => {
    if (writes.every(isPlainStart))
      return startAll(
        db,
        writes.map(({ row }) => row),
      );
    if (!writes.every(isPlainEnd)) return undefined;
    const ends = writes.map(({ end }) => end);
    const held = new Set(await endKept(db, ends));
    const missed = ends.filter(({ executionId }) => !held.has(executionId));
    for (const id of await findStoredEnds(db, missed)) held.add(id);
    const ids = ends.map(({ executionId }) => executionId);
    return (await holdsOf(db, ids, held)).map((hold) => ({ hold }));
  };

  return async (writes) => {
    queued = [];
    const results = (await writeAtOnce(writes)) ?? (await writeAll(writes));
    onQueued(queued);
    return results;
  };
};

const mergeStored = async (trx: Trx, { workflowId, changes }: NonNullable<ExecutionEnd['staticData']>) => {
  const row = await trx
    .selectFrom('workflows')
    .select('static_data')
    .where('id', '=', workflowId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const text = mergeStaticData(row.static_data, changes);
  await trx.updateTable('workflows').set({ static_data: text }).where('id', '=', workflowId).execute();
};
