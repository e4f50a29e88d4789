/** What the fields of the node offer, out of the database's catalogue. */
import { type ChoicesContext, type MappedField, NodeError, type NodeMethods } from '@millrace/engine/node-api';
import { testConnection } from '../connections/server.ts';
import type { Rows } from '../sql/batch.ts';
import type { Statement } from '../sql/dialect.ts';
import { openPostgres } from './session.ts';

type Choices = Pick<ChoicesContext, 'reach' | 'signal' | 'credential'> & { extractedValue(name: string): string };

const ask = async (context: Choices, statement: Statement): Promise<Rows> => {
  const session = await openPostgres(context, await context.credential('postgres'), { usedCredential: 'postgres' });
  try {
    return (await session.run(statement)) ?? [];
  } finally {
    await session.close();
  }
};

const placeOf = (context: Choices): [schema: string, table: string] => {
  const table = context.extractedValue('table');
  if (table === '') throw new NodeError('Choose a table first');
  return [context.extractedValue('schema') || 'public', table];
};

const mappedTypes: [RegExp, MappedField['type']][] = [
  [/^(?:smallint|integer|bigint|numeric|real|double precision|money)$/, 'number'],
  [/^boolean$/, 'boolean'],
  [/^(?:date|timestamp)/, 'dateTime'],
  [/^time /, 'time'],
  [/^jsonb?$/, 'object'],
  [/^ARRAY$/, 'array'],
];

const columnsOf = (context: Choices): Promise<Rows> =>
  ask(context, {
    text: `SELECT c.column_name AS name, c.data_type AS type, c.is_nullable = 'YES' AS nullable,
        c.column_default IS NOT NULL OR c.is_identity = 'YES' AS preset, c.is_generated = 'ALWAYS' AS generated,
        EXISTS (SELECT 1 FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
          WHERE i.indisunique AND a.attname = c.column_name
            AND i.indrelid = (quote_ident(c.table_schema) || '.' || quote_ident(c.table_name))::regclass) AS is_unique
      FROM information_schema.columns c WHERE c.table_schema = $1 AND c.table_name = $2 ORDER BY c.ordinal_position`,
    values: placeOf(context),
  });

const columnOptions = async (context: Choices) =>
  (await columnsOf(context)).map(({ name, type, nullable }) => ({
    name: String(name),
    value: String(name),
    description: `${String(type)}${nullable ? '' : ', required'}`,
  }));

export const postgresMethods = {
  search: {
    async schemaSearch(context: ChoicesContext) {
      const rows = await ask(context, {
        text: `SELECT schema_name AS name FROM information_schema.schemata
          WHERE schema_name NOT LIKE 'pg\\_%' AND schema_name <> 'information_schema' ORDER BY 1`,
        values: [],
      });
      return { results: rows.map(({ name }) => ({ name: String(name), value: String(name) })) };
    },
    async tableSearch(context: ChoicesContext, { filter = '' }: { filter?: string }) {
      const rows = await ask(context, {
        text: `SELECT table_name AS name FROM information_schema.tables
          WHERE table_schema = $1 AND strpos(lower(table_name), lower($2)) > 0 ORDER BY 1`,
        values: [(context as Choices).extractedValue('schema') || 'public', filter],
      });
      return { results: rows.map(({ name }) => ({ name: String(name), value: String(name) })) };
    },
  },
  options: {
    getColumns: (context: ChoicesContext) => columnOptions(context as Choices),
    getColumnsMultiOptions: async (context: ChoicesContext) => [
      { name: 'All', value: '*', description: 'All columns' },
      ...(await columnOptions(context as Choices)),
    ],
  },
  mapping: {
    async getMappingColumns(context: ChoicesContext) {
      const isUpsert = (context as { parameter(name: string): unknown }).parameter('operation') === 'upsert';
      const fields = (await columnsOf(context as Choices))
        .filter(({ generated }) => !generated)
        .map(({ name, type, nullable, preset, is_unique }) => ({
          id: String(name),
          displayName: String(name),
          type: mappedTypes.find(([pattern]) => pattern.test(String(type)))?.[1] ?? 'string',
          required: !nullable && !preset,
          defaultMatch: name === 'id' && is_unique === true,
          canBeUsedToMatch: !isUpsert || is_unique === true,
          display: true,
        }));
      return { fields };
    },
  },
  credentialTest: {
    postgresConnectionTest: (context, credential) =>
      testConnection(context, async (context) => (await openPostgres(context, credential)).close()),
  },
} satisfies NodeMethods;
