import type { ParameterDefinition } from '@millrace/contract/data';
import { toDateTime } from '../dates/read-date.ts';
import { matchesPattern } from './pattern.ts';

/** The condition shape of the first If and Filter: one list for each type of value, joined by all or any. */

const textOperations = {
  contains: 'Contains',
  notContains: 'Does not contain',
  endsWith: 'Ends with',
  notEndsWith: 'Does not end with',
  equal: 'Is equal to',
  notEqual: 'Is not equal to',
  regex: 'Matches regex',
  notRegex: 'Does not match regex',
  startsWith: 'Starts with',
  notStartsWith: 'Does not start with',
  isEmpty: 'Is empty',
  isNotEmpty: 'Is not empty',
} as const;
const numberOperations = {
  smaller: 'Smaller',
  smallerEqual: 'Smaller or equal',
  equal: 'Equal',
  notEqual: 'Not equal',
  larger: 'Larger',
  largerEqual: 'Larger or equal',
  isEmpty: 'Is empty',
  isNotEmpty: 'Is not empty',
} as const;

const choices = (labels: Record<string, string>) => Object.entries(labels).map(([value, name]) => ({ name, value }));
const withoutRight = { hide: { operation: ['isEmpty', 'isNotEmpty'] } };

export const legacyConditionParameters = [
  {
    displayName: 'Conditions',
    name: 'conditions',
    type: 'fixedCollection',
    placeholder: 'Add condition',
    default: {},
    typeOptions: { multipleValues: true, sortable: true },
    options: [
      {
        name: 'boolean',
        displayName: 'Boolean',
        values: [
          { displayName: 'Value 1', name: 'value1', type: 'boolean', default: false, keepsType: true },
          {
            displayName: 'Operation',
            name: 'operation',
            type: 'options',
            options: choices({ equal: 'Is equal to', notEqual: 'Is not equal to' }),
            default: 'equal',
          },
          { displayName: 'Value 2', name: 'value2', type: 'boolean', default: false, keepsType: true },
        ],
      },
      {
        name: 'dateTime',
        displayName: 'Date & time',
        values: [
          { displayName: 'Value 1', name: 'value1', type: 'dateTime', default: '', keepsType: true },
          {
            displayName: 'Operation',
            name: 'operation',
            type: 'options',
            options: choices({ after: 'Occurred after', before: 'Occurred before' }),
            default: 'after',
          },
          { displayName: 'Value 2', name: 'value2', type: 'dateTime', default: '', keepsType: true },
        ],
      },
      {
        name: 'number',
        displayName: 'Number',
        values: [
          { displayName: 'Value 1', name: 'value1', type: 'number', default: 0, keepsType: true },
          {
            displayName: 'Operation',
            name: 'operation',
            type: 'options',
            options: choices(numberOperations),
            default: 'smaller',
          },
          {
            displayName: 'Value 2',
            name: 'value2',
            type: 'number',
            default: 0,
            keepsType: true,
            displayOptions: withoutRight,
          },
        ],
      },
      {
        name: 'string',
        displayName: 'Text',
        values: [
          { displayName: 'Value 1', name: 'value1', type: 'string', default: '', keepsType: true },
          {
            displayName: 'Operation',
            name: 'operation',
            type: 'options',
            options: choices(textOperations),
            default: 'equal',
          },
          {
            displayName: 'Value 2',
            name: 'value2',
            type: 'string',
            default: '',
            keepsType: true,
            displayOptions: withoutRight,
          },
        ],
      },
    ],
  },
  {
    displayName: 'Combine',
    name: 'combineOperation',
    type: 'options',
    options: [
      { name: 'All', value: 'all', description: 'All conditions must match' },
      { name: 'Any', value: 'any', description: 'Any condition must match' },
    ],
    default: 'all',
  },
] as const satisfies readonly ParameterDefinition[];

export interface LegacyCondition {
  value1?: unknown;
  operation?: string;
  value2?: unknown;
}
export type LegacyConditions = Partial<
  Record<'boolean' | 'dateTime' | 'number' | 'string', readonly LegacyCondition[]>
>;

type Compare = (left: unknown, right: unknown) => boolean;
const isNothing = (value: unknown): value is undefined | null => value === undefined || value === null;
const asText = (value: unknown) => (isNothing(value) ? '' : String(value));
const asNumber = (value: unknown) => Number(value) || 0;
const asMillis = (value: unknown) => toDateTime(value)?.toMillis() ?? Number.NaN;
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  Number.isNaN(value) ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** Nothing equals nothing else, neither an empty text nor 0 nor false. */
const equality = (read: (value: unknown) => unknown): Record<'equal' | 'notEqual', Compare> => {
  const equal: Compare = (left, right) =>
    isNothing(left) || isNothing(right) ? left === right : read(left) === read(right);
  return { equal, notEqual: (left, right) => !equal(left, right) };
};

const booleanTexts = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
]);

const emptiness: Record<string, Compare> = {
  isEmpty: (left) => isEmpty(left),
  isNotEmpty: (left) => !isEmpty(left),
};

const comparisons: Record<keyof LegacyConditions, Record<string, Compare>> = {
  boolean: {
    ...equality((value) => booleanTexts.get(value) ?? value),
  },
  dateTime: {
    after: (left, right) => asMillis(left) > asMillis(right),
    before: (left, right) => asMillis(left) < asMillis(right),
  },
  number: {
    smaller: (left, right) => asNumber(left) < asNumber(right),
    smallerEqual: (left, right) => asNumber(left) <= asNumber(right),
    ...equality((value) => (value === '' ? value : Number(value))),
    larger: (left, right) => asNumber(left) > asNumber(right),
    largerEqual: (left, right) => asNumber(left) >= asNumber(right),
    ...emptiness,
  },
  string: {
    contains: (left, right) => asText(left).includes(asText(right)),
    notContains: (left, right) => !asText(left).includes(asText(right)),
    endsWith: (left, right) => asText(left).endsWith(asText(right)),
    notEndsWith: (left, right) => !asText(left).endsWith(asText(right)),
    ...equality(asText),
    regex: (left, right) => matchesPattern(asText(left), asText(right)),
    notRegex: (left, right) => !matchesPattern(asText(left), asText(right)),
    startsWith: (left, right) => asText(left).startsWith(asText(right)),
    notStartsWith: (left, right) => !asText(left).startsWith(asText(right)),
    ...emptiness,
  },
};

/** How a value of this type is compared; undefined for an unknown operation. */
export const legacyComparison = (type: keyof LegacyConditions, operation: string): Compare | undefined =>
  Object.hasOwn(comparisons, type) && Object.hasOwn(comparisons[type], operation)
    ? comparisons[type][operation]
    : undefined;

const types = Object.keys(comparisons) as (keyof LegacyConditions)[];
const defaultOperation: Record<keyof LegacyConditions, string> = {
  boolean: 'equal',
  dateTime: 'after',
  number: 'smaller',
  string: 'equal',
};

export const evaluateLegacyConditions = (conditions: LegacyConditions, combine: string): boolean => {
  const any = combine === 'any';
  for (const type of types) {
    for (const { value1, operation = defaultOperation[type], value2 } of conditions[type] ?? []) {
      const holds = legacyComparison(type, operation)?.(value1, value2) ?? false;
      if (holds === any) return any;
    }
  }
  return !any;
};
