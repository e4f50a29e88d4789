import { sql, type Transaction } from 'kysely';
import { withUnusedFiles } from '../../db/file-uses.ts';
import type { Database } from '../../db/schema.ts';
import type { ExecutionEnd } from './execution-store.ts';
import { tickMemory } from './ticks.ts';

type Trx = Transaction<Database>;

/** Ends executions that are not kept. */

/** Those for whose results their callers may ask once more. @returns the ids of these */
export const endHidden = async (trx: Trx, ends: readonly ExecutionEnd[]): Promise<Set<number>> => {
  const hidden = new Set<number>();
  for (const { executionId, worker, status, stoppedAt, error, lastNode, callResult } of ends) {
    if (callResult === undefined) continue;
    const { rows } = await sql<{ id: number }>`
      update executions set status = ${status}, stopped_at = ${stoppedAt}, error = ${error}, last_node = ${lastNode}, worker = null,
        wait_till = null, wait = null, in_flight = null, resumption = null, progress = null, temporary = 1, call_result = ${callResult}
      where id = ${executionId} and worker is not distinct from ${worker}::text and status in ('running', 'queued', 'waiting')
        and exists (select from executions as caller
          where caller.id = executions.parent_id and caller.status in ('queued', 'running', 'waiting')) returning id
    `.execute(trx);
    if (rows.length > 0) hidden.add(executionId);
  }
  return hidden;
};

/** @returns those that belonged to their writers, each with the executions whose files no one needs any more */
export const endDropped = async (trx: Trx, ends: readonly ExecutionEnd[]): Promise<Map<number, number[]>> => {
  if (ends.length === 0) return new Map();
  const stoppedAt = Math.max(...ends.map((end) => end.stoppedAt));
  const used = await sql<{ execution_id: number; owner_id: number }>`
    select execution_id, owner_id from file_uses where execution_id = any(${ends.map(({ executionId }) => executionId)}::bigint[])
  `.execute(trx);
  const values = ends.map((end) => sql`(${end.executionId}::bigint, ${end.worker}::text)`);
  const { rows } = await sql<{ id: number; is_tick: boolean }>`
    with dropped as (
      delete from executions as e using (values ${sql.join(values)}) as v (id, worker)
      where e.id = v.id and e.worker is not distinct from v.worker and e.status in ('running', 'queued', 'waiting') returning e.id, e.tick
    ), fired as (
      insert into fired_ticks (tick, ended_at)
      select tick, ${stoppedAt}::bigint from dropped where tick is not null and tick not like 'call:%' on conflict do nothing returning tick
    )
    select dropped.id, fired.tick is not null as is_tick from dropped left join fired on fired.tick = dropped.tick
  `.execute(trx);
  if (rows.some(({ is_tick: isTick }) => isTick))
    await sql`delete from fired_ticks where ended_at < ${stoppedAt - tickMemory}`.execute(trx);
  const ids = rows.map(({ id }) => id);
  const unused = new Set(await withUnusedFiles(trx, [...ids, ...used.rows.map(({ owner_id }) => owner_id)]));
  const ownersOf = Map.groupBy(used.rows, ({ execution_id }) => execution_id);
  return new Map(
    ids.map((id) => [
      id,
      [id, ...(ownersOf.get(id) ?? []).map(({ owner_id }) => owner_id)].filter((own) => unused.has(own)),
    ]),
  );
};
