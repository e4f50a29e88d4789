import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSqlite } from '../../db/sqlite.ts';
import { newExecution, processId } from './execution-store.testing.ts';
import { createExecutionStore } from './execution-store.ts';

const rounds = 150;
const inGroup = 20;

/**
 * What one more execution costs when few or many are stored: start, three node results and end, in groups of 20 as under load. The first
 * executions are put in by SQL.
 *
 * @returns microseconds for each execution, by how many are stored
 */
export const measureStoredExecutions = async (most: number): Promise<Record<string, number>> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'millrace-stored-'));
  const database = await openSqlite(path.join(folder, 'millrace.sqlite'), { writerThread: false });
  const store = createExecutionStore(database);

  try {
    await database.db
      .insertInto('workflow_versions')
      .values({ workflow_id: null, name: 'Bench', graph: '{}', digest: '', created_at: 0 })
      .execute();

    const text = JSON.stringify({ main: [[{ json: { greeting: 'Hello Ada Lovelace', score: 42 }, pairedItem: 0 }]] });
    const task = JSON.stringify({ startTime: 0, executionTime: 1, source: [{ previousNode: 'Webhook' }] });
    const start = newExecution(0, 1, {
      start: JSON.stringify({ start: { kind: 'trigger', payload: { kind: 'items', items: [{ json: { a: 1 } }] } } }),
      origin: processId,
    });
    const outputs = '{"main":[1]}';
    const nodes = ['Webhook', 'Set', 'Respond'].map((node, position) => ({
      position,
      node,
      task,
      outputs,
      data: text,
    }));

    /** Milliseconds of each group, without what others on this machine cost: the median. */
    const measure = async (): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const began = performance.now();
        const ids = await Promise.all(Array.from({ length: inGroup }, () => store.nextId()));
        await store.write(ids.map((id) => ({ kind: 'create', row: { ...start, id } }) as const));
        const end = {
          processId,
          status: 'success' as const,
          stoppedAt: 1,
          error: null,
          lastNode: 'Respond',
          keep: true,
        };
        await store.write(
          ids.map((executionId) => ({
            kind: 'end' as const,
            ...end,
            executionId,
            nodes,
            items: [],
          })),
        );
        times.push(performance.now() - began);
      }
      times.sort((a, b) => a - b);
      return (times[Math.floor(rounds / 2)] as number) / inGroup;
    };

    const fill = (count: number) =>
      database.exclusively?.((connection) => {
        const { last } = connection.prepare('select coalesce(max(seq), 0) as last from sqlite_sequence').get() as {
          last: number;
        };
        connection.exec(`
        begin;
        insert into executions (id, workflow_version_id, owner_id, mode, status, started_at, stopped_at, start, last_node, temporary)
        with recursive n(i) as (select ${last} + 1 union all select i + 1 from n where i < ${count})
        select i, 1, 'bench', 'webhook', 'success', i, i, '${start.start}', 'Respond', 0 from n;
        insert into execution_nodes (execution_id, position, node, task, outputs, data)
        select e.id, p.value, 'Node ' || p.value, '${task}', '${outputs}', '${text}'
        from executions e, json_each('[0,1,2]') p where e.id > ${last} and e.id <= ${count};
        commit;
      `);
        // The log of the filling is no part of what is measured.
        connection.pragma('wal_checkpoint(TRUNCATE)');
      });

    const results: Record<string, number> = {};
    for (const stored of [1000, most]) {
      await fill(stored);
      await measure();
      results[stored] = Math.round((await measure()) * 1000);
    }
    return results;
  } finally {
    await store.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
};
