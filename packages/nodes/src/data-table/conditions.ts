import {
  type DataTableColumnType,
  type DataTableCondition,
  type DataTableConditionName,
  type DataTableFilter,
  type DataTableValue,
  dataTableConditions,
  dataTableConditionsWithoutValue,
} from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { chosen } from '../fields/chosen.ts';

const matches = { anyCondition: 'any', allConditions: 'all', anyFilter: 'any', allFilters: 'all' } as const;
const names = Object.fromEntries(dataTableConditions.map((name) => [name, name])) as Record<
  string,
  DataTableConditionName
>;

/** What a column can hold: dates as text, and what is nested as JSON. */
export const toValue = (value: unknown): DataTableValue => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  return JSON.stringify(value);
};

interface GivenCondition {
  keyName?: unknown;
  condition?: unknown;
  keyValue?: unknown;
}

/** @param filters value of the parameter of this name. @throws NodeError */
export const readFilter = (filters: unknown, matchType: unknown): DataTableFilter => {
  const { conditions = [] } = (filters ?? {}) as { conditions?: GivenCondition[] };
  return {
    match: chosen(matches, 'Must match', matchType),
    conditions: conditions.map(({ keyName, condition = 'eq', keyValue }): DataTableCondition => {
      const name = chosen(names, 'Condition', condition);
      const column = String(keyName ?? '');
      return dataTableConditionsWithoutValue.includes(name)
        ? { column, condition: name }
        : { column, condition: name, value: toValue(keyValue ?? null) };
    }),
  };
};

/** A filter that names no rows would mean all of them. @throws NodeError */
export const requireConditions = (filter: DataTableFilter): DataTableFilter => {
  if (filter.conditions.length > 0) return filter;
  throw new NodeError('There is no condition', {
    description: 'Without one every row of the table would be meant. Add a condition.',
  });
};

const titles: Record<DataTableConditionName, string> = {
  eq: 'Equals',
  neq: 'Does not equal',
  gt: 'Is greater than',
  gte: 'Is greater than or equal to',
  lt: 'Is less than',
  lte: 'Is less than or equal to',
  like: 'Matches a pattern with %',
  ilike: 'Matches a pattern with %, in any case',
  contains: 'Contains, in any case',
  isEmpty: 'Is empty',
  isNotEmpty: 'Is not empty',
  isTrue: 'Is true',
  isFalse: 'Is false',
};

const ofType: Record<DataTableColumnType, readonly DataTableConditionName[]> = {
  string: ['eq', 'neq', 'contains', 'like', 'ilike', 'gt', 'gte', 'lt', 'lte', 'isEmpty', 'isNotEmpty'],
  number: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isEmpty', 'isNotEmpty'],
  date: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isEmpty', 'isNotEmpty'],
  boolean: ['isTrue', 'isFalse', 'eq', 'neq', 'isEmpty', 'isNotEmpty'],
};

/** As choices. @param type undefined: it is not known */
export const conditionChoices = (type: DataTableColumnType | undefined) =>
  (type ? ofType[type] : dataTableConditions).map((value) => ({ name: titles[value], value }));
