/** The statements of each operation. */
import { chosen } from '../fields/chosen.ts';
import type { Query, Session } from '../sql/batch.ts';
import { limitClause, orderClause, whereClause } from '../sql/clauses.ts';
import type { SqlContext } from '../sql/context.ts';
import { createWriter, type Writer } from '../sql/dialect.ts';
import { writtenQuery } from '../sql/query-parameter.ts';
import { readRow } from '../sql/rows.ts';
import { postgresDialect, storable } from './session.ts';

type Types = ReadonlyMap<string, string>;

/** Types of the columns of a table, asked for once each. */
export const createTypeFinder = (session: Session) => {
  const known = new Map<string, Promise<Types>>();
  const find = async (schema: string, table: string): Promise<Types> => {
    const rows = await session.run({
      text: 'SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2',
      values: [schema, table],
    });
    return new Map(rows?.map(({ column_name, data_type }) => [String(column_name), String(data_type)]));
  };
  return (schema: string, table: string): Promise<Types> => {
    const key = JSON.stringify([schema, table]);
    const types = known.get(key) ?? find(schema, table);
    known.set(key, types);
    return types;
  };
};

type TypeFinder = ReturnType<typeof createTypeFinder>;

const place = (context: SqlContext, index: number) => ({
  schema: context.extractedValue('schema', index) || 'public',
  table: context.extractedValue('table', index),
});

const optionsOf = (context: SqlContext, index: number): Record<string, unknown> =>
  (context.parameter('options', index) ?? {}) as Record<string, unknown>;

const returning = (context: SqlContext, writer: Writer, index: number): string => {
  const { outputColumns = [] } = optionsOf(context, index);
  return ` RETURNING ${writer.columns(Array.isArray(outputColumns) ? outputColumns : [outputColumns])}`;
};

type Build = (context: SqlContext, index: number, types: TypeFinder) => Promise<Query> | Query;

const select: Build = (context, index) => {
  const writer = createWriter(postgresDialect);
  const { schema, table } = place(context, index);
  const { outputColumns = [] } = optionsOf(context, index);
  const columns = writer.columns(Array.isArray(outputColumns) ? outputColumns : [outputColumns]);
  const where = whereClause(writer, context.parameter('where', index), context.parameter('combineConditions', index));
  const order = orderClause(writer, context.parameter('sort', index));
  const limit = context.parameter('returnAll', index) ? '' : limitClause(context.parameter('limit', index));
  const text = `SELECT ${columns} FROM ${writer.name(schema)}.${writer.name(table)}${where}${order}${limit}`;
  return { statements: [{ text, values: writer.values }], isSelect: true };
};

const write =
  (operation: 'insert' | 'update' | 'upsert'): Build =>
  async (context, index, findTypes) => {
    const { schema, table } = place(context, index);
    const { values, matchBy } = readRow(context, index, operation, context.node.typeVersion >= 2.2);
    const types = await findTypes(schema, table);
    const writer = createWriter(postgresDialect);
    const target = `${writer.name(schema)}.${writer.name(table)}`;
    const columns = Object.keys(values);
    const placed = (column: string) => writer.value(storable(values[column], types.get(column)));
    const changed = columns.filter((column) => !matchBy.includes(column));
    const set = () => changed.map((column) => `${writer.name(column)} = ${placed(column)}`).join(', ');

    const written = (): string => {
      if (operation === 'update') {
        const changes = set();
        const match = matchBy.map((column) => `${writer.name(column)} = ${placed(column)}`).join(' AND ');
        return `UPDATE ${target} SET ${changes} WHERE ${match}`;
      }
      const insert =
        columns.length === 0
          ? `INSERT INTO ${target} DEFAULT VALUES`
          : `INSERT INTO ${target} (${writer.names(columns)}) VALUES (${columns.map(placed).join(', ')})`;
      if (operation === 'insert')
        return optionsOf(context, index).skipOnConflict ? `${insert} ON CONFLICT DO NOTHING` : insert;
      const conflict = `ON CONFLICT (${writer.names(matchBy)})`;
      const updates = changed.map((column) => `${writer.name(column)} = EXCLUDED.${writer.name(column)}`).join(', ');
      return `${insert} ${conflict} ${updates ? `DO UPDATE SET ${updates}` : 'DO NOTHING'}`;
    };
    const text = written() + returning(context, writer, index);
    const meant = matchBy.map((column) => `${column} = ${String(values[column])}`).join(', ');
    const missing =
      operation === 'update' && context.node.typeVersion >= 2.2 ? `No row of "${table}" has ${meant}.` : undefined;
    return { statements: [{ text, values: writer.values }], isSelect: false, missing };
  };

const deleteCommands = { truncate: 'truncate', delete: 'delete', drop: 'drop' } as const;

const deleteTable: Build = (context, index) => {
  const writer = createWriter(postgresDialect);
  const { schema, table } = place(context, index);
  const target = `${writer.name(schema)}.${writer.name(table)}`;
  const command = chosen(deleteCommands, 'Command', context.parameter('deleteCommand', index));
  const cascade = optionsOf(context, index).cascade === true ? ' CASCADE' : '';
  const texts = {
    truncate: () =>
      `TRUNCATE TABLE ${target}${context.parameter('restartSequences', index) ? ' RESTART IDENTITY' : ''}${cascade}`,
    drop: () => `DROP TABLE IF EXISTS ${target}${cascade}`,
    delete: () =>
      `DELETE FROM ${target}${whereClause(writer, context.parameter('where', index), context.parameter('combineConditions', index))}`,
  };
  return { statements: [{ text: texts[command](), values: writer.values }], isSelect: false };
};

const builds: Readonly<Record<string, Build>> = {
  executeQuery: (context, index) => writtenQuery(context, postgresDialect, index),
  select,
  insert: write('insert'),
  update: write('update'),
  upsert: write('upsert'),
  deleteTable,
};

/** @throws NodeError where there is no such operation */
export const buildOf = (operation: unknown): Build => chosen(builds, 'Operation', operation);
