import type Sqlite from 'better-sqlite3';
import type { OpenDatabase } from '../../db/database.ts';
import type { NodeRecord, RunStore, RunWrite, WriteResult } from './run-store.ts';

type Writer = (writes: readonly RunWrite[]) => WriteResult[];

const prepare = (connection: Sqlite.Database): Writer => {
  const insertExecution = connection.prepare(
    `insert into executions (id, workflow_id, workflow_version_id, owner_id, mode, status, started_at, start, retry_of, worker, temporary)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // What SQLite counts automatic ids with. It has no row of a table that never had one.
  const beginCounting = connection.prepare(
    `insert into sqlite_sequence (name, seq) select 'executions', 0
     where not exists (select 1 from sqlite_sequence where name = 'executions')`,
  );
  const countOn = connection
    .prepare(`update sqlite_sequence set seq = seq + 1 where name = 'executions' returning seq`)
    .pluck();
  const takeExecution = connection.prepare(`update executions set status = 'running', worker = ? where id = ?`);
  const endExecution = connection.prepare(
    'update executions set status = ?, stopped_at = ?, error = ?, last_node = ?, worker = null where id = ?',
  );
  const deleteExecution = connection.prepare('delete from executions where id = ?');
  const hasExecution = connection.prepare('select 1 from executions where id = ?');
  const insertNode = connection.prepare(
    'insert into execution_nodes (execution_id, position, node, task, data) values (?, ?, ?, ?, ?)',
  );
  const setStaticData = connection.prepare('update workflows set static_data = ? where id = ?');

  const insertNodes = (executionId: number, nodes: readonly NodeRecord[]) => {
    for (const { position, node, task, data } of nodes) insertNode.run(executionId, position, node, task, data);
  };

  const writeOne = (write: RunWrite): WriteResult => {
    switch (write.kind) {
      case 'start': {
        const { row } = write;
        return Number(
          insertExecution.run(
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
          ).lastInsertRowid,
        );
      }
      case 'reserve':
        beginCounting.run();
        return countOn.get() as number;
      case 'take':
        takeExecution.run(write.worker, write.executionId);
        return undefined;
      case 'nodes':
        if (hasExecution.get(write.executionId)) insertNodes(write.executionId, write.nodes);
        return undefined;
      case 'end': {
        const { end } = write;
        if (!end.keep) deleteExecution.run(end.executionId);
        else if (endExecution.run(end.status, end.stoppedAt, end.error, end.lastNode, end.executionId).changes > 0)
          insertNodes(end.executionId, end.nodes);
        if (end.staticData) setStaticData.run(end.staticData.text, end.staticData.workflowId);
        return undefined;
      }
    }
  };
  return connection.transaction((writes: readonly RunWrite[]) => writes.map(writeOne)).immediate;
};

/** Statements are prepared once, and a group of writes is one synchronous transaction: one flush to the disk for all. */
export const createSqliteRunStore = (exclusively: NonNullable<OpenDatabase['exclusively']>): RunStore['write'] => {
  let writer: Writer | undefined;
  return (writes) =>
    exclusively((connection) => {
      writer ??= prepare(connection);
      return writer(writes);
    });
};
