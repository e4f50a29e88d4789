/** What the fields of the node offer, out of the database's catalogue. */
import { type ChoicesContext, NodeError, type NodeMethods } from '@millrace/engine/node-api';
import { testConnection } from '../connections/server.ts';
import type { Rows } from '../sql/batch.ts';
import type { Statement } from '../sql/dialect.ts';
import { openMySql } from './session.ts';

const ask = async (
  context: Pick<ChoicesContext, 'reach' | 'signal' | 'credential'>,
  statement: Statement,
): Promise<Rows> => {
  const session = await openMySql(context, await context.credential('mySql'), { usedCredential: 'mySql' });
  try {
    return (await session.run(statement)) ?? [];
  } finally {
    await session.close();
  }
};

const columnOptions = async (context: ChoicesContext) => {
  const table = (context as { extractedValue(name: string): string }).extractedValue('table');
  if (table === '') throw new NodeError('Choose a table first');
  const rows = await ask(context, {
    text: `SELECT column_name AS name, column_type AS type, is_nullable AS nullable FROM information_schema.columns
      WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ordinal_position`,
    values: [table],
  });
  return rows.map(({ name, type, nullable }) => ({
    name: String(name),
    value: String(name),
    description: `${String(type)}${nullable === 'YES' ? '' : ', required'}`,
  }));
};

export const mySqlMethods = {
  search: {
    async searchTables(context: ChoicesContext, { filter = '' }: { filter?: string }) {
      const rows = await ask(context, {
        text: `SELECT table_name AS name FROM information_schema.tables
          WHERE table_schema = DATABASE() AND LOCATE(LOWER(?), LOWER(table_name)) > 0 ORDER BY 1`,
        values: [filter],
      });
      return { results: rows.map(({ name }) => ({ name: String(name), value: String(name) })) };
    },
  },
  options: {
    getColumns: columnOptions,
    getColumnsMultiOptions: async (context: ChoicesContext) => [
      { name: 'All', value: '*', description: 'All columns' },
      ...(await columnOptions(context)),
    ],
  },
  credentialTest: {
    mysqlConnectionTest: (context, credential) =>
      testConnection(context, async (context) => (await openMySql(context, credential)).close()),
  },
} satisfies NodeMethods;
