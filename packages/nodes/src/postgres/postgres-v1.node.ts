import type { ParameterDefinition } from '@millrace/contract/data';
import { defineNode, NodeError } from '@millrace/engine/node-api';
import { chosen } from '../fields/chosen.ts';
import { type Batching, type Query, runBatch } from '../sql/batch.ts';
import type { SqlContext } from '../sql/context.ts';
import { createWriter, type Writer } from '../sql/dialect.ts';
import { largeNumbersOption } from '../sql/options.ts';
import { forOperations } from '../sql/parameters.ts';
import { writtenQuery } from '../sql/query-parameter.ts';
import { splitList } from '../sql/query-text.ts';
import { postgresMethods } from './methods.ts';
import { postgresNode } from './postgres.node.ts';
import { openPostgres, postgresDialect, type SessionOptions, storable } from './session.ts';

const oldParameters = [
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    default: 'insert',
    options: [
      { name: 'Execute query', value: 'executeQuery', description: 'Run an SQL query' },
      { name: 'Insert', value: 'insert', description: 'Add a row for each item' },
      { name: 'Update', value: 'update', description: 'Update the row that matches each item' },
    ],
  },
  {
    displayName: 'Query',
    name: 'query',
    type: 'string',
    default: '',
    required: true,
    typeOptions: { editor: 'sqlEditor', rows: 5, sqlDialect: 'PostgreSQL' },
    description: 'The SQL query. $1, $2 and so on refer to the query parameters.',
    displayOptions: forOperations('executeQuery'),
  },
  {
    displayName: 'Schema',
    name: 'schema',
    type: 'string',
    default: 'public',
    required: true,
    description: 'The schema of the table',
    displayOptions: forOperations('insert', 'update'),
  },
  {
    displayName: 'Table',
    name: 'table',
    type: 'string',
    default: '',
    required: true,
    description: 'The name of the table',
    displayOptions: forOperations('insert', 'update'),
  },
  {
    displayName: 'Update key',
    name: 'updateKey',
    type: 'string',
    default: 'id',
    required: true,
    description: 'The fields that identify the row, separated by commas',
    displayOptions: forOperations('update'),
  },
  {
    displayName: 'Columns',
    name: 'columns',
    type: 'string',
    default: '',
    placeholder: 'id:int,name:text,description',
    description: 'The fields to write, separated by commas. You can add a type after a colon.',
    displayOptions: forOperations('insert', 'update'),
  },
  {
    displayName: 'Return fields',
    name: 'returnFields',
    type: 'string',
    default: '*',
    description: 'The columns to return, separated by commas',
    displayOptions: forOperations('insert', 'update'),
  },
  {
    displayName: 'Additional fields',
    name: 'additionalFields',
    type: 'collection',
    placeholder: 'Add field',
    default: {},
    options: [
      {
        displayName: 'Mode',
        name: 'mode',
        type: 'options',
        default: 'multiple',
        options: [
          { name: 'Independently', value: 'independently', description: 'Run one query per item, independently' },
          { name: 'Multiple queries', value: 'multiple', description: 'Run the queries of all items as one' },
          { name: 'Transaction', value: 'transaction', description: 'Run the queries of all items in a transaction' },
        ],
        description: 'How to send the queries of several items to the database',
      },
      largeNumbersOption,
      {
        displayName: 'Query parameters',
        name: 'queryParams',
        type: 'string',
        default: '',
        description: 'The fields with the values of $1, $2 and so on, separated by commas',
        displayOptions: { show: { '/operation': ['executeQuery'] } },
      },
    ],
  },
] as const satisfies readonly ParameterDefinition[];

const typeName = /^[a-z_][\w ]*(?:\(\d+(?:, ?\d+)?\))?(?:\[\])*$/i;

interface Column {
  name: string;
  cast: string;
}

const readColumnList = (text: unknown): Column[] =>
  splitList(String(text ?? '')).map((entry) => {
    const [name = '', type] = entry.split(':').map((part) => part.trim());
    if (type !== undefined && !typeName.test(type)) throw new NodeError(`"${type}" is not the name of a type`);
    return { name, cast: type === undefined ? '' : `::${type}` };
  });

const write = (context: SqlContext, index: number, operation: 'insert' | 'update'): Query => {
  const json = context.items[index]?.json ?? {};
  const columns = readColumnList(context.parameter('columns', index));
  const writer: Writer = createWriter(postgresDialect);
  const target = `${writer.name(context.parameter('schema', index))}.${writer.name(context.parameter('table', index))}`;
  const place = ({ name, cast }: Column) => writer.value(storable(json[name], undefined)) + cast;
  const assign = (column: Column) => `${writer.name(column.name)} = ${place(column)}`;
  const written = (): string => {
    if (operation === 'insert')
      return `INSERT INTO ${target} (${writer.names(columns.map(({ name }) => name))}) VALUES (${columns.map(place).join(', ')})`;
    const keys = readColumnList(context.parameter('updateKey', index));
    if (keys.length === 0) throw new NodeError('There is no update key');
    const changed = columns.filter(({ name }) => !keys.some((key) => key.name === name));
    return `UPDATE ${target} SET ${changed.map(assign).join(', ')} WHERE ${keys.map(assign).join(' AND ')}`;
  };
  const text = `${written()} RETURNING ${writer.columns(splitList(String(context.parameter('returnFields', index))))}`;
  // This version gives the rows and nothing in place of them.
  return { statements: [{ text, values: writer.values }], isSelect: true };
};

const execute = (context: SqlContext, index: number): Query => {
  const { queryParams = '' } = context.parameter('additionalFields', index) as { queryParams?: string };
  const names = splitList(queryParams);
  const json = context.items[index]?.json ?? {};
  const values = names.length > 0 ? names.map((name) => json[name] ?? null) : undefined;
  return { ...writtenQuery(context, postgresDialect, index, values), isSelect: true };
};

const builds: Record<string, (context: SqlContext, index: number) => Query> = {
  executeQuery: execute,
  insert: (context, index) => write(context, index, 'insert'),
  update: (context, index) => write(context, index, 'update'),
};

const { defaultVersion: _, ...shared } = postgresNode;

export const postgresNodeV1 = defineNode({
  ...shared,
  versions: [1],
  parameters: oldParameters,
  methods: { credentialTest: postgresMethods.credentialTest },
  repeatable: false,
  async execute(given) {
    const context = given as unknown as SqlContext;
    if (context.items.length === 0) return [[]];
    const { mode = 'multiple', largeNumbersOutput } = context.parameter('additionalFields', 0) as {
      mode?: Batching;
    } & SessionOptions;
    const build = chosen(builds, 'Operation', context.parameter('operation', 0));
    const usedCredential = 'postgres';
    const session = await openPostgres(context, await context.credential(usedCredential), {
      largeNumbersOutput,
      usedCredential,
    });
    try {
      return [
        await runBatch(context, session, (index) => build(context, index), { batching: mode, succeedsAlone: false }),
      ];
    } finally {
      await session.close();
    }
  },
});
