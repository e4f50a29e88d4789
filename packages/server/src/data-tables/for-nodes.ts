import type { Action, DataTable } from '@millrace/contract';
import {
  type DataTableAnswers,
  type DataTableFacts,
  type DataTableRequest,
  NodeError,
} from '@millrace/engine/node-api';
import { type Kysely, sql } from 'kysely';
import type { Askers } from '../credentials/askers.ts';
import type { AskingWorkflow } from '../credentials/types.ts';
import type { Database } from '../db/schema.ts';
import { AppError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { AnswerDataTables, DataTableAnswer, DataTableQuestion } from './protocol.ts';
import type { DataTableRows, WriteKey } from './rows.ts';
import type { DataTables, TableCaller } from './service.ts';

type Db = Kysely<Database>;

/** For whom a workflow acts: whoever runs it by hand, and whose it is. */
const actorsOf = async (db: Db, { workflowId, ranBy }: AskingWorkflow): Promise<TableCaller[]> => {
  const owner =
    workflowId === null ? sql`null` : sql`(select owner_id from workflows where id = ${Number(workflowId)})`;
  const { rows } = await sql<{
    id: string;
    role: TableCaller['user']['role'];
    email: string | null;
    firstName: string | null;
    lastName: string | null;
  }>`
    select id, role, email, first_name as "firstName", last_name as "lastName" from users
    where id = ${ranBy} or id = ${owner}`.execute(db);
  return rows.map((user) => ({ user })).sort((a, b) => Number(b.user.id === ranBy) - Number(a.user.id === ranBy));
};

const factsOf = ({ id, name, columns, rowCount, createdAt, updatedAt }: DataTable): DataTableFacts => ({
  id,
  name,
  columns,
  rowCount,
  createdAt,
  updatedAt,
});

/** What one of a question needs of the table that it names. */
const needs: Partial<Record<DataTableRequest['op'], Action>> = {
  rows: 'read',
  count: 'read',
  insert: 'use',
  update: 'use',
  upsert: 'use',
  removeRows: 'use',
};

/** Answers nodes, for those whom their workflow acts for. Who that is, is known here and not taken from the process that asks. */
export const createDataTablesForNodes = (options: {
  db: Db;
  tables: DataTables;
  rows: DataTableRows;
  askers: Pick<Askers, 'find'>;
  log: Log;
}): AnswerDataTables => {
  const { db, tables, rows, askers, log } = options;

  /** By the first of them who may; @throws what the last of them is told */
  const asFirst = async <T>(actors: readonly TableCaller[], work: (actor: TableCaller) => Promise<T>): Promise<T> => {
    let refusal: unknown = new NodeError('Nobody is known whom the workflow could read data tables for', {
      description: 'Save the workflow first.',
    });
    for (const actor of actors)
      try {
        return await work(actor);
      } catch (error) {
        if (!(error instanceof AppError) || !['dataTableNotFound', 'forbidden'].includes(error.error)) throw error;
        // That it may not be done says more than that it is not there.
        if (!(refusal instanceof AppError) || error.error === 'forbidden') refusal = error;
      }
    throw refusal;
  };

  const list = async (actors: readonly TableCaller[]): Promise<DataTable[]> => {
    const seen = new Map<string, DataTable>();
    for (const actor of actors) for (const table of await tables.list(actor)) seen.set(table.id, table);
    return [...seen.values()];
  };

  const find = async (actors: readonly TableCaller[], { id, name }: { id?: string; name?: string }) => {
    const all = await list(actors);
    const found = all.filter((table) => (id === undefined ? table.name === name : table.id === id));
    const own = found.filter(({ ownedBy }) => ownedBy?.id === actors.at(-1)?.user.id);
    const [first, second] = own.length > 0 ? own : found;
    const what = id === undefined ? `the name "${name}"` : `the id "${id}"`;
    if (!first)
      throw new NodeError(`There is no data table with ${what}`, {
        description: 'Either it does not exist, or nobody has shared it with the owner of the workflow.',
      });
    if (second) throw new NodeError(`Several data tables have ${what}`, { description: 'Choose one by its id.' });
    return first;
  };

  const answer = async (
    actors: readonly TableCaller[],
    request: DataTableRequest,
    key: WriteKey | undefined,
  ): Promise<DataTableAnswers[DataTableRequest['op']]> => {
    const open = async ({ id, op }: Extract<DataTableRequest, { filter: unknown } | { rows: unknown }>) => {
      if (!/^\d{1,15}$/.test(id)) throw new NodeError(`There is no data table with the id "${id}"`);
      return asFirst(actors, (actor) => tables.open(actor, id, needs[op] ?? 'read'));
    };
    const how = { returnRows: true, key };
    switch (request.op) {
      case 'list':
        return (await list(actors)).map(factsOf);
      case 'find':
        return factsOf(await find(actors, request));
      case 'create':
        // Of whoever the workflow belongs to, so that it finds it whoever runs it.
        return factsOf(await asFirst(actors.slice(-1), (actor) => tables.create(actor, request)));
      case 'rename':
        return factsOf(await asFirst(actors, (actor) => tables.rename(actor, request.id, request.name)));
      case 'remove':
        await asFirst(actors, (actor) => tables.remove(actor, request.id));
        return null;
      case 'rows':
        return rows.select(await open(request), { ...request, limit: Math.min(Math.max(1, request.limit), 1000) });
      case 'count':
        return rows.count(await open(request), request.filter);
      case 'insert':
        return rows.insert((await open(request)).id, request.rows, key);
      case 'update':
        return (await rows.update((await open(request)).id, request.filter, request.data, how)).rows;
      case 'upsert':
        return (await rows.upsert((await open(request)).id, request.filter, request.data, how)).rows;
      case 'removeRows':
        return (await rows.remove((await open(request)).id, request.filter, how)).rows;
    }
  };

  const explain = (error: unknown): DataTableAnswer => {
    if (error instanceof NodeError) return { refused: error.message, description: error.description };
    if (error instanceof AppError) return { refused: error.message, description: error.hint };
    log.error({ err: error }, 'A data table could not be read or written');
    return { refused: 'The data table could not be read or written; the log of the instance says why' };
  };

  const ask = async ({ token, asker, key, request }: DataTableQuestion): Promise<DataTableAnswer> => {
    const workflow = askers.find(asker, token);
    if (!workflow) throw new NodeError('Data tables are given to executions that run, and this one does not');
    const writeKey = key === undefined ? undefined : { key, executionId: asker };
    const value = await answer(await actorsOf(db, workflow), JSON.parse(request) as DataTableRequest, writeKey);
    return { value };
  };

  return async (question) => JSON.stringify(await ask(question).catch(explain));
};
