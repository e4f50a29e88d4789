import type {
  DataTableFilter,
  DataTableRow,
  DataTableSort,
  DataTableValue,
  Item,
  JsonObject,
} from '@millrace/contract/data';
import { dataTableSystemColumns } from '@millrace/contract/data';
import type { AskDataTables, DataTableFacts, ExecuteContext, NodeOutput } from '@millrace/engine/node-api';
import { readColumns } from '../fields/mapped-columns.ts';
import { readFilter, requireConditions, toValue } from './conditions.ts';
import { createTableFinder } from './find-table.ts';
import type { dataTableParameters } from './parameters.ts';

export type Context = ExecuteContext<typeof dataTableParameters>;
type RowData = Record<string, DataTableValue>;

/** Rows that are asked for, or sent, at a time. */
const pageSize = 1000;
const sentAtOnce = 500;

/** What an item writes. Of its own fields those are left out that every table sets itself, so that rows of one table can be written to another. */
const readRow = (context: Context, index: number): RowData => {
  const input = context.items[index]?.json ?? {};
  const { isAutomatic, values } = readColumns(context.parameter('columns', index), input);
  return Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => value !== undefined && !(isAutomatic && Object.hasOwn(dataTableSystemColumns, name)))
      .map(([name, value]) => [name, toValue(value)]),
  );
};

const filterOf = (context: Context, index: number): DataTableFilter =>
  readFilter(context.parameter('filters', index), context.parameter('matchType', index));

const toItems = (rows: readonly JsonObject[]): Item[] => rows.map((json) => ({ json }));

const readAll = async (
  ask: AskDataTables,
  { id }: DataTableFacts,
  query: { filter: DataTableFilter; sort: DataTableSort[]; most: number },
): Promise<DataTableRow[]> => {
  const { filter, sort, most } = query;
  const rows: DataTableRow[] = [];
  for (;;) {
    const limit = Math.min(pageSize, most - rows.length);
    if (limit <= 0) return rows;
    const from = sort.length > 0 ? { sort, offset: rows.length } : { after: Number(rows.at(-1)?.id ?? 0) };
    const page = await ask({ op: 'rows', id, filter, ...from, limit });
    for (const row of page) rows.push(row);
    if (page.length < limit) return rows;
  }
};

const sortOf = (context: Context, index: number): DataTableSort[] => {
  if (!context.parameter('orderBy', index)) return [];
  const direction = String(context.parameter('orderByDirection', index)).toUpperCase() === 'ASC' ? 'asc' : 'desc';
  return [{ column: String(context.parameter('orderByColumn', index)), direction }];
};

type Work = (context: Context, table: DataTableFacts, index: number) => Promise<Item[]>;

const get: Work = async (context, table, index) => {
  const most = context.parameter('returnAll', index) ? Number.POSITIVE_INFINITY : context.parameter('limit', index);
  const query = { filter: filterOf(context, index), sort: sortOf(context, index), most: Number(most) };
  return toItems(await readAll(context.dataTables, table, query));
};

const exists = async (context: Context, table: DataTableFacts, index: number): Promise<boolean> => {
  const filter = requireConditions(filterOf(context, index));
  return (await context.dataTables({ op: 'rows', id: table.id, filter, limit: 1 })).length > 0;
};

const passIf =
  (isWanted: boolean): Work =>
  async (context, table, index) =>
    (await exists(context, table, index)) === isWanted ? [context.items[index] as Item] : [];

const isDryRun = (context: Context, index: number): boolean =>
  (context.parameter('options', index) as { dryRun?: boolean }).dryRun === true;

/** The rows that are meant, as they are and, where something is written into them, as they would be. */
const tellChanges = async (
  { dataTables }: Context,
  table: DataTableFacts,
  filter: DataTableFilter,
  change: (row: DataTableRow) => JsonObject | undefined,
): Promise<Item[]> => {
  const rows = await readAll(dataTables, table, { filter, sort: [], most: Number.POSITIVE_INFINITY });
  return rows.flatMap((row) => {
    const after = change(row);
    const before = { ...row, dryRunState: 'before' };
    return toItems(after ? [before, { ...after, dryRunState: 'after' }] : [before]);
  });
};

const update: Work = async (context, table, index) => {
  const filter = requireConditions(filterOf(context, index));
  const data = readRow(context, index);
  if (isDryRun(context, index)) return tellChanges(context, table, filter, (row) => ({ ...row, ...data }));
  return toItems(await context.dataTables({ op: 'update', id: table.id, filter, data }));
};

const upsert: Work = async (context, table, index) => {
  const filter = requireConditions(filterOf(context, index));
  const data = readRow(context, index);
  if (!isDryRun(context, index)) return toItems(await context.dataTables({ op: 'upsert', id: table.id, filter, data }));
  const changes = await tellChanges(context, table, filter, (row) => ({ ...row, ...data }));
  if (changes.length > 0) return changes;
  const empty = Object.fromEntries(table.columns.map(({ name }) => [name, null]));
  return toItems([{ id: null, createdAt: null, updatedAt: null, ...empty, ...data, dryRunState: 'after' }]);
};

const deleteRows: Work = async (context, table, index) => {
  const filter = requireConditions(filterOf(context, index));
  if (isDryRun(context, index)) return tellChanges(context, table, filter, () => undefined);
  return toItems(await context.dataTables({ op: 'removeRows', id: table.id, filter }));
};

const works: Readonly<Record<string, Work>> = {
  get,
  update,
  upsert,
  deleteRows,
  rowExists: passIf(true),
  rowNotExists: passIf(false),
};

export const rowOperations: readonly string[] = [...Object.keys(works), 'insert'];
export const readingOperations: readonly string[] = ['get', 'rowExists', 'rowNotExists', 'list'];

/** Does one operation for each item. */
const forEach = async (context: Context, work: Work): Promise<NodeOutput> => {
  const find = createTableFinder(context);
  const output: Item[] = [];
  for (const index of context.items.keys())
    try {
      const given = await work(context, await find(index), index);
      for (const item of given) output.push({ ...item, pairedItem: index });
    } catch (error) {
      if (!context.continueOnFail || context.signal.aborted) throw error;
      output.push(context.failedItem(error, index));
    }
  return [output];
};

/** Rows of items that follow each other are added together, as long as they go to the same table. */
const insert = async (context: Context): Promise<NodeOutput> => {
  const find = createTableFinder(context);
  const output: Item[] = [];
  let waiting: { table: DataTableFacts; rows: RowData[]; first: number } | undefined;

  const send = async (table: DataTableFacts, rows: RowData[], first: number): Promise<void> => {
    const added = await context.dataTables({ op: 'insert', id: table.id, rows });
    for (const [index, json] of added.entries()) output.push({ json, pairedItem: first + index });
  };
  const flush = async (): Promise<void> => {
    if (!waiting) return;
    const { table, rows, first } = waiting;
    waiting = undefined;
    try {
      await send(table, rows, first);
    } catch (error) {
      if (!context.continueOnFail || context.signal.aborted) throw error;
      // None of them was added: each has its own fate.
      for (const [index, row] of rows.entries())
        await send(table, [row], first + index).catch((cause: unknown) => {
          output.push(context.failedItem(cause, first + index));
        });
    }
  };

  for (const index of context.items.keys())
    try {
      const table = await find(index);
      const row = readRow(context, index);
      if (waiting && (waiting.table.id !== table.id || waiting.rows.length >= sentAtOnce)) await flush();
      waiting ??= { table, rows: [], first: index };
      waiting.rows.push(row);
    } catch (error) {
      if (!context.continueOnFail || context.signal.aborted) throw error;
      await flush();
      output.push(context.failedItem(error, index));
    }
  await flush();
  return [output];
};

export const executeRows = async (context: Context, operation: string): Promise<NodeOutput> => {
  if (operation !== 'insert') return forEach(context, works[operation] as Work);
  const [output] = await insert(context);
  const { optimizeBulk } = context.parameter('options', 0) as { optimizeBulk?: boolean };
  if (!optimizeBulk || context.items.length === 0) return [output ?? []];
  const failed = output?.filter(({ error }) => error !== undefined) ?? [];
  const insertedRows = (output?.length ?? 0) - failed.length;
  const pairedItem = [...context.items.keys()].map((item) => ({ item }));
  return [[{ json: { success: true, insertedRows }, pairedItem }, ...failed]];
};
