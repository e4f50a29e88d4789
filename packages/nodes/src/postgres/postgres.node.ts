import { defineNode } from '@millrace/engine/node-api';
import { type Batching, runBatch } from '../sql/batch.ts';
import type { SqlContext } from '../sql/context.ts';
import { postgresMethods } from './methods.ts';
import { postgresParameters } from './parameters.ts';
import { buildOf, createTypeFinder } from './queries.ts';
import { openPostgres, type SessionOptions } from './session.ts';

export const postgresNode = defineNode({
  name: 'core.postgres',
  displayName: 'Postgres',
  description: 'Reads and writes rows in a PostgreSQL database and runs queries',
  aliases: ['n8n-nodes-base.postgres'],
  versions: [2, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6],
  defaultVersion: 2.6,
  group: ['input'],
  defaults: { name: 'Postgres', color: '#3d76ad' },
  subtitle: '={{ $parameter.operation }}',
  inputs: ['main'],
  outputs: ['main'],
  readsSecrets: true,
  ownEffects: true,
  usableAsTool: true,
  repeatable: (context) => context.parameter('operation') === 'select',
  codex: {
    categories: ['Development', 'Data & Storage'],
    alias: ['postgresql', 'database', 'sql', 'query', 'table', 'rows', 'db'],
  },
  credentials: [{ name: 'postgres', required: true, testedBy: 'postgresConnectionTest' }],
  parameters: postgresParameters,
  methods: postgresMethods,
  async execute(given) {
    const context = given as unknown as SqlContext;
    if (context.items.length === 0) return [[]];
    const options = context.parameter('options', 0) as SessionOptions & { queryBatching?: Batching };
    const build = buildOf(context.parameter('operation', 0));
    const session = await openPostgres(context, await context.credential('postgres'), {
      ...options,
      usedCredential: 'postgres',
    });
    try {
      const findTypes = createTypeFinder(session);
      const batching = options.queryBatching ?? 'single';
      const succeedsAlone = batching !== 'single';
      return [
        await runBatch(context, session, (index) => build(context, index, findTypes), { batching, succeedsAlone }),
      ];
    } finally {
      await session.close();
    }
  },
});
