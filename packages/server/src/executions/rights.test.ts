import type { Item } from '@millrace/contract';
import { describe, expect, it, vi } from 'vitest';
import { forEachDatabase, type OpenTestDatabase, openTestSqlite } from '../db/testing.ts';
import { createTestDispatcher, createTestFiles } from './dispatcher.testing.ts';
import { createExecutionRights } from './rights.ts';

vi.setConfig({ testTimeout: 30_000 });

/** Ada and Ben, each with a workflow that hands its items on to another one of theirs; execution 1 is Ada's, and has a file. */
const setUp = async (open: OpenTestDatabase) => {
  const database = await open();
  const { db } = database;
  const files = await createTestFiles();
  const runs = await createTestDispatcher(database, {}, files.binary);
  await db
    .insertInto('users')
    .values(['ada', 'ben'].map((id) => ({ id, role: 'member' as const, created_at: 1, updated_at: 1 })))
    .execute();
  const storeOf = async (owner: string, types: string[]) => {
    const version = await runs.store(types);
    await db.updateTable('workflows').set({ owner_id: owner }).where('id', '=', version.workflowId!).execute();
    return version;
  };
  const first = await runs.begin(await storeOf('ada', ['start']));
  await first.ended;
  const data = await files.keep(first.executionId);
  const handOn = async (owner: string, ranBy?: string) => {
    const called = await storeOf(owner, ['start', 'pass']);
    const items: Item[] = [{ json: { workflowId: called.workflowId }, binary: { data } }];
    const start = { kind: 'trigger' as const, payload: { kind: 'items' as const, items } };
    const { ended, executionId } = await runs.begin(await storeOf(owner, ['start', 'call']), {
      start,
      mode: 'manual',
      ranBy,
    });
    const uses = await db.selectFrom('file_uses').select('owner_id').where('execution_id', '=', executionId).execute();
    return { ...(await ended), uses: uses.map(({ owner_id }) => Number(owner_id)) };
  };
  return { db, first, handOn };
};

forEachDatabase('files of other executions', (open) => {
  it('are used by workflows of whoever sees them', async () => {
    const { first, handOn } = await setUp(open);
    expect(await handOn('ada', 'ada')).toMatchObject({ status: 'success', uses: [first.executionId] });
  });

  it('are nothing to others who know an id', async () => {
    const { handOn } = await setUp(open);
    expect(await handOn('ben', 'ben')).toMatchObject({
      status: 'error',
      errorMessage: 'The file is not stored any more',
      uses: [],
    });
  });
});

describe('who has a share of what all share', () => {
  it('is whoever runs a workflow by hand, else whoever it belongs to', async () => {
    const { db } = await setUp(openTestSqlite);
    const { shareOf } = createExecutionRights(db);
    expect(await shareOf({ workflowId: 1, ranBy: null })).toBe('ada');
    expect(await shareOf({ workflowId: 1, ranBy: 'ben' })).toBe('ben');
    expect(await shareOf({ workflowId: 999, ranBy: null })).toBe('workflow 999');
  });
});
