import { defineNode } from '@millrace/engine/node-api';
import { type Batching, runBatch } from '../sql/batch.ts';
import type { SqlContext } from '../sql/context.ts';
import { mySqlMethods } from './methods.ts';
import { mySqlParameters } from './parameters.ts';
import { buildOf } from './queries.ts';
import { openMySql, type SessionOptions } from './session.ts';

export const mySqlNode = defineNode({
  name: 'core.mySql',
  displayName: 'MySQL',
  description: 'Reads and writes rows in a MySQL or MariaDB database and runs queries',
  aliases: ['n8n-nodes-base.mySql'],
  versions: [2, 2.1, 2.2, 2.3, 2.4, 2.5],
  defaultVersion: 2.5,
  group: ['input'],
  defaults: { name: 'MySQL', color: '#0f7f95' },
  subtitle: '={{ $parameter.operation }}',
  inputs: ['main'],
  outputs: ['main'],
  readsSecrets: true,
  ownEffects: true,
  usableAsTool: true,
  repeatable: (context) => context.parameter('operation') === 'select',
  codex: {
    categories: ['Development', 'Data & Storage'],
    alias: ['mariadb', 'database', 'sql', 'query', 'table', 'rows', 'db'],
  },
  credentials: [{ name: 'mySql', required: true, testedBy: 'mysqlConnectionTest' }],
  parameters: mySqlParameters,
  methods: mySqlMethods,
  async execute(given) {
    const context = given as unknown as SqlContext;
    if (context.items.length === 0) return [[]];
    const options = context.parameter('options', 0) as SessionOptions & { queryBatching?: Batching };
    const build = buildOf(context.parameter('operation', 0));
    const session = await openMySql(context, await context.credential('mySql'), {
      connectionTimeoutMillis: options.connectionTimeoutMillis,
      largeNumbersOutput: options.largeNumbersOutput,
      dateStrings: context.node.typeVersion >= 2.1,
      usedCredential: 'mySql',
    });
    try {
      const batching = options.queryBatching ?? 'multiple';
      return [
        await runBatch(context, session, (index) => build(context, index), {
          batching,
          succeedsAlone: batching !== 'multiple',
        }),
      ];
    } finally {
      await session.close();
    }
  },
});
