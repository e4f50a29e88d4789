/** Parameters that the nodes of databases have in common. */
import type { ParameterDefinition } from '@millrace/contract/data';

export const forOperations = (...operation: string[]) => ({ show: { operation } });

export const operationParameter = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  default: 'insert',
  options: [
    {
      name: 'Delete',
      value: 'deleteTable',
      description: 'Delete rows, all rows or the whole table',
      action: 'Delete table or rows',
    },
    {
      name: 'Execute query',
      value: 'executeQuery',
      description: 'Run an SQL query',
      action: 'Run an SQL query',
    },
    { name: 'Insert', value: 'insert', description: 'Add a row for each item', action: 'Insert rows into a table' },
    {
      name: 'Insert or update',
      value: 'upsert',
      description: "Update the row of each item, or insert it if it doesn't exist",
      action: 'Insert or update rows in a table',
    },
    { name: 'Select', value: 'select', description: 'Get rows', action: 'Select rows from a table' },
    {
      name: 'Update',
      value: 'update',
      description: 'Update the row that matches each item',
      action: 'Update rows in a table',
    },
  ],
} as const satisfies ParameterDefinition;

export const resourceParameter = {
  displayName: 'Resource',
  name: 'resource',
  type: 'hidden',
  noDataExpression: true,
  default: 'database',
} as const satisfies ParameterDefinition;

const column = {
  displayName: 'Column',
  name: 'column',
  type: 'options',
  default: '',
  allowArbitraryValues: true,
  typeOptions: { loadOptionsMethod: 'getColumns', loadOptionsDependsOn: ['schema.value', 'table.value'] },
  description: 'The name of the column',
} as const satisfies ParameterDefinition;

export const whereParameter = {
  displayName: 'Select rows',
  name: 'where',
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  placeholder: 'Add condition',
  default: {},
  description: 'The rows to use. Leave empty for all rows.',
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        column,
        {
          displayName: 'Operator',
          name: 'condition',
          type: 'options',
          default: 'equal',
          options: [
            { name: 'Equal', value: 'equal' },
            { name: 'Not equal', value: '!=' },
            { name: 'Like', value: 'LIKE' },
            { name: 'Greater than', value: '>' },
            { name: 'Less than', value: '<' },
            { name: 'Greater than or equal', value: '>=' },
            { name: 'Less than or equal', value: '<=' },
            { name: 'Is null', value: 'IS NULL' },
            { name: 'Is not null', value: 'IS NOT NULL' },
          ],
          description: 'How to compare. With Like, % matches any text and _ any character.',
        },
        {
          displayName: 'Value',
          name: 'value',
          type: 'string',
          keepsType: true,
          default: '',
          displayOptions: { hide: { condition: ['IS NULL', 'IS NOT NULL'] } },
          description: 'The value to compare with',
        },
      ],
    },
  ],
} as const satisfies ParameterDefinition;

export const combineParameter = {
  displayName: 'Combine conditions',
  name: 'combineConditions',
  type: 'options',
  default: 'AND',
  options: [
    { name: 'AND', value: 'AND', description: 'Rows that match all conditions' },
    { name: 'OR', value: 'OR', description: 'Rows that match any condition' },
  ],
  description: 'Whether rows must match all conditions or any of them',
} as const satisfies ParameterDefinition;

export const returnAllParameter = {
  displayName: 'Return all',
  name: 'returnAll',
  type: 'boolean',
  default: false,
  description: 'Whether to return all rows or only up to a limit',
  displayOptions: forOperations('select'),
} as const satisfies ParameterDefinition;

export const limitParameter = {
  displayName: 'Limit',
  name: 'limit',
  type: 'number',
  keepsType: true,
  default: 50,
  typeOptions: { minValue: 1 },
  description: 'The maximum number of rows to return per item',
  displayOptions: { show: { operation: ['select'], returnAll: [false] } },
} as const satisfies ParameterDefinition;

export const sortParameter = {
  displayName: 'Sort',
  name: 'sort',
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  placeholder: 'Add sort rule',
  default: {},
  description: 'How to sort the rows',
  displayOptions: forOperations('select'),
  options: [
    {
      displayName: 'Values',
      name: 'values',
      values: [
        column,
        {
          displayName: 'Direction',
          name: 'direction',
          type: 'options',
          default: 'ASC',
          options: [
            { name: 'Ascending', value: 'ASC' },
            { name: 'Descending', value: 'DESC' },
          ],
          description: 'Whether to sort ascending or descending',
        },
      ],
    },
  ],
} as const satisfies ParameterDefinition;

export const deleteCommandParameter = {
  displayName: 'Command',
  name: 'deleteCommand',
  type: 'options',
  default: 'truncate',
  options: [
    { name: 'Truncate', value: 'truncate', description: 'Delete all rows but keep the table' },
    {
      name: 'Delete',
      value: 'delete',
      description: 'Delete the rows that match conditions, or all rows without conditions',
    },
    { name: 'Drop', value: 'drop', description: 'Delete the table and all its rows' },
  ],
  description: 'What to delete',
  displayOptions: forOperations('deleteTable'),
} as const satisfies ParameterDefinition;

export const forDeletedRows = { show: { operation: ['deleteTable'], deleteCommand: ['delete'] } };

/** The columns that items write, as a list of names with values. @param versions those that have it; undefined: all */
export const sentValues = (versions?: readonly number[]) => {
  const shown = (operation: string[], more: object = {}) => ({
    show: { operation, ...(versions && { '@version': [...versions] }), ...more },
  });
  return [
    {
      displayName: 'Data mode',
      name: 'dataMode',
      type: 'options',
      default: 'autoMapInputData',
      options: [
        {
          name: 'Auto-map input data to columns',
          value: 'autoMapInputData',
          description: 'Use the fields of the item that are named like the columns',
        },
        { name: 'Map each column manually', value: 'defineBelow', description: 'Enter a value for each column' },
      ],
      description: 'Where the values come from',
      displayOptions: shown(['insert', 'update', 'upsert']),
    },
    {
      displayName: 'Column to match on',
      name: 'columnToMatchOn',
      type: 'options',
      default: '',
      required: true,
      allowArbitraryValues: true,
      typeOptions: { loadOptionsMethod: 'getColumns', loadOptionsDependsOn: ['schema.value', 'table.value'] },
      description: 'The column that identifies the row',
      displayOptions: shown(['update', 'upsert']),
    },
    {
      displayName: 'Value of column to match on',
      name: 'valueToMatchOn',
      type: 'string',
      keepsType: true,
      default: '',
      description: 'The value of that column in the row',
      displayOptions: shown(['update', 'upsert'], { dataMode: ['defineBelow'] }),
    },
    {
      displayName: 'Values to send',
      name: 'valuesToSend',
      type: 'fixedCollection',
      typeOptions: { multipleValues: true, multipleValueButtonText: 'Add value' },
      placeholder: 'Add value',
      default: {},
      description: 'The values to write to each column',
      displayOptions: shown(['insert', 'update', 'upsert'], { dataMode: ['defineBelow'] }),
      options: [
        {
          displayName: 'Values',
          name: 'values',
          values: [
            column,
            {
              displayName: 'Value',
              name: 'value',
              type: 'string',
              keepsType: true,
              default: '',
              description: 'The value to write',
            },
          ],
        },
      ],
    },
  ] as const satisfies readonly ParameterDefinition[];
};
