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

export interface FilterOperation {
  operation: string;
  label: string;
  singleValue?: true;
  /** Type of the right value where it is not that of the left. */
  rightType?: FilterValueType;
}

const existence: FilterOperation[] = [
  { operation: 'exists', label: 'exists', singleValue: true },
  { operation: 'notExists', label: 'does not exist', singleValue: true },
];
const emptiness: FilterOperation[] = [
  { operation: 'empty', label: 'is empty', singleValue: true },
  { operation: 'notEmpty', label: 'is not empty', singleValue: true },
];
const equality: FilterOperation[] = [
  { operation: 'equals', label: 'is equal to' },
  { operation: 'notEquals', label: 'is not equal to' },
];

/** Every operation by type of the left value, in the order in which they are offered. */
export const filterOperations: Record<Exclude<FilterValueType, 'any'>, FilterOperation[]> = {
  string: [
    ...equality,
    { operation: 'contains', label: 'contains' },
    { operation: 'notContains', label: 'does not contain' },
    { operation: 'startsWith', label: 'starts with' },
    { operation: 'notStartsWith', label: 'does not start with' },
    { operation: 'endsWith', label: 'ends with' },
    { operation: 'notEndsWith', label: 'does not end with' },
    { operation: 'regex', label: 'matches regex' },
    { operation: 'notRegex', label: 'does not match regex' },
    ...emptiness,
    ...existence,
  ],
  number: [
    ...equality,
    { operation: 'gt', label: 'is greater than' },
    { operation: 'lt', label: 'is less than' },
    { operation: 'gte', label: 'is greater than or equal to' },
    { operation: 'lte', label: 'is less than or equal to' },
    ...emptiness,
    ...existence,
  ],
  boolean: [
    { operation: 'true', label: 'is true', singleValue: true },
    { operation: 'false', label: 'is false', singleValue: true },
    ...equality,
    ...emptiness,
    ...existence,
  ],
  dateTime: [
    ...equality,
    { operation: 'after', label: 'is after' },
    { operation: 'before', label: 'is before' },
    { operation: 'afterOrEquals', label: 'is after or equal to' },
    { operation: 'beforeOrEquals', label: 'is before or equal to' },
    ...emptiness,
    ...existence,
  ],
  array: [
    { operation: 'contains', label: 'contains', rightType: 'any' },
    { operation: 'notContains', label: 'does not contain', rightType: 'any' },
    { operation: 'lengthEquals', label: 'length equal to', rightType: 'number' },
    { operation: 'lengthNotEquals', label: 'length not equal to', rightType: 'number' },
    { operation: 'lengthGt', label: 'length greater than', rightType: 'number' },
    { operation: 'lengthLt', label: 'length less than', rightType: 'number' },
    { operation: 'lengthGte', label: 'length greater than or equal to', rightType: 'number' },
    { operation: 'lengthLte', label: 'length less than or equal to', rightType: 'number' },
    ...emptiness,
    ...existence,
  ],
  object: [...emptiness, ...existence],
};
