/** Options that the nodes of databases have in common. */
import type { ParameterDefinition } from '@millrace/contract/data';

export const outputColumnsOption = (...operations: string[]) =>
  ({
    displayName: 'Output columns',
    name: 'outputColumns',
    type: 'multiOptions',
    default: [],
    allowArbitraryValues: true,
    typeOptions: { loadOptionsMethod: 'getColumnsMultiOptions', loadOptionsDependsOn: ['table.value'] },
    description: 'The columns to return. Leave empty for all.',
    displayOptions: { show: { '/operation': operations } },
  }) as const satisfies ParameterDefinition;

export const largeNumbersOption = {
  displayName: 'Output large-format numbers as',
  name: 'largeNumbersOutput',
  type: 'options',
  default: 'text',
  options: [
    { name: 'Numbers', value: 'numbers' },
    { name: 'Text', value: 'text', description: 'Keep numbers with more than 16 digits exact' },
  ],
  description: 'How to return NUMERIC and BIGINT columns',
} as const satisfies ParameterDefinition;

export const replaceEmptyOption = {
  displayName: 'Replace empty strings with NULL',
  name: 'replaceEmptyStrings',
  type: 'boolean',
  default: false,
  description: 'Whether to write empty text as NULL, which is useful for data from spreadsheets',
  displayOptions: { show: { '/operation': ['insert', 'update', 'upsert', 'executeQuery'] } },
} as const satisfies ParameterDefinition;

export const skipOnConflictOption = {
  displayName: 'Skip on conflict',
  name: 'skipOnConflict',
  type: 'boolean',
  default: false,
  description: 'Whether to skip rows that already exist instead of failing',
  displayOptions: { show: { '/operation': ['insert'] } },
} as const satisfies ParameterDefinition;

export const batchingOption = <const All extends 'single' | 'multiple'>(all: All) =>
  ({
    displayName: 'Query batching',
    name: 'queryBatching',
    type: 'options',
    noDataExpression: true,
    default: all,
    options: [
      {
        name: all === 'single' ? 'Single query' : 'Multiple queries',
        value: all,
        description: 'Run the queries of all items as one: all of them take effect or none',
      },
      { name: 'Independently', value: 'independently', description: 'Run one query per item, independently' },
      {
        name: 'Transaction',
        value: 'transaction',
        description: 'Run all queries in a transaction that is rolled back if one fails',
      },
    ],
    description: 'How to send the queries of several items to the database',
  }) as const satisfies ParameterDefinition;
