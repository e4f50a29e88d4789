import type { ParameterDefinition } from '@millrace/contract/data';
import {
  batchingOption,
  largeNumbersOption,
  outputColumnsOption,
  replaceEmptyOption,
  skipOnConflictOption,
} from '../sql/options.ts';
import {
  combineParameter,
  deleteCommandParameter,
  forDeletedRows,
  forOperations,
  limitParameter,
  operationParameter,
  resourceParameter,
  returnAllParameter,
  sentValues,
  sortParameter,
  whereParameter,
} from '../sql/parameters.ts';
import { schemaLocator, tableLocator } from './locators.ts';

const ofTables = ['deleteTable', 'insert', 'upsert', 'select', 'update'];

const mapper = <const Mode extends 'add' | 'update' | 'upsert'>(operation: string, mode: Mode) =>
  ({
    displayName: 'Columns',
    name: 'columns',
    type: 'resourceMapper',
    noDataExpression: true,
    required: true,
    default: { mappingMode: 'defineBelow', value: null },
    description: 'The values to write to each column',
    typeOptions: {
      loadOptionsDependsOn: ['schema.value', 'table.value', 'operation'],
      resourceMapper: {
        resourceMapperMethod: 'getMappingColumns',
        mode,
        fieldWords: { singular: 'column', plural: 'columns' },
        addAllFields: true,
        multiKeyMatch: true,
      },
    },
    displayOptions: { show: { operation: [operation], '@version': [{ _cnd: { gte: 2.2 } }] } },
  }) as const satisfies ParameterDefinition;

export const postgresParameters = [
  resourceParameter,
  operationParameter,
  {
    displayName: 'Query',
    name: 'query',
    type: 'string',
    default: '',
    required: true,
    noDataExpression: true,
    typeOptions: { editor: 'sqlEditor', rows: 5, sqlDialect: 'PostgreSQL' },
    placeholder: 'SELECT id, name FROM product WHERE quantity > $1 AND price <= $2',
    description: 'The SQL query. $1, $2 and so on refer to the query parameters in the options.',
    hint: "Use query parameters for values, so that they can't change what the query does",
    displayOptions: forOperations('executeQuery'),
  },
  schemaLocator(forOperations(...ofTables)),
  tableLocator('table', 'The table to use', forOperations(...ofTables)),
  deleteCommandParameter,
  {
    displayName: 'Restart sequences',
    name: 'restartSequences',
    type: 'boolean',
    default: false,
    description: 'Whether to restart identity columns',
    displayOptions: { show: { operation: ['deleteTable'], deleteCommand: ['truncate'] } },
  },
  ...sentValues([2, 2.1]),
  mapper('insert', 'add'),
  mapper('update', 'update'),
  mapper('upsert', 'upsert'),
  returnAllParameter,
  limitParameter,
  { ...whereParameter, displayOptions: forOperations('select') },
  { ...whereParameter, displayOptions: forDeletedRows },
  { ...combineParameter, displayOptions: forOperations('select') },
  { ...combineParameter, displayOptions: forDeletedRows },
  sortParameter,
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    options: [
      {
        displayName: 'Cascade',
        name: 'cascade',
        type: 'boolean',
        default: false,
        description: 'Whether to also delete dependent objects, such as views',
        displayOptions: { show: { '/operation': ['deleteTable'] }, hide: { '/deleteCommand': ['delete'] } },
      },
      {
        displayName: 'Connection timeout',
        name: 'connectionTimeout',
        type: 'number',
        default: 30,
        description: 'The connection timeout in seconds',
      },
      batchingOption('single'),
      {
        displayName: 'Query parameters',
        name: 'queryReplacement',
        type: 'string',
        keepsType: true,
        default: '',
        placeholder: '{{ $json.quantity }}, {{ $json.price }}',
        description:
          'The values of $1, $2 and so on, separated by commas, or as a list. Use $1:name for the name of a table or column.',
        displayOptions: { show: { '/operation': ['executeQuery'] } },
      },
      outputColumnsOption('select', 'insert', 'update', 'upsert'),
      largeNumbersOption,
      skipOnConflictOption,
      replaceEmptyOption,
    ],
  },
] as const satisfies readonly ParameterDefinition[];
