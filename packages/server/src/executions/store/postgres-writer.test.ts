import type { WorkflowCallResult } from '@millrace/engine/node-api';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endlessWait } from '../../db/schema.ts';
import { openTestPostgres } from '../../db/testing.ts';
import { openTestStore, processId } from './execution-store.testing.ts';
import { isPassingFailure } from './failures.ts';
import type { ExecutionEnd, ExecutionWrite } from './writes.ts';

const setUp = async () => {
  const { db, newRow, write, create } = await openTestStore(openTestPostgres);
  const executionId = await create();
  /** Writes as one does who has not heard whether the first try was stored. */
  const writeTwice = async (one: ExecutionWrite) => {
    await write(one);
    return (await write(one))[0];
  };
  const nodes = () => db.selectFrom('execution_nodes').select(['position', 'node']).execute();
  return { db, newRow, executionId, writeTwice, nodes };
};

const nodeRun = (position: number) => ({ position, node: 'n', task: '{}', outputs: '{"main":[1]}', data: null });
const piece = (position: number) => ({
  position,
  connection: 'main',
  output: 0,
  chunk: 0,
  firstItem: 0,
  itemCount: 1,
  items: '[{}]',
});

test('results that are written once more, since nobody has heard that they were stored, count once', async () => {
  const { executionId, writeTwice, nodes } = await setUp();
  const results = { nodes: [nodeRun(0)], items: [piece(0)] };
  expect(await writeTwice({ kind: 'record', executionId, processId, inFlight: null, ...results })).toBe('held');
  expect(await nodes()).toEqual([{ position: 0, node: 'n' }]);
});

test('an execution that is created once more is the one that was stored', async () => {
  const { db, newRow, executionId, writeTwice } = await setUp();
  const created = await writeTwice({ kind: 'create', row: await newRow() });
  const stored = await db.selectFrom('executions').select('id').orderBy('id').execute();
  expect(stored).toEqual([{ id: executionId }, { id: (created as { id: number }).id }]);
});

test('an end that is written once more is the one that was stored, with what follows from it', async () => {
  const { db, newRow, executionId, writeTwice, nodes } = await setUp();
  const followUp = { ...(await newRow()), mode: 'error', status: 'queued', processId: null } as const;
  const end: ExecutionEnd = {
    executionId,
    processId,
    status: 'error',
    stoppedAt: 5,
    error: null,
    lastNode: 'n',
    keep: true,
    nodes: [nodeRun(0)],
    items: [],
  };
  expect(await writeTwice({ kind: 'end', ...end, followUp })).toEqual({ hold: 'held' });
  expect(await writeTwice({ kind: 'end', ...end })).toEqual({ hold: 'held' });
  expect(await writeTwice({ kind: 'end', ...end, stoppedAt: 6 })).toEqual({ hold: 'lost' });
  expect(await nodes()).toHaveLength(1);
  const modes = await db.selectFrom('executions').select('mode').orderBy('id').execute();
  expect(modes).toEqual([{ mode: 'webhook' }, { mode: 'error' }]);
});

test('a connection that was lost within a transaction is a failure that passes', () => {
  const error = new Error('Client has encountered a connection error and is not queryable');
  expect(isPassingFailure(error)).toBe(true);
  expect(isPassingFailure(new Error('The column is not there'))).toBe(false);
});

test('the end of a sub-workflow finds its parent also in the moment in which that begins to wait', async () => {
  const { db, write, create, find } = await openTestStore(openTestPostgres);
  const parentId = await create();
  const childId = await create({ mode: 'integrated', parent: { executionId: parentId, node: 'n' } });
  const result: WorkflowCallResult = { status: 'success', executionId: String(childId), items: [] };
  const end: ExecutionWrite = {
    kind: 'end',
    executionId: childId,
    processId,
    status: 'success',
    stoppedAt: 5,
    error: null,
    lastNode: null,
    keep: true,
    nodes: [],
    items: [],
    caller: { executionId: parentId, resumption: { resumption: { kind: 'execution', result } } },
  };
  const isBlocked = async () =>
    (
      await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        db,
      )
    ).rows.length > 0;
  let ended: Promise<unknown> | undefined;
  await db.transaction().execute(async (transaction) => {
    const wait = JSON.stringify({ node: 'n', runIndex: 0, till: null, executionId: String(childId) });
    await transaction
      .updateTable('executions')
      .set({ status: 'waiting', process_id: null, wait, wait_till: endlessWait, stopped_at: 4 })
      .where('id', '=', parentId)
      .execute();
    ended = write(end);
    await expect.poll(isBlocked, { timeout: 10_000 }).toBe(true);
  });
  expect(await ended).toMatchObject([{ hold: 'held', caller: true }]);
  expect(await find(parentId)).toMatchObject({ status: 'queued' });
});
