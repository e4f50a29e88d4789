import type { ParameterDefinition } from '@millrace/contract/data';
import { defineNode, NodeError } from '@millrace/engine/node-api';
import { chosen } from '../fields/chosen.ts';
import { type Query, runBatch } from '../sql/batch.ts';
import type { SqlContext } from '../sql/context.ts';
import { createWriter, type Writer } from '../sql/dialect.ts';
import { forOperations } from '../sql/parameters.ts';
import { writtenQuery } from '../sql/query-parameter.ts';
import { splitList } from '../sql/query-text.ts';
import { mySqlMethods } from './methods.ts';
import { mySqlNode } from './my-sql.node.ts';
import { priorityWord } from './queries.ts';
import { mySqlDialect, openMySql } from './session.ts';

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
    noDataExpression: true,
    typeOptions: { editor: 'sqlEditor', rows: 5, sqlDialect: 'MySQL' },
    description: 'The SQL query',
    displayOptions: forOperations('executeQuery'),
  },
  {
    displayName: 'Table',
    name: 'table',
    type: 'resourceLocator',
    default: { __rl: true, mode: 'list', value: '' },
    required: true,
    description: 'The table to use',
    modes: [
      {
        displayName: 'From list',
        name: 'list',
        type: 'list',
        typeOptions: { searchListMethod: 'searchTables', searchable: true },
      },
      { displayName: 'By name', name: 'name', type: 'string', placeholder: 'product' },
    ],
    displayOptions: forOperations('insert', 'update'),
  },
  {
    displayName: 'Update key',
    name: 'updateKey',
    type: 'string',
    default: 'id',
    required: true,
    description: 'The field that identifies the row',
    displayOptions: forOperations('update'),
  },
  {
    displayName: 'Columns',
    name: 'columns',
    type: 'string',
    default: '',
    placeholder: 'id,name,description',
    description: 'The fields to write, separated by commas',
    displayOptions: forOperations('insert', 'update'),
  },
  {
    displayName: 'Options',
    name: 'options',
    type: 'collection',
    placeholder: 'Add option',
    default: {},
    displayOptions: forOperations('insert'),
    options: [
      {
        displayName: 'Ignore',
        name: 'ignore',
        type: 'boolean',
        default: true,
        description: "Whether to skip rows that can't be inserted instead of failing",
      },
      {
        displayName: 'Priority',
        name: 'priority',
        type: 'options',
        default: 'LOW_PRIORITY',
        options: [
          { name: 'Low priority', value: 'LOW_PRIORITY' },
          { name: 'High priority', value: 'HIGH_PRIORITY' },
        ],
        description: 'When to insert the rows, for engines with table locks',
      },
    ],
  },
] as const satisfies readonly ParameterDefinition[];

const columnsOf = (context: SqlContext, index: number): string[] =>
  splitList(String(context.parameter('columns', index) ?? ''));

const single = (text: string, { values }: Writer): Query => ({ statements: [{ text, values }], isSelect: true });

/** All items are one statement, with one answer. */
const insert = (context: SqlContext, index: number): Query => {
  if (index > 0) return { statements: [], isSelect: true };
  const columns = columnsOf(context, 0);
  const { ignore, priority } = context.parameter('options', 0) as { ignore?: boolean; priority?: unknown };
  const writer = createWriter(mySqlDialect);
  const rows = context.items.map(({ json }) => `(${columns.map((name) => writer.value(json[name])).join(', ')})`);
  const target = writer.name(context.extractedValue('table', 0));
  const words = `INSERT${priorityWord(priority)}${ignore ? ' IGNORE' : ''}`;
  return single(`${words} INTO ${target} (${writer.names(columns)}) VALUES ${rows.join(', ')}`, writer);
};

const update = (context: SqlContext, index: number): Query => {
  const json = context.items[index]?.json ?? {};
  const key = String(context.parameter('updateKey', index));
  if (json[key] === undefined) throw new NodeError(`The item has no value for "${key}", the update key`);
  const writer = createWriter(mySqlDialect);
  const target = writer.name(context.extractedValue('table', index));
  const assign = (name: string) => `${writer.name(name)} = ${writer.value(json[name])}`;
  const changes = columnsOf(context, index).map(assign).join(', ');
  return single(`UPDATE ${target} SET ${changes} WHERE ${assign(key)}`, writer);
};

const builds: Record<string, (context: SqlContext, index: number) => Query> = {
  executeQuery: (context, index) => ({ ...writtenQuery(context, mySqlDialect, index), isSelect: true }),
  insert,
  update,
};

const { defaultVersion: _, ...shared } = mySqlNode;

export const mySqlNodeV1 = defineNode({
  ...shared,
  versions: [1],
  parameters: oldParameters,
  methods: { search: mySqlMethods.search, credentialTest: mySqlMethods.credentialTest },
  repeatable: false,
  async execute(given) {
    const context = given as unknown as SqlContext;
    if (context.items.length === 0) return [[]];
    const build = chosen(builds, 'Operation', context.parameter('operation', 0));
    const usedCredential = 'mySql';
    const session = await openMySql(context, await context.credential(usedCredential), {
      dateStrings: false,
      givesAnswers: true,
      usedCredential,
    });
    try {
      return [
        await runBatch(context, session, (index) => build(context, index), {
          batching: 'multiple',
          succeedsAlone: false,
        }),
      ];
    } finally {
      await session.close();
    }
  },
});
