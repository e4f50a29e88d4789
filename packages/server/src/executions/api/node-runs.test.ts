import type { ExecutionOutline, Item, ItemPage } from '@millrace/contract';
import { expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { forEachDatabase, type OpenTestDatabase, openTestSqlite } from '../../db/testing.ts';
import { toExecutionStream } from './execution-text.ts';
import { readItemPage } from './item-pages.ts';
import { readOutline } from './outline.ts';
import { findExecution } from './store.ts';

const item = (index: number): Item => ({ json: { index } });
const items = (count: number): Item[] => Array.from({ length: count }, (_, index) => item(index));

/** An execution, and functions that record node runs as the runs themselves do. */
const open = async (openDatabase: OpenTestDatabase) => {
  const { db }: OpenDatabase = await openDatabase();
  const { id: versionId } = await db
    .insertInto('workflow_versions')
    .values({ workflow_id: null, name: 'W', graph: '{"nodes":[],"connections":{}}', digest: 'd', created_at: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('executions')
    .values({
      workflow_id: null,
      workflow_version_id: versionId,
      owner_id: 'a',
      mode: 'manual',
      status: 'waiting',
      started_at: 1,
      stopped_at: 2,
      wait_till: 3,
      start: '{"start":{"kind":"trigger"}}',
      wait: '{"node":"B","runIndex":0,"till":3,"webhook":{}}',
      custom_data: '{"order":"17"}',
      parent_id: 7,
      parent_node: 'Call',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const task = JSON.stringify({ startTime: 1, executionTime: 1, source: [] });
  const record = (position: number, node: string, outputs: object | null, data: object | null) =>
    db
      .insertInto('execution_nodes')
      .values({
        execution_id: id,
        position,
        node,
        task,
        outputs: outputs && JSON.stringify(outputs),
        data: data && JSON.stringify(data),
      })
      .execute();
  const recordChunk = (position: number, output: number, chunk: number, firstItem: number, list: Item[]) =>
    db
      .insertInto('execution_items')
      .values({
        execution_id: id,
        position,
        connection: 'main',
        output,
        chunk,
        first_item: firstItem,
        item_count: list.length,
        items: JSON.stringify(list),
      })
      .execute();
  const stored = async () => (await findExecution(db, 'someone', id))!.stored;
  const outline = async (from = 0) => (await readOutline({ db }, await stored(), from)).parse() as ExecutionOutline;
  const page = async (position: number, offset: number, limit: number, output = 0, connection = 'main') =>
    (await readItemPage(db, { executionId: id, position, connection, output }, { offset, limit })).parse() as ItemPage;
  return { db, id, record, recordChunk, stored, outline, page };
};

/** A (inline), B (no output, failed), A again with 25 items in chunks of 10, beside an output with nothing and one with none. */
const withRuns = async (openDatabase: OpenTestDatabase) => {
  const run = await open(openDatabase);
  const list = items(25);
  await run.record(0, 'A', { main: [2, null] }, { main: [items(2), null] });
  await run.record(1, 'constructor', null, null);
  await run.record(2, 'A', { main: [25, null, 0] }, null);
  for (const [chunk, first] of [0, 10, 20].entries()) {
    await run.recordChunk(2, 0, chunk, first, list.slice(first, first + 10));
  }
  return run;
};

forEachDatabase('run data', (openDatabase) => {
  test('an outline has each node run with its counts, and few items themselves', async () => {
    const { outline } = await withRuns(openDatabase);
    const { nodes, ...about } = await outline();
    expect(about).toMatchObject({
      status: 'waiting',
      customData: { order: '17' },
      parent: { executionId: '7', node: 'Call' },
      wait: { node: 'B', kinds: ['webhook'] },
      workflowData: { name: 'W', nodes: [] },
      startData: {},
    });
    const task = { startTime: 1, executionTime: 1, source: [] };
    const data = { main: [items(2), null] };
    expect(nodes).toEqual([
      {
        position: 0,
        node: 'A',
        runIndex: 0,
        task,
        outputs: { main: [2, null] },
        size: JSON.stringify(data).length,
        data,
      },
      { position: 1, node: 'constructor', runIndex: 0, task, outputs: {}, size: 0 },
      {
        position: 2,
        node: 'A',
        runIndex: 1,
        task,
        outputs: { main: [25, null, 0] },
        size: [0, 10, 20].reduce((sum, from) => sum + JSON.stringify(items(25).slice(from, from + 10)).length, 0),
      },
    ]);
  });

  test('an outline from a position on counts the runs before', async () => {
    const { outline } = await withRuns(openDatabase);
    expect((await outline(2)).nodes).toMatchObject([{ position: 2, node: 'A', runIndex: 1 }]);
  });

  test.each([
    [0, 10, [0, 9]],
    [3, 4, [3, 6]],
    [8, 10, [8, 17]],
    [5, 1000, [5, 24]],
    [24, 5, [24, 24]],
    [25, 5, []],
  ])('a page of %j, %j of items in chunks', async (offset, limit, ends) => {
    const { page } = await withRuns(openDatabase);
    const { total, items: found } = await page(2, offset, limit);
    const indexes = found.map(({ json }) => json.index);
    expect(total).toBe(25);
    expect([indexes[0], indexes.at(-1)]).toEqual(ends.length === 0 ? [undefined, undefined] : ends);
    expect(indexes).toEqual(indexes.map((_, index) => offset + index));
  });

  test('a page of inline items, of an output without any, and of one that there is not', async () => {
    const { page } = await withRuns(openDatabase);
    expect(await page(0, 1, 10)).toEqual({ total: 2, items: [item(1)] });
    expect(await page(0, 0, 10, 1)).toEqual({ total: 0, items: [] });
    expect(await page(2, 0, 10, 2)).toEqual({ total: 0, items: [] });
    expect(await page(0, 0, 10, 0, 'ai_tool')).toEqual({ total: 0, items: [] });
    expect(await page(0, 0, 10, 0, 'toString')).toEqual({ total: 0, items: [] });
    await expect(page(9, 0, 10)).rejects.toMatchObject({ error: 'executionNotFound' });
  });

  test('the whole execution is put together from inline data and chunks', async () => {
    const { db, stored } = await withRuns(openDatabase);
    const execution = (await toExecutionStream(db, await stored()).toText()).parse();
    const task = { startTime: 1, executionTime: 1, source: [] };
    expect(execution).toMatchObject({
      status: 'waiting',
      data: {
        resultData: {
          runData: {
            A: [
              { ...task, data: { main: [items(2), null] } },
              { ...task, data: { main: [items(25), null, []] } },
            ],
            constructor: [task],
          },
        },
      },
    });
  });

  test('the whole execution passes through in pieces of a chunk, and breaks off when it is deleted meanwhile', async () => {
    const { db, id, record, recordChunk, stored } = await open(openDatabase);
    const large = [{ json: { text: 'x'.repeat(250_000) } }];
    await record(0, 'A', { main: [4] }, null);
    for (const chunk of [0, 1, 2, 3]) await recordChunk(0, 0, chunk, chunk, large);
    const sizes: number[] = [];
    for await (const piece of toExecutionStream(db, await stored()).pieces) sizes.push(piece.length);
    expect(sizes.filter((size) => size > 250_000)).toHaveLength(4);
    expect(Math.max(...sizes)).toBeLessThan(251_000);

    const reading = async () => {
      for await (const piece of toExecutionStream(db, await stored()).pieces)
        if (piece.length > 250_000) await db.deleteFrom('executions').where('id', '=', id).execute();
    };
    await expect(reading()).rejects.toMatchObject({ error: 'executionNotFound' });
    expect(await db.selectFrom('execution_items').select('chunk').execute()).toEqual([]);
  });

  test('counts are read from the items of rows that have none', async () => {
    const { record, outline, page } = await open(openDatabase);
    await record(0, 'A', null, { main: [null, items(3)] });
    expect((await outline()).nodes).toMatchObject([{ outputs: { main: [null, 3] }, data: { main: [null, items(3)] } }]);
    expect((await page(0, 2, 5, 1)).items).toEqual([item(2)]);
  });
});

test('items come along with an outline until there are too many of them', async () => {
  const { record, outline } = await open(openTestSqlite);
  const large = [{ json: { text: 'x'.repeat(30_000) } }];
  for (let position = 0; position < 20; position += 1) await record(position, 'A', { main: [1] }, { main: [large] });
  await record(20, 'B', { main: [1] }, { main: [[{ json: { text: 'x'.repeat(40_000) } }]] });
  await record(21, 'C', { main: [1] }, { main: [[item(1)]] });
  const { nodes } = await outline();
  expect(nodes.filter(({ data }) => data).map(({ position }) => position)).toEqual([
    ...Array.from({ length: 17 }, (_, index) => index),
    21,
  ]);
});

test('an outline of many node runs comes in parts', async () => {
  const { db, id, outline } = await open(openTestSqlite);
  for (let from = 0; from < 5200; from += 1300) {
    const rows = Array.from({ length: 1300 }, (_, index) => ({
      execution_id: id,
      position: from + index,
      node: 'A',
      task: '{}',
      outputs: '{"main":[1]}',
      data: '{"main":[[{"json":{}}]]}',
    }));
    await db.insertInto('execution_nodes').values(rows).execute();
  }
  const first = await outline();
  expect([first.nodes.length, first.next]).toEqual([5000, 5000]);
  const rest = await outline(first.next);
  expect([rest.nodes.length, rest.nodes[0]?.runIndex, rest.next]).toEqual([200, 5000, undefined]);
});

test('a page of a million items reads no more of them than it gives', async () => {
  const { db, id, record, stored } = await open(openTestSqlite);
  await record(0, 'A', { main: [1_000_000] }, null);
  const list = JSON.stringify(Array.from({ length: 1000 }, () => ({ json: { text: 'x'.repeat(100) } })));
  await db.transaction().execute(async (trx) => {
    for (let chunk = 0; chunk < 1000; chunk += 1) {
      const place = { execution_id: id, position: 0, connection: 'main', output: 0 };
      const values = { ...place, chunk, first_item: chunk * 1000, item_count: 1000, items: list };
      await trx.insertInto('execution_items').values(values).execute();
    }
  });
  let characters = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      characters += JSON.stringify(result.rows).length;
      return result;
    },
  });
  await readOutline({ db: counting }, await stored(), 0);
  expect(characters).toBeLessThan(10_000);
  const read = async (offset: number, limit: number) => {
    characters = 0;
    const place = { executionId: id, position: 0, connection: 'main', output: 0 };
    const page = (await readItemPage(counting, place, { offset, limit })).parse() as ItemPage;
    return [page.items.length, characters < 3 * list.length];
  };
  expect(await read(0, 25)).toEqual([25, true]);
  expect(await read(999_000, 1000)).toEqual([1000, true]);
});
