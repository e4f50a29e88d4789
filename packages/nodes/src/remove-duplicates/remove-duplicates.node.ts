import type { Item, Json } from '@millrace/contract/data';
import { defineNode, type ExecuteContext, NodeError } from '@millrace/engine/node-api';
import { readDate } from '../dates/read-date.ts';
import { chosen } from '../fields/chosen.ts';
import { removeDuplicatesDescription } from './description.ts';
import { clearHistory, openHistory, rememberValues } from './history.ts';
import { comparisonAsOperation, comparisonOptions, firstOfEach } from './within-input.ts';

const earlier = { operation: ['removeItemsSeenInPreviousExecutions'] } as const;

const valueField = (name: string, logic: string, description: string, placeholder: string) =>
  ({
    displayName: 'Value to dedupe on',
    name,
    type: 'string',
    keepsType: true,
    default: '',
    placeholder,
    description,
    displayOptions: { show: { ...earlier, logic: [logic] } },
  }) as const;

const parameters = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    options: [
      {
        name: 'Remove items repeated within current input',
        value: 'removeDuplicateInputItems',
        action: 'Remove items repeated within current input',
        description: 'Keep only the first of identical items',
      },
      {
        name: 'Remove items processed in previous executions',
        value: 'removeItemsSeenInPreviousExecutions',
        action: 'Remove items processed in previous executions',
        description: 'Keep only items that no earlier execution of the active workflow had',
      },
      {
        name: 'Clear deduplication history',
        value: 'clearDeduplicationHistory',
        action: 'Clear deduplication history',
        description: 'Clear the history and pass on all items',
      },
    ],
    default: 'removeDuplicateInputItems',
  },
  ...comparisonAsOperation,
  {
    displayName: 'Keep items where',
    name: 'logic',
    type: 'options',
    noDataExpression: true,
    options: [
      { name: 'Value is new', value: 'removeItemsWithAlreadySeenKeyValues' },
      { name: 'Value is higher than any previous value', value: 'removeItemsUpToStoredIncrementalKey' },
      { name: 'Value is a date later than any previous date', value: 'removeItemsUpToStoredDate' },
    ],
    default: 'removeItemsWithAlreadySeenKeyValues',
    description:
      "The history is saved when an execution of the active workflow succeeds. Manual executions don't change it.",
    displayOptions: { show: earlier },
  },
  valueField(
    'dedupeValue',
    'removeItemsWithAlreadySeenKeyValues',
    'The value that identifies an item, such as its ID',
    '{{ $json.id }}',
  ),
  valueField(
    'incrementalDedupeValue',
    'removeItemsUpToStoredIncrementalKey',
    'A number that increases',
    '{{ $json.id }}',
  ),
  valueField('dateDedupeValue', 'removeItemsUpToStoredDate', 'A date that increases', '{{ $json.created_at }}'),
  {
    displayName: 'Mode',
    name: 'mode',
    type: 'options',
    options: [{ name: 'Clean database', value: 'cleanDatabase', description: 'Clears all stored values' }],
    default: 'cleanDatabase',
    displayOptions: { show: { operation: ['clearDeduplicationHistory'] } },
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      {
        ...comparisonOptions[0],
        displayOptions: { show: { '/operation': ['removeDuplicateInputItems'] }, hide: { '/compare': ['allFields'] } },
      },
      {
        ...comparisonOptions[1],
        displayOptions: { show: { '/operation': ['removeDuplicateInputItems'] }, hide: { '/compare': ['allFields'] } },
      },
      {
        displayName: 'Scope',
        name: 'scope',
        type: 'options',
        options: [
          { name: 'Workflow', value: 'workflow', description: 'Shared by all such nodes in the workflow' },
          { name: 'Node', value: 'node', description: 'Only for this node' },
        ],
        default: 'node',
        displayOptions: { hide: { '/operation': ['removeDuplicateInputItems'] } },
      },
      {
        displayName: 'History size',
        name: 'historySize',
        type: 'number',
        typeOptions: { minValue: 1, numberPrecision: 0 },
        default: 10_000,
        description: 'The number of values to keep. The oldest are removed first.',
        displayOptions: {
          show: { '/logic': ['removeItemsWithAlreadySeenKeyValues'], '/operation': earlier.operation },
        },
      },
    ],
    displayOptions: { show: {} },
  },
] as const;

type Context = ExecuteContext<typeof parameters>;

export const removeDuplicatesNode = defineNode({
  ...removeDuplicatesDescription,
  versions: [2],
  defaultVersion: 2,
  subtitle: '={{ $parameter.operation }}',
  parameters,
  execute: (context) => {
    const { scope = 'node', ...options } = context.parameter('options');
    switch (context.parameter('operation')) {
      case 'removeItemsSeenInPreviousExecutions': {
        const isNew = chosen(logics, 'Keep items where', context.parameter('logic'))(context, scope);
        return [passedOn(context).filter((_, index) => isNew[index])];
      }
      case 'clearDeduplicationHistory':
        clearHistory(context, scope);
        return [passedOn(context)];
      default:
        return [firstOfEach(context, options)];
    }
  },
});

const passedOn = (context: Context): Item[] => context.items.map((item, index) => ({ ...item, pairedItem: index }));

/** Which items earlier executions did not have. Of several in one input with the same value all are new, or none. */
const logics: Readonly<Record<string, (context: Context, scope: string) => boolean[]>> = {
  removeItemsWithAlreadySeenKeyValues: (context, scope) => {
    const values = context.items.map((_, index) => textOf(context.parameter('dedupeValue', index)));
    const { historySize = 10_000 } = context.parameter('options');
    return rememberValues(openHistory(context, scope), values, historySize);
  },

  removeItemsUpToStoredIncrementalKey: (context, scope) => {
    const values = context.items.map((_, index) => numberOf(context.parameter('incrementalDedupeValue', index), index));
    const history = openHistory(context, scope);
    const before = history.number ?? Number.NEGATIVE_INFINITY;
    const largest = values.reduce((found, value) => Math.max(found, value), before);
    if (Number.isFinite(largest)) history.number = largest;
    return values.map((value) => value > before);
  },

  removeItemsUpToStoredDate: (context, scope) => {
    const values = context.items.map((_, index) =>
      readDate(context.parameter('dateDedupeValue', index), { zone: context.timezone }).toMillis(),
    );
    const history = openHistory(context, scope);
    const before = history.date === undefined ? Number.NEGATIVE_INFINITY : Date.parse(history.date);
    const latest = values.reduce((found, value) => Math.max(found, value), before);
    if (Number.isFinite(latest)) history.date = new Date(latest).toISOString();
    return values.map((value) => value > before);
  },
};

const textOf = (value: Json | undefined): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

const numberOf = (value: Json | undefined, itemIndex: number): number => {
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value ?? Number.NaN);
  if (Number.isFinite(number)) return number;
  throw new NodeError(`"${textOf(value)}" is not a number`, {
    itemIndex,
    description: 'Give a number that grows from item to item, such as an id.',
  });
};
