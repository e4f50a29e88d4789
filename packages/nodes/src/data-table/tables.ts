import type { DataTableColumnType, Item } from '@millrace/contract/data';
import { type DataTableFacts, NodeError } from '@millrace/engine/node-api';
import { chosen } from '../fields/chosen.ts';
import { createTableFinder } from './find-table.ts';
import type { Context } from './rows.ts';

type TableWork = (context: Context, index: number, find: ReturnType<typeof createTableFinder>) => Promise<Item[]>;

const types: Record<string, DataTableColumnType> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
};

const toItem = (table: DataTableFacts): Item => ({
  json: { ...table, columns: table.columns.map((column) => ({ ...column })) },
});

/** In the language of the parameters: two of them have this name, one for rows and one for a new table. */
const newColumns = (context: Context, index: number) => {
  const { column = [] } = (context.parameter('columns', index) ?? {}) as {
    column?: { name?: unknown; type?: unknown }[];
  };
  return column.map(({ name, type = 'string' }) => ({ name: String(name ?? ''), type: chosen(types, 'Type', type) }));
};

const create: TableWork = async (context, index) => {
  const name = context.parameter('tableName', index).trim();
  if (name === '') throw new NodeError('The table has no name', { description: 'Say what it is to be called.' });
  const { createIfNotExists = true } = context.parameter('options', index) as { createIfNotExists?: boolean };
  if (createIfNotExists) {
    const existing = (await context.dataTables({ op: 'list' })).find((table) => table.name === name);
    if (existing) return [toItem(existing)];
  }
  return [toItem(await context.dataTables({ op: 'create', name, columns: newColumns(context, index) }))];
};

const byField =
  (field: 'name' | 'createdAt' | 'updatedAt', isDescending: boolean) => (a: DataTableFacts, b: DataTableFacts) =>
    (a[field] < b[field] ? -1 : Number(a[field] > b[field])) * (isDescending ? -1 : 1);

const fields = { name: 'name', createdAt: 'createdAt', updatedAt: 'updatedAt' } as const;

const list: TableWork = async (context, index) => {
  const {
    filterName = '',
    sortField = 'name',
    sortDirection = 'asc',
  } = context.parameter('options', index) as Record<string, string>;
  const all = (await context.dataTables({ op: 'list' }))
    .filter(({ name }) => name.toLowerCase().includes(filterName.toLowerCase()))
    .sort(byField(chosen(fields, 'Sort field', sortField), sortDirection === 'desc'));
  return (context.parameter('returnAll', index) ? all : all.slice(0, Number(context.parameter('limit', index)))).map(
    toItem,
  );
};

const rename: TableWork = async (context, index, find) => {
  const { id } = await find(index);
  const { name } = await context.dataTables({ op: 'rename', id, name: context.parameter('newName', index) });
  return [{ json: { success: true, name } }];
};

const remove: TableWork = async (context, index, find) => {
  const { id, name } = await find(index);
  await context.dataTables({ op: 'remove', id });
  return [{ json: { success: true, deletedTableId: id, deletedTableName: name } }];
};

export const tableWorks: Readonly<Record<string, TableWork>> = { create, list, update: rename, delete: remove };

export const executeTables = async (context: Context, operation: string) => {
  const work = chosen(tableWorks, 'Operation', operation);
  const output: Item[] = [];
  for (const index of context.items.keys())
    try {
      // Found anew for each item: the one before may have been deleted.
      const given = await work(context, index, createTableFinder(context));
      for (const item of given) output.push({ ...item, pairedItem: index });
    } catch (error) {
      if (!context.continueOnFail || context.signal.aborted) throw error;
      output.push(context.failedItem(error, index));
    }
  return [output];
};
