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
      description: 'Delete rows, all of them, or the table itself',
      action: 'Delete table or rows',
    },
    {
      name: 'Execute Query',
      value: 'executeQuery',
      description: 'Execute a query in SQL',
      action: 'Execute a SQL query',
    },
    { name: 'Insert', value: 'insert', description: 'Add a row for each item', action: 'Insert rows in a table' },
    {
      name: 'Insert or Update',
      value: 'upsert',
      description: 'Change the row of each item, or add it where there is none',
      action: 'Insert or update rows in a table',
    },
    { name: 'Select', value: 'select', description: 'Get rows', action: 'Select rows from a table' },
    {
      name: 'Update',
      value: 'update',
      description: 'Change the rows that match each item',
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
  displayName: 'Select Rows',
  name: 'where',
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  placeholder: 'Add Condition',
  default: {},
  description: 'Which rows are meant. Without a condition all are.',
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
            { name: 'Not Equal', value: '!=' },
            { name: 'Like', value: 'LIKE' },
            { name: 'Greater Than', value: '>' },
            { name: 'Less Than', value: '<' },
            { name: 'Greater Than or Equal', value: '>=' },
            { name: 'Less Than or Equal', value: '<=' },
            { name: 'Is Null', value: 'IS NULL' },
            { name: 'Is Not Null', value: 'IS NOT NULL' },
          ],
          description: 'How it is compared. With Like, % stands for any text and _ for any character.',
        },
        {
          displayName: 'Value',
          name: 'value',
          type: 'string',
          keepsType: true,
          default: '',
          displayOptions: { hide: { condition: ['IS NULL', 'IS NOT NULL'] } },
          description: 'What it is compared with',
        },
      ],
    },
  ],
} as const satisfies ParameterDefinition;

export const combineParameter = {
  displayName: 'Combine Conditions',
  name: 'combineConditions',
  type: 'options',
  default: 'AND',
  options: [
    { name: 'AND', value: 'AND', description: 'Rows that meet all of the conditions' },
    { name: 'OR', value: 'OR', description: 'Rows that meet one of the conditions' },
  ],
  description: 'Whether a row has to meet all of the conditions, or one of them',
} as const satisfies ParameterDefinition;

export const returnAllParameter = {
  displayName: 'Return All',
  name: 'returnAll',
  type: 'boolean',
  default: false,
  description: 'Whether to give all rows, and not only up to a limit',
  displayOptions: forOperations('select'),
} as const satisfies ParameterDefinition;

export const limitParameter = {
  displayName: 'Limit',
  name: 'limit',
  type: 'number',
  keepsType: true,
  default: 50,
  typeOptions: { minValue: 1 },
  description: 'The most rows that are given for an item',
  displayOptions: { show: { operation: ['select'], returnAll: [false] } },
} as const satisfies ParameterDefinition;

export const sortParameter = {
  displayName: 'Sort',
  name: 'sort',
  type: 'fixedCollection',
  typeOptions: { multipleValues: true },
  placeholder: 'Add Sort Rule',
  default: {},
  description: 'In which order the rows come',
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
          description: 'Which comes first',
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
    { name: 'Truncate', value: 'truncate', description: 'Delete all rows and keep the table' },
    { name: 'Delete', value: 'delete', description: 'Delete the rows that meet conditions; without conditions all' },
    { name: 'Drop', value: 'drop', description: 'Delete the table with all its rows' },
  ],
  description: 'What is deleted',
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
      displayName: 'Data Mode',
      name: 'dataMode',
      type: 'options',
      default: 'autoMapInputData',
      options: [
        {
          name: 'Auto-Map Input Data to Columns',
          value: 'autoMapInputData',
          description: 'The fields of the item have the names of the columns',
        },
        { name: 'Map Each Column Manually', value: 'defineBelow', description: 'Give the value of each column' },
      ],
      description: 'Where the values come from',
      displayOptions: shown(['insert', 'update', 'upsert']),
    },
    {
      displayName: 'Column to Match On',
      name: 'columnToMatchOn',
      type: 'options',
      default: '',
      required: true,
      allowArbitraryValues: true,
      typeOptions: { loadOptionsMethod: 'getColumns', loadOptionsDependsOn: ['schema.value', 'table.value'] },
      description: 'The column that says which row is meant',
      displayOptions: shown(['update', 'upsert']),
    },
    {
      displayName: 'Value of Column to Match On',
      name: 'valueToMatchOn',
      type: 'string',
      keepsType: true,
      default: '',
      description: 'What that column has in the row that is meant',
      displayOptions: shown(['update', 'upsert'], { dataMode: ['defineBelow'] }),
    },
    {
      displayName: 'Values to Send',
      name: 'valuesToSend',
      type: 'fixedCollection',
      typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Value' },
      placeholder: 'Add Value',
      default: {},
      description: 'What is written, by column',
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
              description: 'What is written',
            },
          ],
        },
      ],
    },
  ] as const satisfies readonly ParameterDefinition[];
};
