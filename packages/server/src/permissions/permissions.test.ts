import type { Action, ShareRole } from '@millrace/contract';
import { describe, expect, test } from 'vitest';
import { forEachDatabase } from '../db/testing.ts';
import { addPeople } from './people.testing.ts';
import { type Actor, can, mayDo, permissionsOf } from './permissions.ts';
import { isAmong } from './rows.ts';

const member: Actor = { id: 'ada', role: 'member' };
const owner: Actor = { id: 'owner', role: 'owner' };
const theirs = (shareRole: ShareRole | null = null) => ({ ownerId: 'ben', shareRole });
const own = { ownerId: 'ada', shareRole: null };

describe('what someone may do with a workflow', () => {
  test.each<[string, Actor, ReturnType<typeof theirs>, Action[]]>([
    ['their own', member, own, ['read', 'execute', 'update', 'delete', 'share']],
    ["someone else's", member, theirs(), []],
    ['shared for viewing', member, theirs('view'), ['read']],
    ['shared for use', member, theirs('use'), ['read', 'execute']],
    ['shared for editing', member, theirs('edit'), ['read', 'execute', 'update']],
    ['the owner of the instance', owner, theirs(), ['read', 'execute', 'update', 'delete', 'share']],
  ])('%s', (_, user, row, expected) => expect(permissionsOf(user, 'workflow', row)).toEqual(expected));
});

describe('what someone may do with a credential', () => {
  test.each<[string, Actor, ReturnType<typeof theirs>, Action[]]>([
    ['their own', member, own, ['read', 'use', 'update', 'delete', 'share']],
    ['shared for use', member, theirs('use'), ['use']],
    ['shared for viewing', member, theirs('view'), ['read', 'use']],
    ['shared for editing', member, theirs('edit'), ['read', 'use', 'update']],
    ['the owner of the instance, who does not read it', owner, theirs(), ['use', 'delete', 'share']],
  ])('%s', (_, user, row, expected) => expect(permissionsOf(user, 'credential', row)).toEqual(expected));
});

test('what is for the owner of the instance is for no member', () => {
  expect(can(member, 'delete', 'tag')).toBe(false);
  expect(can(member, 'list', 'user')).toBe(false);
  expect(can(member, 'read', 'audit')).toBe(false);
  expect(can(owner, 'delete', 'tag')).toBe('all');
});

forEachDatabase('rows', (open) => {
  test('are the same by query as one by one', async () => {
    const { db } = await open();
    await addPeople(db);
    const shared: (ShareRole | 'own' | null)[] = ['own', null, 'use', 'view', 'edit'];
    const about = { name: 'W', active: 0 as const, graph: '{}', created_at: 1, updated_at: 1 };
    for (const [index, role] of shared.entries()) {
      const id = index + 1;
      await db
        .insertInto('workflows')
        .values({ id, owner_id: role === 'own' ? 'ada' : 'ben', ...about })
        .execute();
      // Of someone else's share there is nothing to see.
      await db.insertInto('workflow_shares').values({ workflow_id: id, user_id: 'cleo', role: 'edit' }).execute();
      if (role && role !== 'own')
        await db.insertInto('workflow_shares').values({ workflow_id: id, user_id: 'ada', role }).execute();
    }
    for (const user of [member, owner])
      for (const action of ['list', 'read', 'execute', 'update', 'delete', 'share'] as const) {
        const filter = can(user, action, 'workflow');
        if (filter === false) throw new Error(`Nobody may ${action} any workflow`);
        const condition = isAmong('workflows.id', 'workflow', filter);
        let query = db.selectFrom('workflows').select('id').orderBy('id');
        if (condition) query = query.where(condition);
        const expected = shared.flatMap((role, index) => {
          const row = role === 'own' ? own : theirs(role);
          return mayDo(user, action, 'workflow', row) ? [index + 1] : [];
        });
        expect((await query.execute()).map(({ id }) => id)).toEqual(expected);
      }
  });
});
