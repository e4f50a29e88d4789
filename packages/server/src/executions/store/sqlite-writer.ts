import type Sqlite from 'better-sqlite3';
import type { OpenDatabase } from '../../db/database.ts';
import type { StoredWait } from '../types.ts';
import type {
  ExecutionEnd,
  ExecutionStore,
  ExecutionWait,
  ExecutionWrite,
  Hold,
  NewExecution,
  Results,
  WriteResult,
  WriteResults,
} from './execution-store.ts';
import {
  customDataText,
  earlyResumption,
  endsWait,
  mergeStaticData,
  progressText,
  resumptionText,
  withAnswer,
} from './stored-texts.ts';
import { tickMemory } from './ticks.ts';

export type Writer = (writes: readonly ExecutionWrite[]) => WriteResult[];
type Of<K extends ExecutionWrite['kind']> = Extract<ExecutionWrite, { kind: K }>;

/** Results of so many node runs go in one statement. */
const mostNodes = 8;

const prepareStatements = (connection: Sqlite.Database) => {
  const prepare = (text: string) => connection.prepare<unknown[]>(text);
  return {
    insertExecution: prepare(
      `insert into executions (id, workflow_id, workflow_version_id, owner_id, mode, status, started_at, start, retry_of, worker,
         temporary, origin, session_id, tick, parent_id, parent_node)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    useFiles: prepare('insert or ignore into file_uses (execution_id, owner_id) values (?, ?)'),
    copyUses: prepare(
      'insert or ignore into file_uses (execution_id, owner_id) select ?, owner_id from file_uses where execution_id = ?',
    ),
    fileOwners: prepare('select owner_id from file_uses where execution_id = ?').pluck(),
    needsFiles: prepare(
      'select 1 where exists (select 1 from executions where id = ?) or exists (select 1 from file_uses where owner_id = ?)',
    ),
    hasTick: prepare(
      'select 1 where exists (select 1 from executions where tick = ?) or exists (select 1 from fired_ticks where tick = ?)',
    ),
    rememberTick: prepare(
      `insert or ignore into fired_ticks (tick, ended_at)
       select tick, ? from executions where id = ? and tick is not null and tick not like 'call:%'`,
    ),
    forgetTicks: prepare('delete from fired_ticks where ended_at < ?'),
    copyNodes: prepare(
      `insert into execution_nodes (execution_id, position, node, task, outputs, data)
       select ?, position, node, task, outputs, data from execution_nodes where execution_id = ? and position < ?`,
    ),
    copyItems: prepare(
      `insert into execution_items (execution_id, position, connection, output, chunk, first_item, item_count, items)
       select ?, position, connection, output, chunk, first_item, item_count, items from execution_items
       where execution_id = ? and position < ?`,
    ),
    // What SQLite counts automatic ids with. It has no row of a table that never had one.
    beginCounting: prepare(
      `insert into sqlite_sequence (name, seq) select 'executions', 0
       where not exists (select 1 from sqlite_sequence where name = 'executions')`,
    ),
    countOn: prepare(`update sqlite_sequence set seq = seq + 1 where name = 'executions' returning seq`).pluck(),
    claim: prepare(`update executions set status = 'running', worker = ? where id = ? and status = 'queued'`),
    record: prepare(
      `update executions set in_flight = ?, progress = coalesce(?, progress), resumption = case when ? then null else resumption end,
         attempt = case when ? then 0 else attempt end
       where id = ? and worker = ?`,
    ),
    retake: prepare('update executions set attempt = attempt + 1 where id = ? and worker = ?'),
    release: prepare(
      `update executions set status = 'queued', worker = null, elapsed = ?, progress = coalesce(?, progress),
         resumption = case when ? then null else resumption end
       where id = ? and worker = ?`,
    ),
    readResumption: prepare('select resumption from executions where id = ? and worker = ?'),
    wait: prepare(
      `update executions set status = ?, worker = null, stopped_at = ?, wait_till = ?, wait = ?, wait_count = wait_count + ?,
         resumption = ?, in_flight = null, attempt = 0, elapsed = ?, progress = coalesce(?, progress), last_node = ?,
         custom_data = coalesce(?, custom_data)
       where id = ? and worker = ?`,
    ),
    readWait: prepare(`select wait, wait_count, start from executions where id = ? and status = 'waiting'`),
    resume: prepare(
      `update executions set status = ?, worker = ?, stopped_at = null, wait_till = null, wait = null, resumption = ?, start = ?,
         wait_count = wait_count + 1, origin = coalesce(?, origin)
       where id = ?`,
    ),
    tellCaller: prepare(`update executions set resumption = ? where id = ? and status = 'running'`),
    end: prepare(
      `update executions set status = ?, stopped_at = ?, error = ?, last_node = ?, worker = null, wait_till = null, wait = null,
         in_flight = null, resumption = null, progress = null, custom_data = coalesce(?, custom_data)
       where id = ? and worker is ? and status in ('running', 'queued', 'waiting')`,
    ),
    // Of a run whose caller may ask for its result once more.
    endHidden: prepare(
      `update executions set status = ?, stopped_at = ?, error = ?, last_node = ?, worker = null, wait_till = null, wait = null,
         in_flight = null, resumption = null, progress = null, temporary = 1, call_result = ?
       where id = ? and worker is ? and status in ('running', 'queued', 'waiting') and exists
         (select 1 from executions as caller where caller.id = executions.parent_id and caller.status in ('queued', 'running', 'waiting'))`,
    ),
    delete: prepare(
      `delete from executions where id = ? and worker is ? and status in ('running', 'queued', 'waiting')`,
    ),
    hasExecution: prepare('select 1 from executions where id = ?'),
    /** By number of rows. */
    insertNodes: Array.from({ length: mostNodes }, (_, index) =>
      prepare(
        `insert into execution_nodes (execution_id, position, node, task, outputs, data) values ${'(?, ?, ?, ?, ?, ?), '.repeat(index)}(?, ?, ?, ?, ?, ?)`,
      ),
    ),
    // A piece that was written before a crash is written once more.
    insertItems: prepare(
      `insert or replace into execution_items (execution_id, position, connection, output, chunk, first_item, item_count, items)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    readStaticData: prepare('select static_data from workflows where id = ?').pluck(),
    setStaticData: prepare('update workflows set static_data = ? where id = ?'),
    setRetrySuccess: prepare('update executions set retry_success_id = ? where id = ?'),
  };
};

/** Statements are prepared once, and a group of writes is one synchronous transaction: one flush to the disk for all. */
export const prepareWriter = (connection: Sqlite.Database): Writer => {
  const sql = prepareStatements(connection);

  /** After a write of so many changed rows. */
  const holdOf = (changes: number, executionId: number): Hold => {
    if (changes > 0) return 'held';
    return sql.hasExecution.get(executionId) ? 'lost' : 'gone';
  };

  const insertResults = (executionId: number, { nodes, items }: Results) => {
    for (const { position, connection: type, output, chunk, firstItem, itemCount, items: text } of items)
      sql.insertItems.run(executionId, position, type, output, chunk, firstItem, itemCount, text);
    for (let from = 0; from < nodes.length; from += mostNodes) {
      const some = nodes.slice(from, from + mostNodes);
      const values: (number | string | null)[] = [];
      for (const { position, node, task, outputs, data } of some)
        values.push(executionId, position, node, task, outputs, data);
      sql.insertNodes[some.length - 1]!.run(values);
    }
  };

  const start = (row: NewExecution): WriteResults['start'] => {
    if (row.tick !== null && sql.hasTick.get(row.tick, row.tick)) return null;
    const id = Number(
      sql.insertExecution.run(
        row.id,
        row.workflowId,
        row.versionId,
        row.ownerId,
        row.mode,
        row.status,
        row.startedAt,
        row.start,
        row.retryOf,
        row.worker,
        row.temporary ? 1 : 0,
        row.origin,
        row.sessionId,
        row.tick,
        row.parent?.executionId ?? null,
        row.parent?.node ?? null,
      ).lastInsertRowid,
    );
    if (row.recorded) {
      sql.copyNodes.run(id, row.recorded.executionId, row.recorded.count);
      sql.copyItems.run(id, row.recorded.executionId, row.recorded.count);
      sql.copyUses.run(id, row.recorded.executionId);
      sql.useFiles.run(id, row.recorded.executionId);
    }
    for (const owner of row.uses ?? []) sql.useFiles.run(id, owner);
    const staticData = row.workflowId === null ? null : (sql.readStaticData.get(row.workflowId) as string | null);
    return { id, staticData: staticData ?? null };
  };

  const record = (write: Of<'record'>): Hold => {
    const { executionId, worker, inFlight, nodes } = write;
    const isFurther = nodes.length > 0 ? 1 : 0;
    const { changes } = sql.record.run(inFlight, progressText(write), isFurther, isFurther, executionId, worker);
    if (changes > 0) insertResults(executionId, write);
    return holdOf(changes, executionId);
  };

  const release = (write: Of<'release'>): Hold => {
    const { executionId, worker, elapsed, nodes } = write;
    const { changes } = sql.release.run(elapsed, progressText(write), nodes.length > 0 ? 1 : 0, executionId, worker);
    if (changes > 0) insertResults(executionId, write);
    return holdOf(changes, executionId);
  };

  const wait = (write: ExecutionWait): WriteResults['wait'] => {
    const { executionId, worker } = write;
    const row = sql.readResumption.get(executionId, worker) as { resumption: string | null } | undefined;
    if (!row) return holdOf(0, executionId);
    const early = earlyResumption(row.resumption, write);
    const isEarly = early !== undefined;
    sql.wait.run(
      isEarly ? 'queued' : 'waiting',
      isEarly ? null : write.stoppedAt,
      isEarly ? null : write.waitTill,
      isEarly ? null : JSON.stringify(write.wait),
      isEarly ? 1 : 0,
      early ?? null,
      write.elapsed,
      progressText(write),
      write.lastNode,
      customDataText(write),
      executionId,
      worker,
    );
    insertResults(executionId, write);
    return isEarly ? 'resumed' : 'held';
  };

  const resume = (write: Of<'resume'>): boolean => {
    const { executionId, resumption, worker, lastNodeAnswer, origin } = write;
    const row = sql.readWait.get(executionId) as { wait: string; wait_count: number; start: string } | undefined;
    if (!row) return false;
    const wait = JSON.parse(row.wait) as StoredWait;
    if (!endsWait({ wait, waitCount: row.wait_count }, write)) return false;
    sql.resume.run(
      worker === null ? 'queued' : 'running',
      worker,
      resumptionText(wait, resumption),
      lastNodeAnswer ? withAnswer(row.start, lastNodeAnswer) : row.start,
      origin ?? null,
      executionId,
    );
    return true;
  };

  const tellCaller = ({ executionId, resumption }: NonNullable<ExecutionEnd['caller']>): boolean => {
    const isResumed = resume({ kind: 'resume', executionId, resumption: resumption.resumption, worker: null });
    // It is about to wait: that it need not will be found then.
    if (!isResumed) sql.tellCaller.run(JSON.stringify(resumption), executionId);
    return isResumed;
  };

  /** @returns `unused` as in WriteResults; null: it did not belong to the writer */
  const endRow = (write: ExecutionEnd): { unused?: number[] } | null => {
    const { executionId, worker, status, stoppedAt, error, lastNode, callResult } = write;
    const facts = [status, stoppedAt, error, lastNode];
    if (write.keep) return sql.end.run(...facts, customDataText(write), executionId, worker).changes > 0 ? {} : null;
    if (callResult !== undefined && sql.endHidden.run(...facts, callResult, executionId, worker).changes > 0) return {};
    const owners = [executionId, ...(sql.fileOwners.all(executionId) as number[])];
    const isTick = sql.rememberTick.run(stoppedAt, executionId).changes > 0;
    if (sql.delete.run(executionId, worker).changes === 0) return null;
    if (isTick) sql.forgetTicks.run(stoppedAt - tickMemory);
    return { unused: owners.filter((id) => !sql.needsFiles.get(id, id)) };
  };

  const end = (write: ExecutionEnd): WriteResults['end'] => {
    const { executionId } = write;
    const ended = endRow(write);
    if (!ended) return { hold: holdOf(0, executionId) };
    if (write.keep) insertResults(executionId, write);
    const { passedOn } = write;
    if (passedOn && sql.hasExecution.get(passedOn.executionId))
      for (const owner of passedOn.owners) sql.useFiles.run(passedOn.executionId, owner);
    if (write.staticData) {
      const { workflowId, changes: parts } = write.staticData;
      const stored = sql.readStaticData.get(workflowId) as string | null | undefined;
      sql.setStaticData.run(mergeStaticData(stored ?? null, parts), workflowId);
    }
    if (write.retried !== undefined) sql.setRetrySuccess.run(executionId, write.retried);
    return {
      hold: 'held',
      ...ended,
      followUp: write.followUp && start(write.followUp)?.id,
      caller: write.caller && tellCaller(write.caller),
    };
  };

  const writeOne = (write: ExecutionWrite): WriteResult => {
    switch (write.kind) {
      case 'reserve':
        sql.beginCounting.run();
        return sql.countOn.get() as number;
      case 'start':
        return start(write.row);
      case 'claim':
        return sql.claim.run(write.worker, write.executionId).changes > 0;
      case 'record':
        return record(write);
      case 'retake':
        return holdOf(sql.retake.run(write.executionId, write.worker).changes, write.executionId);
      case 'release':
        return release(write);
      case 'wait':
        return wait(write.wait);
      case 'resume':
        return resume(write);
      case 'end':
        return end(write.end);
    }
  };
  return connection.transaction((writes: readonly ExecutionWrite[]) => writes.map(writeOne)).immediate;
};

/** Writes on the connection that everything else uses. */
export const createSqliteWriter = (exclusively: NonNullable<OpenDatabase['exclusively']>): ExecutionStore['write'] => {
  let writer: Writer | undefined;
  return (writes) =>
    exclusively((connection) => {
      writer ??= prepareWriter(connection);
      return writer(writes);
    });
};
