import type { Json } from '@millrace/contract/data';
import { stableText } from '../fields/stable.ts';

/** How the values of a field become one. */
export interface Aggregation {
  aggregation?: string;
  field?: string;
  includeEmpty?: boolean;
  separateBy?: string;
  customSeparator?: string;
}

/** What the name of the result begins with. */
export const prefixes: Readonly<Record<string, string>> = {
  append: 'appended_',
  average: 'average_',
  concatenate: 'concatenated_',
  count: 'count_',
  countUnique: 'unique_count_',
  max: 'max_',
  min: 'min_',
  sum: 'sum_',
};

type Values = readonly (Json | undefined)[];

const isEmpty = (value: Json | undefined): boolean => value === undefined || value === null || value === '';

const numbers = (values: Values): number[] => values.filter((value): value is number => typeof value === 'number');

const total = (values: Values): number => numbers(values).reduce((sum, value) => sum + value, 0);

/** The one that no other is before; texts and numbers compare as they do in expressions. */
const extreme = (values: Values, isBefore: (a: never, b: never) => boolean): Json => {
  let found: Json | undefined;
  for (const value of values) {
    if (!isEmpty(value) && (found === undefined || isBefore(value as never, found as never))) found = value as Json;
  }
  return found ?? null;
};

const textOf = (value: Json | undefined): string =>
  value === undefined ? 'undefined' : typeof value === 'object' ? JSON.stringify(value) : String(value);

const kept = (values: Values, { includeEmpty }: Aggregation): Values =>
  includeEmpty ? values : values.filter((value) => !isEmpty(value));

export const aggregations: Readonly<Record<string, (values: Values, how: Aggregation) => Json>> = {
  append: (values, how) => kept(values, how).map((value) => value ?? null),
  average: (values) => {
    const count = numbers(values).length;
    return count === 0 ? null : total(values) / count;
  },
  concatenate: (values, how) => {
    const { separateBy = ',', customSeparator = '' } = how;
    return kept(values, how)
      .map(textOf)
      .join(separateBy === 'other' ? customSeparator : separateBy);
  },
  count: (values, how) => kept(values, how).length,
  countUnique: (values, how) => new Set(kept(values, how).map(stableText)).size,
  max: (values) => extreme(values, (a, b) => a > b),
  min: (values) => extreme(values, (a, b) => a < b),
  sum: total,
};
