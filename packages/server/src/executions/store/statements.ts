/**
 * Statements that both databases understand, as data: SQL in which `:name` stands for a value of a row. One statement serves many rows: SQLite
 * runs it for each, PostgreSQL once for all of them, which it gets as lists.
 *
 * Where the rows come in differs between the kinds of statements, so the text says it:
 * `{from}` in an update or insert, `{and}` behind the tables of a select, `{using}` in a delete. `{lock}` ends a select whose rows are about to
 * be changed.
 */
export interface Statement<Row> {
  text: string;
  values: Values<Row>;
  /** `rows`: those that it selects or returns. `touched`: which of its rows have changed anything, by this column; it is their first value. */
  gives: 'rows' | 'nothing' | { touched: string };
}

export type Value = string | number | null;
export type Values<Row> = Readonly<
  Record<string, readonly [type: 'bigint' | 'integer' | 'text', of: (row: Row) => Value]>
>;

/** Writing is a generator of statements, so that one text of it runs on a database that answers at once and on one that is waited for. */
export type Steps<Result> = Generator<Step, Result, unknown>;
export interface Step {
  statement: Statement<never>;
  rows: readonly unknown[];
}

/** @param statement one that gives rows */
export function* query<Row, Out>(statement: Statement<Row>, rows: readonly Row[]): Steps<Out[]> {
  if (rows.length === 0) return [];
  return (yield { statement: statement as Statement<never>, rows }) as Out[];
}

/** @param statement one that gives what it has touched, or nothing */
export function* run<Row>(statement: Statement<Row>, rows: readonly Row[]): Steps<number[]> {
  if (rows.length === 0) return [];
  return ((yield { statement: statement as Statement<never>, rows }) ?? []) as number[];
}

const named = /(?<![:\w]):(\w+)/g;

/** For SQLite: with the names of the values in the order in which they stand in the text. */
export const forOneRow = <Row>({ text, values }: Statement<Row>): { text: string; names: string[] } => {
  const names: string[] = [];
  const plain = text.replace(/\{(from|and|using|lock)\}/g, '').replace(named, (_, name: string) => {
    names.push(checked(name, values));
    return '?';
  });
  return { text: plain, names };
};

/** For PostgreSQL: values are columns of `v`, each a list. */
export const forManyRows = <Row>({ text, values, gives }: Statement<Row>): string => {
  const names = Object.keys(values);
  const lists = names.map((name, index) => `$${index + 1}::${values[name]?.[0]}[]`);
  const rows = `unnest(${lists.join(', ')}) as v (${names.join(', ')})`;
  const filled = text
    .replaceAll('{from}', `from ${rows}`)
    .replaceAll('{and}', `, ${rows}`)
    .replaceAll('{using}', `using ${rows}`)
    .replaceAll('{lock}', 'for update')
    .replace(named, (_, name: string) => `v.${checked(name, values)}`);
  return typeof gives === 'string' ? filled : `${filled} returning ${gives.touched} as touched`;
};

const checked = (name: string, values: Values<never>): string => {
  if (!Object.hasOwn(values, name)) throw new Error(`The statement has no value ${name}`);
  return name;
};

/** Inserts rows whose columns have the names of their values. @param onConflict `do nothing`, or what else to do */
export const insertInto = <Row>(table: string, values: Values<Row>, onConflict: string): Statement<Row> => {
  const names = Object.keys(values);
  const given = names.map((name) => `:${name}`).join(', ');
  // Without a condition SQLite would take `on conflict` for that of a join.
  const text = `insert into ${table} (${names.join(', ')}) select ${given} {from} where true on conflict ${onConflict}`;
  return { text, values, gives: { touched: `${table}.${names[0]}` } };
};
