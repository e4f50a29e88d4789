import path from 'node:path';
import type { ExecutionStatus } from '@millrace/contract';
import type { OpenDatabase } from '../db/database.ts';
import { openPostgres } from '../db/postgres.ts';
import { openSqlite } from '../db/sqlite.ts';

/** An execution as the database has it after everything is over. */
export interface StoredExecution {
  executionId: number;
  /** That its webhook was called with. */
  id: string;
  status: ExecutionStatus;
  error: string | null;
  /** How often it was claimed again after a loss. */
  attempt: number;
  /** Node runs that are recorded. */
  nodes: number;
}

interface StoredStart {
  start?: { payload?: { request?: { body?: { id?: string } } } };
}

/** Looks into the database of a server from outside, while it runs or after. */
export interface Observer {
  /** Executions that are queued, run or wait. */
  countUnfinished(): Promise<number>;
  runs(): Promise<StoredExecution[]>;
  close(): Promise<void>;
}

const openHome = (home: { dataFolder: string } | { databaseUrl: string }): Promise<OpenDatabase> =>
  'databaseUrl' in home
    ? openPostgres(home.databaseUrl, { maxConnections: 1 })
    : openSqlite(path.join(home.dataFolder, 'millrace.sqlite'));

export const observe = async (home: { dataFolder: string } | { databaseUrl: string }): Promise<Observer> => {
  const database = await openHome(home);
  const { db } = database;
  return {
    async countUnfinished() {
      const { count } = await db
        .selectFrom('executions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', 'in', ['queued', 'running', 'waiting'])
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    async runs() {
      const nodes = await db
        .selectFrom('execution_nodes')
        .select(({ fn }) => ['execution_id', fn.countAll<number>().as('count')])
        .groupBy('execution_id')
        .execute();
      const nodeCounts = new Map(nodes.map((row) => [row.execution_id, Number(row.count)]));
      const rows = await db
        .selectFrom('executions')
        .select(['id', 'start', 'status', 'error', 'attempt'])
        .orderBy('id')
        .execute();
      return rows.map(({ id, start, status, error, attempt }) => ({
        executionId: id,
        id: (JSON.parse(start) as StoredStart).start?.payload?.request?.body?.id ?? '',
        status: status as ExecutionStatus,
        error,
        attempt,
        nodes: nodeCounts.get(id) ?? 0,
      }));
    },

    close: () => database.close(),
  };
};

interface StoredOutput {
  start: { payload: { output: { json: { id: string | number } }[][] } };
}

/** What triggers have given to executions, while a server runs or after. */
export const openStored = async (home: Parameters<typeof observe>[0]) => {
  const database = await openHome(home);
  return {
    /** Ids of the items, in the order of the executions. */
    async outputs(): Promise<(string | number)[]> {
      const rows = await database.db.selectFrom('executions').select('start').orderBy('id').execute();
      return rows.flatMap(({ start }) =>
        ((JSON.parse(start) as StoredOutput).start.payload.output[0] ?? []).map(({ json }) => json.id),
      );
    },
    close: () => database.close(),
  };
};
