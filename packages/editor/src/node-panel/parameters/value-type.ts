import { type FilterValueType, isObject } from '@millrace/contract';

type ValueType = Exclude<FilterValueType, 'any'>;

/** As nodes and expressions write dates: a day, or a moment with its zone or without. */
const date = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** The type of a value as fields and conditions name it; undefined where there is nothing to tell it by. */
export const valueTypeOf = (value: unknown): ValueType | undefined => {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as 'number' | 'boolean';
  return typeof value === 'string' && date.test(value) && !Number.isNaN(Date.parse(value)) ? 'dateTime' : 'string';
};
