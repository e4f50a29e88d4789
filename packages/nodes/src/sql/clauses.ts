/** Conditions, order and limit, out of parameters that may be anything. */
import { NodeError } from '@millrace/engine/node-api';
import { chosen } from '../fields/chosen.ts';
import type { Writer } from './dialect.ts';

const operators = {
  equal: '=',
  '=': '=',
  '!=': '!=',
  LIKE: 'LIKE',
  '>': '>',
  '<': '<',
  '>=': '>=',
  '<=': '<=',
  'IS NULL': 'IS NULL',
  'IS NOT NULL': 'IS NOT NULL',
} as const;

const joins = { AND: ' AND ', OR: ' OR ' } as const;
const directions = { ASC: 'ASC', DESC: 'DESC' } as const;

const entriesOf = (given: unknown): Record<string, unknown>[] => {
  const { values = [] } = (given ?? {}) as { values?: unknown };
  return Array.isArray(values) ? (values as Record<string, unknown>[]) : [];
};

const plain = (value: unknown): unknown => {
  if (typeof value === 'object' && value !== null)
    throw new NodeError('A condition compares with an object or a list', { description: 'Give it one value.' });
  return value;
};

/** @param given value of the parameter `where` */
export const whereClause = (writer: Writer, given: unknown, combine: unknown): string => {
  const conditions = entriesOf(given).map(({ column, condition = 'equal', value }) => {
    const operator = chosen(operators, 'Operator', condition);
    const left = writer.name(column);
    return operator.startsWith('IS')
      ? `${left} ${operator}`
      : `${left} ${operator} ${writer.value(plain(value ?? ''))}`;
  });
  const join = chosen(joins, 'Combine conditions', combine ?? 'AND');
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(join)}`;
};

/** @param given value of the parameter `sort` */
export const orderClause = (writer: Writer, given: unknown): string => {
  const rules = entriesOf(given).map(
    ({ column, direction = 'ASC' }) => `${writer.name(column)} ${chosen(directions, 'Direction', direction)}`,
  );
  return rules.length === 0 ? '' : ` ORDER BY ${rules.join(', ')}`;
};

export const limitClause = (limit: unknown): string => {
  const number = typeof limit === 'number' ? limit : Number.NaN;
  if (!Number.isSafeInteger(number) || number < 0)
    throw new NodeError(`The limit is not a whole number: ${JSON.stringify(limit)}`);
  return ` LIMIT ${number}`;
};
