import type { OutputCounts } from '@millrace/contract';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';

/**
 * The node runs of an execution and their items, as the texts that they are stored as. Items stand in the row of their node run while
 * they are few, else in chunks; nothing here reads more of them than it was asked for.
 */

type Db = Kysely<Database>;

/** One node run. Sizes are bytes of JSON. */
export interface NodeRunRow {
  position: number;
  node: string;
  /** JSON of TaskData without its items. */
  task: string;
  outputs: OutputCounts;
  size: number;
  /** The items stand in chunks. */
  isChunked: boolean;
}

/** Few enough for the bound values of one statement in either database. */
const positionsAtOnce = 500;

/** Rows before the column existed say nothing of their outputs. */
const countsOf = (data: string): OutputCounts => {
  const lists = JSON.parse(data) as Record<string, (unknown[] | null)[]>;
  return Object.fromEntries(
    Object.entries(lists).map(([type, outputs]) => [type, outputs.map((items) => items?.length ?? null)]),
  );
};

const nodeRows = (db: Db, executionId: number) =>
  db
    .selectFrom('execution_nodes')
    .select((eb) => [
      'position',
      'node',
      'task',
      'outputs',
      sql<number | null>`octet_length(data)`.as('size'),
      eb.case().when('outputs', 'is', null).then(eb.ref('data')).end().as('uncounted'),
    ])
    .where('execution_id', '=', executionId)
    .orderBy('position');

const chunkSizes = (db: Db, executionId: number) =>
  db
    .selectFrom('execution_items')
    .select(['position', sql<number>`sum(octet_length(items))`.as('size')])
    .where('execution_id', '=', executionId)
    .groupBy('position');

type Rows = Awaited<ReturnType<ReturnType<typeof nodeRows>['execute']>>;
type Sizes = Awaited<ReturnType<ReturnType<typeof chunkSizes>['execute']>>;

const toNodeRuns = (rows: Rows, chunked: Sizes): NodeRunRow[] => {
  const sizes = new Map(chunked.map(({ position, size }) => [position, Number(size)]));
  return rows.map(({ position, node, task, outputs, size, uncounted }) => ({
    position,
    node,
    task,
    outputs: outputs !== null ? (JSON.parse(outputs) as OutputCounts) : uncounted === null ? {} : countsOf(uncounted),
    size: size === null ? (sizes.get(position) ?? 0) : Number(size),
    isChunked: size === null && outputs !== null,
  }));
};

/** By position, at most `limit` of them. */
export const findNodeRuns = async (db: Db, executionId: number, from: number, limit: number): Promise<NodeRunRow[]> => {
  const rows = await nodeRows(db, executionId).where('position', '>=', from).limit(limit).execute();
  const last = rows.at(-1)?.position;
  if (last === undefined) return [];
  const chunked = chunkSizes(db, executionId).where('position', '>=', from).where('position', '<=', last);
  return toNodeRuns(rows, await chunked.execute());
};

/** By position; at most 500. */
export const findNodeRunsAt = async (
  db: Db,
  executionId: number,
  positions: readonly number[],
): Promise<NodeRunRow[]> => {
  const rows = await nodeRows(db, executionId).where('position', 'in', positions).execute();
  return toNodeRuns(rows, await chunkSizes(db, executionId).where('position', 'in', positions).execute());
};

/** Node → positions of its runs, nodes by their first run. */
export const findPositions = async (db: Db, executionId: number): Promise<Map<string, number[]>> => {
  const rows = await db
    .selectFrom('execution_nodes')
    .select(['position', 'node'])
    .where('execution_id', '=', executionId)
    .orderBy('position')
    .execute();
  const positions = new Map<string, number[]>();
  for (const { position, node } of rows) {
    const known = positions.get(node);
    if (known) known.push(position);
    else positions.set(node, [position]);
  }
  return positions;
};

/** How often each node had run before a position. */
export const countRunsBefore = async (db: Db, executionId: number, position: number): Promise<Map<string, number>> => {
  if (position === 0) return new Map();
  const rows = await db
    .selectFrom('execution_nodes')
    .select((eb) => ['node', eb.fn.countAll<number>().as('count')])
    .where('execution_id', '=', executionId)
    .where('position', '<', position)
    .groupBy('node')
    .execute();
  return new Map(rows.map(({ node, count }) => [node, Number(count)]));
};

/** JSON of the items that stand in the rows of these node runs, by position. */
export const findInlineData = async (
  db: Db,
  executionId: number,
  positions: readonly number[],
): Promise<Map<number, string>> => {
  const found = new Map<number, string>();
  for (let from = 0; from < positions.length; from += positionsAtOnce) {
    const rows = await db
      .selectFrom('execution_nodes')
      .select(['position', 'data'])
      .where('execution_id', '=', executionId)
      .where('position', 'in', positions.slice(from, from + positionsAtOnce))
      .execute();
    for (const { position, data } of rows) if (data !== null) found.set(position, data);
  }
  return found;
};

/** One output of one node run. */
export interface OutputPlace {
  executionId: number;
  position: number;
  connection: string;
  output: number;
}

export interface ChunkPlace {
  chunk: number;
  firstItem: number;
  itemCount: number;
  /** Bytes. */
  size: number;
}

const chunksOf = (db: Db, { executionId, position, connection, output }: OutputPlace) =>
  db
    .selectFrom('execution_items')
    .where('execution_id', '=', executionId)
    .where('position', '=', position)
    .where('connection', '=', connection)
    .where('output', '=', output);

/** The chunks that hold items from `offset` up to `end`, in their order. */
export const findChunks = async (
  db: Db,
  place: OutputPlace,
  range: { offset: number; end: number } = { offset: 0, end: 2 ** 31 - 1 },
): Promise<ChunkPlace[]> => {
  const rows = await chunksOf(db, place)
    .select(['chunk', 'first_item', 'item_count', sql<number>`octet_length(items)`.as('size')])
    .where('first_item', '<', range.end)
    .where((eb) => eb(eb('first_item', '+', eb.ref('item_count')), '>', range.offset))
    .orderBy('chunk')
    .execute();
  return rows.map(({ chunk, first_item: firstItem, item_count: itemCount, size }) => ({
    chunk,
    firstItem,
    itemCount,
    size: Number(size),
  }));
};

/** JSON list of the items of a chunk; undefined once the execution has been deleted. */
export const readChunk = async (db: Db, place: OutputPlace, chunk: number): Promise<string | undefined> => {
  const row = await chunksOf(db, place).select('items').where('chunk', '=', chunk).executeTakeFirst();
  return row?.items;
};

/** Bytes of JSON that the run data of an execution has. */
export const measureRunData = async (db: Db, executionId: number): Promise<number> => {
  const nodes = await db
    .selectFrom('execution_nodes')
    .select(sql<number | null>`sum(octet_length(task) + coalesce(octet_length(data), 0))`.as('size'))
    .where('execution_id', '=', executionId)
    .executeTakeFirst();
  const items = await db
    .selectFrom('execution_items')
    .select(sql<number | null>`sum(octet_length(items))`.as('size'))
    .where('execution_id', '=', executionId)
    .executeTakeFirst();
  return Number(nodes?.size ?? 0) + Number(items?.size ?? 0);
};
