/** Tables of rows that workflows share: what server, editor and nodes say of them. */

export const dataTableColumnTypes = ['string', 'number', 'boolean', 'date'] as const;
export type DataTableColumnType = (typeof dataTableColumnTypes)[number];

/** A date is its ISO text. */
export type DataTableValue = string | number | boolean | null;

/** Columns that every table has and that nobody writes, by their types. */
export const dataTableSystemColumns = { id: 'number', createdAt: 'date', updatedAt: 'date' } as const;

export interface DataTableColumn {
  id: string;
  name: string;
  type: DataTableColumnType;
}

/** By names of columns. `id` is a number that counts up and is never given twice; `createdAt` and `updatedAt` are dates. */
export type DataTableRow = Record<string, DataTableValue>;

/**
 * - `like`, `ilike`: `%` stands for any text; the latter takes upper and lower case for the same.
 * - `contains`: the text is somewhere in it, in upper or lower case.
 * - `isEmpty`: there is no value, or a text of no characters.
 */
export const dataTableConditions = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'contains',
  'isEmpty',
  'isNotEmpty',
  'isTrue',
  'isFalse',
] as const;
export type DataTableConditionName = (typeof dataTableConditions)[number];

/** Those that compare with nothing. */
export const dataTableConditionsWithoutValue: readonly DataTableConditionName[] = [
  'isEmpty',
  'isNotEmpty',
  'isTrue',
  'isFalse',
];

export interface DataTableCondition {
  /** Name of a column, `id`, `createdAt` or `updatedAt`. */
  column: string;
  condition: DataTableConditionName;
  /** Null is what has no value. */
  value?: DataTableValue;
}

/** Without conditions it is true of every row. */
export interface DataTableFilter {
  match: 'all' | 'any';
  conditions: DataTableCondition[];
}

export interface DataTableSort {
  column: string;
  direction: 'asc' | 'desc';
}
