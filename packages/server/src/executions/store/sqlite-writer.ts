import type Sqlite from 'better-sqlite3';
import type { OpenDatabase } from '../../db/database.ts';
import { forOneRow, type Statement, type Step, type Value, type Values } from './statements.ts';
import { writeGroup } from './write-group.ts';
import type { ExecutionWrite, ExecutionWriter, WriteResult } from './writes.ts';

export type Writer = (writes: readonly ExecutionWrite[]) => WriteResult[];

interface Prepared {
  statement: Sqlite.Statement<Value[]>;
  values: readonly ((row: never) => Value)[];
  key: (row: never) => Value;
}

/** Statements are prepared once, and a group of writes is one synchronous transaction: one flush to the disk for all. */
export const prepareWriter = (connection: Sqlite.Database): Writer => {
  const known = new Map<Statement<never>, Prepared>();
  const prepare = (statement: Statement<never>): Prepared => {
    const { text, names } = forOneRow(statement);
    const ofName = (name: string) => (statement.values[name] as Values<never>[string])[1];
    const prepared = {
      statement: connection.prepare<Value[]>(text),
      values: names.map(ofName),
      key: ofName(Object.keys(statement.values)[0] ?? ''),
    };
    known.set(statement, prepared);
    return prepared;
  };

  const runRows = (of: Statement<never>, rows: readonly unknown[]): unknown[] => {
    const { statement, values, key } = known.get(of) ?? prepare(of);
    const given: unknown[] = [];
    for (const row of rows) {
      const bound = values.map((value) => value(row as never));
      if (of.gives === 'rows') given.push(...statement.all(...bound));
      else if (statement.run(...bound).changes > 0 && of.gives !== 'nothing') given.push(key(row as never));
    }
    return given;
  };

  const take = ({ statement, rows }: Step): unknown[] => runRows(statement, rows);

  return connection.transaction((writes: readonly ExecutionWrite[]): WriteResult[] => {
    const steps = writeGroup(writes);
    for (let next = steps.next(); ; next = steps.next(take(next.value))) if (next.done) return next.value;
  }).immediate;
};

/** Writes on the connection that everything else uses. */
export const createSqliteWriter = (exclusively: NonNullable<OpenDatabase['exclusively']>): ExecutionWriter['write'] => {
  let writer: Writer | undefined;
  return (writes) =>
    exclusively((connection) => {
      writer ??= prepareWriter(connection);
      return writer(writes);
    });
};
