/** Options that the nodes of databases have in common. */
import type { ParameterDefinition } from '@millrace/contract/data';

export const outputColumnsOption = (...operations: string[]) =>
  ({
    displayName: 'Output Columns',
    name: 'outputColumns',
    type: 'multiOptions',
    default: [],
    allowArbitraryValues: true,
    typeOptions: { loadOptionsMethod: 'getColumnsMultiOptions', loadOptionsDependsOn: ['table.value'] },
    description: 'The columns that are given. Without a choice all are.',
    displayOptions: { show: { '/operation': operations } },
  }) as const satisfies ParameterDefinition;

export const largeNumbersOption = {
  displayName: 'Output Large-Format Numbers As',
  name: 'largeNumbersOutput',
  type: 'options',
  default: 'text',
  options: [
    { name: 'Numbers', value: 'numbers' },
    { name: 'Text', value: 'text', description: 'Keeps numbers of more than 16 digits as they are' },
  ],
  description: 'What columns of type NUMERIC and BIGINT give',
} as const satisfies ParameterDefinition;

export const replaceEmptyOption = {
  displayName: 'Replace Empty Strings with NULL',
  name: 'replaceEmptyStrings',
  type: 'boolean',
  default: false,
  description: 'Whether a text that is empty is written as NULL, as is of use for what comes from spreadsheets',
  displayOptions: { show: { '/operation': ['insert', 'update', 'upsert', 'executeQuery'] } },
} as const satisfies ParameterDefinition;

export const skipOnConflictOption = {
  displayName: 'Skip on Conflict',
  name: 'skipOnConflict',
  type: 'boolean',
  default: false,
  description: 'Whether a row that may not be there twice is left out, and is no failure',
  displayOptions: { show: { '/operation': ['insert'] } },
} as const satisfies ParameterDefinition;

export const batchingOption = <const All extends 'single' | 'multiple'>(all: All) =>
  ({
    displayName: 'Query Batching',
    name: 'queryBatching',
    type: 'options',
    noDataExpression: true,
    default: all,
    options: [
      {
        name: all === 'single' ? 'Single Query' : 'Multiple Queries',
        value: all,
        description: 'The queries of all items together: all of them take effect, or none',
      },
      { name: 'Independently', value: 'independently', description: 'One query for each item, each by itself' },
      {
        name: 'Transaction',
        value: 'transaction',
        description: 'The queries of all items in a transaction that is rolled back where one fails',
      },
    ],
    description: 'How the queries of the items are sent to the database',
  }) as const satisfies ParameterDefinition;
