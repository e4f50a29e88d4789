/** The statements of each operation. */
import { chosen } from '../fields/chosen.ts';
import type { Query } from '../sql/batch.ts';
import { limitClause, orderClause, whereClause } from '../sql/clauses.ts';
import type { SqlContext } from '../sql/context.ts';
import { createWriter } from '../sql/dialect.ts';
import { writtenQuery } from '../sql/query-parameter.ts';
import { readRow } from '../sql/rows.ts';
import { mySqlDialect } from './session.ts';

type Build = (context: SqlContext, index: number) => Query;

interface Options {
  outputColumns?: unknown;
  combineConditions?: unknown;
  selectDistinct?: boolean;
  skipOnConflict?: boolean;
  priority?: unknown;
}

const optionsOf = (context: SqlContext, index: number): Options =>
  (context.parameter('options', index) ?? {}) as Options;

const priorities = { LOW_PRIORITY: ' LOW_PRIORITY', HIGH_PRIORITY: ' HIGH_PRIORITY' } as const;

/** @throws NodeError where there is no such priority */
export const priorityWord = (priority: unknown): string =>
  priority === undefined || priority === '' ? '' : chosen(priorities, 'Priority', priority);

const select: Build = (context, index) => {
  const writer = createWriter(mySqlDialect);
  const { outputColumns = [], combineConditions, selectDistinct } = optionsOf(context, index);
  const columns = writer.columns(Array.isArray(outputColumns) ? outputColumns : [outputColumns]);
  const target = writer.name(context.extractedValue('table', index));
  const where = whereClause(writer, context.parameter('where', index), combineConditions);
  const order = orderClause(writer, context.parameter('sort', index));
  const limit = context.parameter('returnAll', index) ? '' : limitClause(context.parameter('limit', index));
  const text = `SELECT ${selectDistinct ? 'DISTINCT ' : ''}${columns} FROM ${target}${where}${order}${limit}`;
  return { statements: [{ text, values: writer.values }], isSelect: true };
};

const write =
  (operation: 'insert' | 'update' | 'upsert'): Build =>
  (context, index) => {
    const { values, matchBy } = readRow(context, index, operation, false);
    const { skipOnConflict, priority } = optionsOf(context, index);
    const writer = createWriter(mySqlDialect);
    const target = writer.name(context.extractedValue('table', index));
    const columns = Object.keys(values);
    const assign = (column: string) => `${writer.name(column)} = ${writer.value(values[column])}`;
    const changed = columns.filter((column) => !matchBy.includes(column));

    const written = (): string => {
      if (operation === 'update')
        return `UPDATE ${target} SET ${changed.map(assign).join(', ')} WHERE ${matchBy.map(assign).join(' AND ')}`;
      const words = operation === 'insert' ? `${priorityWord(priority)}${skipOnConflict ? ' IGNORE' : ''}` : '';
      const places = columns.map((column) => writer.value(values[column])).join(', ');
      const insert = `INSERT${words} INTO ${target} (${writer.names(columns)}) VALUES (${places})`;
      if (operation === 'insert') return insert;
      const kept = matchBy.map((column) => `${writer.name(column)} = ${writer.name(column)}`);
      const updates = changed.length > 0 ? changed.map(assign) : kept;
      return `${insert} ON DUPLICATE KEY UPDATE ${updates.join(', ')}`;
    };
    return { statements: [{ text: written(), values: writer.values }], isSelect: false };
  };

const deleteCommands = { truncate: 'truncate', delete: 'delete', drop: 'drop' } as const;

const deleteTable: Build = (context, index) => {
  const writer = createWriter(mySqlDialect);
  const target = writer.name(context.extractedValue('table', index));
  const command = chosen(deleteCommands, 'Command', context.parameter('deleteCommand', index));
  const texts = {
    truncate: () => `TRUNCATE TABLE ${target}`,
    drop: () => `DROP TABLE IF EXISTS ${target}`,
    delete: () =>
      `DELETE FROM ${target}${whereClause(writer, context.parameter('where', index), optionsOf(context, index).combineConditions)}`,
  };
  return { statements: [{ text: texts[command](), values: writer.values }], isSelect: false };
};

const builds: Readonly<Record<string, Build>> = {
  executeQuery: (context, index) => writtenQuery(context, mySqlDialect, index),
  select,
  insert: write('insert'),
  update: write('update'),
  upsert: write('upsert'),
  deleteTable,
};

/** @throws NodeError where there is no such operation */
export const buildOf = (operation: unknown): Build => chosen(builds, 'Operation', operation);
