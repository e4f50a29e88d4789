import { type DataTableCondition, type DataTableFilter, type DataTableSort, limits } from '@millrace/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { OpenDatabase } from '../db/database.ts';
import { invalidField } from '../platform/validation.ts';
import { type Cell, CellError, type Column, systemColumns, toCell } from './cells.ts';

/**
 * SQL over the rows of one table. What people call a table or a column never becomes part of a statement: the database knows both by numbers, and here
 * is the only place where they are written into one.
 */

export type Dialect = OpenDatabase['dialect'];

export const rowsTable = (tableId: number): RawBuilder<unknown> => sql.table(`data_table_rows_${tableId}`);
export const physicalName = (columnId: number): string => `c${columnId}`;
export const columnRef = ({ physical }: Pick<Column, 'physical'>): RawBuilder<unknown> => sql.ref(physical);

/** Characters of a text by which rows are found; the index holds no more of it. */
const indexed = 64;

/** The index of a column, which is by the beginning of a text. */
export const indexExpression = (column: Pick<Column, 'physical' | 'type'>): RawBuilder<unknown> =>
  column.type === 'string' ? sql`substr(${columnRef(column)}, 1, ${sql.lit(indexed)})` : columnRef(column);

export const findColumn = (columns: readonly Column[], name: string): Column | undefined =>
  columns.find((column) => column.name === name) ?? systemColumns.find((column) => column.name === name);

const escapeSign = sql.lit('\\');
const escaped = (text: string, letters: RegExp): string => text.replaceAll(letters, String.raw`\$&`);

/** `%` in a pattern stands for any text, and nothing else for anything but itself. */
const like = (dialect: Dialect, ref: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> =>
  dialect === 'sqlite'
    ? sql<SqlBool>`${ref} glob ${pattern.replaceAll(/[*?[]/g, '[$&]').replaceAll('%', '*')}`
    : sql<SqlBool>`${ref} like ${escaped(pattern, /[_\\]/g)} escape ${escapeSign}`;

const likeInAnyCase = (ref: RawBuilder<unknown>, pattern: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`lower(${ref}) like lower(${pattern}) escape ${escapeSign}`;

const comparisons = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` } as const;

/** A value that no row can have is equal to none. */
const isEqual = (column: Column, cell: Cell): RawBuilder<SqlBool> => {
  const ref = columnRef(column);
  if (cell === null) return sql<SqlBool>`${ref} is null`;
  if (typeof cell !== 'string') return sql<SqlBool>`${ref} = ${cell}`;
  return sql<SqlBool>`(${indexExpression(column)} = substr(${cell}, 1, ${sql.lit(indexed)}) and ${ref} = ${cell})`;
};

const conditionSql = (
  dialect: Dialect,
  column: Column,
  { condition, value = null }: DataTableCondition,
): RawBuilder<SqlBool> => {
  const ref = columnRef(column);
  const refuse = (why: string) => new CellError(why);
  switch (condition) {
    case 'isEmpty':
      return column.type === 'string' ? sql<SqlBool>`(${ref} is null or ${ref} = '')` : sql<SqlBool>`${ref} is null`;
    case 'isNotEmpty':
      return column.type === 'string'
        ? sql<SqlBool>`(${ref} is not null and ${ref} <> '')`
        : sql<SqlBool>`${ref} is not null`;
    case 'isTrue':
    case 'isFalse':
      if (column.type !== 'boolean')
        throw refuse(`is compared by "${condition}", which is for columns of true and false`);
      return sql<SqlBool>`${ref} = ${sql.lit(condition === 'isTrue' ? 1 : 0)}`;
    case 'eq':
      return isEqual(column, toCell(column.type, value));
    case 'neq': {
      const cell = toCell(column.type, value);
      return cell === null ? sql<SqlBool>`${ref} is not null` : sql<SqlBool>`(${ref} is null or ${ref} <> ${cell})`;
    }
    case 'like':
    case 'ilike':
    case 'contains': {
      if (column.type !== 'string') throw refuse(`is compared by "${condition}", which is for columns of text`);
      const text = String(toCell('string', value) ?? '');
      if (text.length > limits.dataTableSearch)
        throw refuse(`is searched for a text of more than ${limits.dataTableSearch} characters`);
      if (condition === 'like') return like(dialect, ref, text);
      const pattern = condition === 'ilike' ? escaped(text, /[_\\]/g) : `%${escaped(text, /[%_\\]/g)}%`;
      return likeInAnyCase(ref, pattern);
    }
    default: {
      const cell = toCell(column.type, value);
      if (cell === null) throw refuse(`needs a value to be compared with by "${condition}"`);
      return sql<SqlBool>`${ref} ${comparisons[condition]} ${cell}`;
    }
  }
};

/** @throws AppError badRequest that names the condition */
export const filterSql = (
  dialect: Dialect,
  columns: readonly Column[],
  { match, conditions }: DataTableFilter,
): RawBuilder<SqlBool> => {
  if (conditions.length === 0) return sql<SqlBool>`true`;
  const parts = conditions.map((condition, index) => {
    const column = findColumn(columns, condition.column);
    if (!column)
      throw invalidField(
        ['filter', 'conditions', index, 'column'],
        `names no column of the table: "${condition.column}"`,
      );
    try {
      return conditionSql(dialect, column, condition);
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      throw invalidField(['filter', 'conditions', index], `does not fit: the column "${column.name}" ${error.message}`);
    }
  });
  return sql<SqlBool>`(${sql.join(parts, match === 'all' ? sql` and ` : sql` or `)})`;
};

/** Rows without a value come last. What is left open is by id. @throws AppError badRequest that names it */
export const sortSql = (columns: readonly Column[], sort: readonly DataTableSort[]): RawBuilder<unknown> => {
  const parts = sort.flatMap(({ column: name, direction }, index) => {
    const column = findColumn(columns, name);
    if (!column) throw invalidField(['sort', index, 'column'], `names no column of the table: "${name}"`);
    const ref = columnRef(column);
    const way = direction === 'desc' ? sql`desc` : sql`asc`;
    return column.type === 'string'
      ? [sql`lower(${ref}) ${way} nulls last`, sql`${ref} ${way}`]
      : [sql`${ref} ${way} nulls last`];
  });
  return sql.join([...parts, sql.ref('id')]);
};
