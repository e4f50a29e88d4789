/**
 * The shared condition shape of If, Switch and Filter: conditions of a left value, an operator and a right value, joined by and / or.
 * The operators are data, so that the editor's input and the engine's evaluation cannot drift apart.
 */
export type FilterValueType = 'string' | 'number' | 'boolean' | 'dateTime' | 'array' | 'object' | 'any';

export interface FilterOperator {
  type: FilterValueType;
  operation: string;
  /** True where the operator takes no right value. */
  singleValue?: boolean;
  rightType?: FilterValueType;
  name?: string;
}

export interface FilterCondition {
  id?: string;
  leftValue: unknown;
  rightValue?: unknown;
  operator: FilterOperator;
}

export interface FilterOptions {
  caseSensitive?: boolean;
  leftValue?: string;
  /** strict: a value of another type is an error; loose: it is converted. */
  typeValidation?: 'strict' | 'loose';
  version?: number;
}

export interface FilterValue {
  conditions: FilterCondition[];
  combinator: 'and' | 'or';
  options?: FilterOptions;
}

export type FilterOperationName =
  | 'exists'
  | 'notExists'
  | 'empty'
  | 'notEmpty'
  | 'equals'
  | 'notEquals'
  | 'contains'
  | 'notContains'
  | 'startsWith'
  | 'notStartsWith'
  | 'endsWith'
  | 'notEndsWith'
  | 'regex'
  | 'notRegex'
  | 'gt'
  | 'lt'
  | 'gte'
  | 'lte'
  | 'true'
  | 'false'
  | 'after'
  | 'before'
  | 'afterOrEquals'
  | 'beforeOrEquals'
  | 'lengthEquals'
  | 'lengthNotEquals'
  | 'lengthGt'
  | 'lengthLt'
  | 'lengthGte'
  | 'lengthLte';

export interface FilterOperation {
  operation: FilterOperationName;
  singleValue?: true;
  /** Type of the right value where it is not that of the left. */
  rightType?: FilterValueType;
}

const existence: FilterOperation[] = [
  { operation: 'exists', singleValue: true },
  { operation: 'notExists', singleValue: true },
];
const emptiness: FilterOperation[] = [
  { operation: 'empty', singleValue: true },
  { operation: 'notEmpty', singleValue: true },
];
const equality: FilterOperation[] = [{ operation: 'equals' }, { operation: 'notEquals' }];

/** Every operation by type of the left value, in the order in which they are offered. */
export const filterOperations: Record<Exclude<FilterValueType, 'any'>, FilterOperation[]> = {
  string: [
    ...equality,
    { operation: 'contains' },
    { operation: 'notContains' },
    { operation: 'startsWith' },
    { operation: 'notStartsWith' },
    { operation: 'endsWith' },
    { operation: 'notEndsWith' },
    { operation: 'regex' },
    { operation: 'notRegex' },
    ...emptiness,
    ...existence,
  ],
  number: [
    ...equality,
    { operation: 'gt' },
    { operation: 'lt' },
    { operation: 'gte' },
    { operation: 'lte' },
    ...emptiness,
    ...existence,
  ],
  boolean: [
    { operation: 'true', singleValue: true },
    { operation: 'false', singleValue: true },
    ...equality,
    ...emptiness,
    ...existence,
  ],
  dateTime: [
    ...equality,
    { operation: 'after' },
    { operation: 'before' },
    { operation: 'afterOrEquals' },
    { operation: 'beforeOrEquals' },
    ...emptiness,
    ...existence,
  ],
  array: [
    { operation: 'contains', rightType: 'any' },
    { operation: 'notContains', rightType: 'any' },
    { operation: 'lengthEquals', rightType: 'number' },
    { operation: 'lengthNotEquals', rightType: 'number' },
    { operation: 'lengthGt', rightType: 'number' },
    { operation: 'lengthLt', rightType: 'number' },
    { operation: 'lengthGte', rightType: 'number' },
    { operation: 'lengthLte', rightType: 'number' },
    ...emptiness,
    ...existence,
  ],
  object: [...emptiness, ...existence],
};
