import type { ShareRole } from '@millrace/contract';
import { expect, test } from 'vitest';
import { forEachDatabase } from '../db/testing.ts';
import { addPeople } from './people.testing.ts';
import { createWorkflowCalls } from './workflow-calls.ts';

forEachDatabase('a workflow calls another', (open) => {
  /** Workflow 1 is Ada's, 2 Ben's, 3 the owner's. */
  const setUp = async (share?: { userId: string; role: ShareRole }) => {
    const { db } = await open();
    await addPeople(db);
    for (const [index, owner_id] of ['ada', 'ben', 'owner'].entries()) {
      const row = { id: index + 1, owner_id, name: 'W', active: 0 as const, graph: '{}', created_at: 1, updated_at: 1 };
      await db.insertInto('workflows').values(row).execute();
    }
    if (share)
      await db
        .insertInto('workflow_shares')
        .values({ workflow_id: 2, user_id: share.userId, role: share.role })
        .execute();
    const calls = createWorkflowCalls(db);
    const may = (workflowId: number | null, ranBy: string | null = null, settings: Record<string, unknown> = {}) =>
      calls.mayCall({ workflowId, ranBy }, { id: 2, settings });
    return { db, calls, may };
  };

  test('whose owner may run it, as that is when it calls', async () => {
    const { db, may } = await setUp();
    expect([await may(1), await may(2), await may(3), await may(null)]).toEqual([false, true, true, false]);
    await db.updateTable('workflows').set({ owner_id: 'ben' }).where('id', '=', 1).execute();
    expect(await may(1)).toBe(true);
  });

  test.each<[ShareRole, boolean]>([
    ['view', false],
    ['use', true],
    ['edit', true],
  ])('that is shared with its owner for %s: %s', async (role, expected) => {
    const { may } = await setUp({ userId: 'ada', role });
    expect(await may(1)).toBe(expected);
  });

  test('that whoever runs it by hand may run', async () => {
    const { may } = await setUp({ userId: 'cleo', role: 'use' });
    expect([await may(1, 'cleo'), await may(null, 'cleo'), await may(1, 'ada')]).toEqual([true, true, false]);
  });

  test('as the settings of the called one say', async () => {
    const { may } = await setUp();
    expect(await may(1, null, { callerPolicy: 'any' })).toBe(true);
    expect(await may(3, null, { callerPolicy: 'none' })).toBe(false);
    const list = { callerPolicy: 'workflowsFromAList', callerIds: '7, 1' };
    expect([await may(1, null, list), await may(3, null, list)]).toEqual([true, false]);
    expect(await may(1, null, { callerPolicy: 'workflowsFromSameOwner' })).toBe(false);
  });

  test('that is given as JSON, on behalf of whoever runs it, or of its owner', async () => {
    const { calls } = await setUp();
    expect(await calls.onBehalfOf({ workflowId: 1, ranBy: 'cleo' })).toBe('cleo');
    expect(await calls.onBehalfOf({ workflowId: 1, ranBy: null })).toBe('ada');
    expect(await calls.onBehalfOf({ workflowId: null, ranBy: null })).toBeUndefined();
  });
});
