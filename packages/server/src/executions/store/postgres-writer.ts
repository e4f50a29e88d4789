import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { ends } from './end-executions.ts';
import { insertNodeRuns } from './results.ts';
import { forManyRows, type Statement, type Step, type Value, type Values } from './statements.ts';
import { writeGroup } from './write-group.ts';
import type { ExecutionWrite, ExecutionWriter, WriteOf, WriteResult } from './writes.ts';

/** A list for each value. */
const listsOf = (values: Values<never>, rows: readonly unknown[]): Value[][] =>
  Object.values(values).map(([, of]) => rows.map((row) => of(row as never)));

const texts = new Map<Statement<never>, string>();
const textOf = (statement: Statement<never>): string => {
  const known = texts.get(statement) ?? forManyRows(statement);
  texts.set(statement, known);
  return known;
};

const runStatement = async (db: Kysely<Database>, statement: Statement<never>, rows: readonly unknown[]) => {
  const query = CompiledQuery.raw(textOf(statement), listsOf(statement.values, rows));
  const { rows: given } = await db.executeQuery<{ touched: number }>(query);
  return typeof statement.gives === 'string' ? given : given.map(({ touched }) => touched);
};

/** Ends of which nothing follows. */
const isPlainEnd = (write: ExecutionWrite): write is WriteOf<'end'> => {
  if (write.kind !== 'end') return false;
  const { keep, items, staticData, retried, followUp, caller, passedOn } = write;
  return keep && items.length === 0 && !staticData && retried === undefined && !followUp && !caller && !passedOn;
};

/** `ends` and `insertNodeRuns` in one statement, of the same texts. */
const endsWithNodeRuns = (() => {
  const first = Object.keys(ends.values).length;
  const inserting = forManyRows({ ...insertNodeRuns, gives: 'nothing' })
    .replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + first}`)
    .replace('where true', 'join ended on ended.touched = v.execution_id where true');
  return `with ended as (${forManyRows(ends)}), recorded as (${inserting}) select touched from ended`;
})();

const endPlain = async (db: Kysely<Database>, writes: readonly WriteOf<'end'>[]): Promise<Set<number>> => {
  const nodeRuns = writes.flatMap(({ executionId, nodes }) => nodes.map((node) => ({ executionId, ...node })));
  const lists = [...listsOf(ends.values, writes), ...listsOf(insertNodeRuns.values, nodeRuns)];
  const { rows } = await db.executeQuery<{ touched: number }>(CompiledQuery.raw(endsWithNodeRuns, lists));
  return new Set(rows.map(({ touched }) => touched));
};

const writesOneStatement = ({ kind, ...write }: ExecutionWrite): boolean =>
  kind === 'create' && isPlainCreate(write as WriteOf<'create'>);

/** Without a workflow's static data to read, files or results to refer to. */
const isPlainCreate = ({ row }: Pick<WriteOf<'create'>, 'row'>): boolean =>
  !row.recorded && !row.uses?.length && (row.idempotencyKey === null || row.idempotencyKey.startsWith('call:'));

/** A group of writes is one transaction. Groups of one kind, as they mostly are, need one statement and no transaction around it. */
export const createPostgresWriter = (db: Kysely<Database>): ExecutionWriter['write'] => {
  const take = (on: Kysely<Database>, { statement, rows }: Step) => runStatement(on, statement, rows);

  const writeSteps = async (on: Kysely<Database>, writes: readonly ExecutionWrite[]) => {
    const steps = writeGroup(writes);
    for (let next = steps.next(); ; next = steps.next(await take(on, next.value))) if (next.done) return next.value;
  };

  return async (writes) => {
    let rest = writes;
    const ended = writes.every(isPlainEnd) ? await endPlain(db, writes) : new Set<number>();
    if (ended.size > 0) rest = writes.filter((write) => write.kind !== 'end' || !ended.has(write.executionId));
    const results = new Map<ExecutionWrite, WriteResult>();
    if (rest.length > 0) {
      const given = rest.every(writesOneStatement)
        ? await writeSteps(db, rest)
        : await db.transaction().execute((trx) => writeSteps(trx, rest));
      for (const [index, write] of rest.entries()) results.set(write, given[index] as WriteResult);
    }
    return writes.map((write) => (results.has(write) ? (results.get(write) as WriteResult) : { hold: 'held' }));
  };
};
