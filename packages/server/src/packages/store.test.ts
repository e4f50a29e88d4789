import { expect, test } from 'vitest';
import { forEachDatabase } from '../db/testing.ts';
import { countUses, deletePackage, insertPackage, listPackages, readPackagesState, updatePackage } from './store.ts';

const one = { name: 'n8n-nodes-thing', version: '1.0.0', lock: '{"packages":{}}' };

forEachDatabase('packages', (open) => {
  test('a package is there once, and changed only as it was read', async () => {
    const { db } = await open();
    const none = await readPackagesState(db);
    expect(await insertPackage(db, one, 5)).toBe(true);
    expect(await insertPackage(db, one, 6)).toBe(false);
    const [stored] = await listPackages(db);
    expect(stored).toEqual({ ...one, installedAt: 5, updatedAt: 5 });
    const state = await readPackagesState(db);
    expect(state).not.toBe(none);
    expect(await updatePackage(db, stored!, { ...one, version: '2.0.0' }, 7)).toBe(true);
    expect(await updatePackage(db, stored!, { ...one, version: '3.0.0' }, 8)).toBe(false);
    expect(await listPackages(db)).toEqual([{ ...one, version: '2.0.0', installedAt: 5, updatedAt: 7 }]);
    expect(await readPackagesState(db)).not.toBe(state);
    expect([await deletePackage(db, one.name), await deletePackage(db, one.name)]).toEqual([true, false]);
  });

  test('workflows are counted that have its nodes, and no other package is taken for it', async () => {
    const { db } = await open();
    const workflow = (type: string, active: 0 | 1) => ({
      owner_id: 'ada',
      name: type,
      active,
      graph: JSON.stringify({ nodes: [{ name: 'A', type, typeVersion: 1, position: [0, 0] }], connections: {} }),
      created_at: 1,
      updated_at: 1,
    });
    await db
      .insertInto('users')
      .values({
        id: 'ada',
        email: null,
        first_name: null,
        last_name: null,
        role: 'default',
        created_at: 1,
        updated_at: 1,
      } as never)
      .execute();
    await db
      .insertInto('workflows')
      .values([
        workflow('n8n-nodes-a_b.get', 0),
        workflow('n8n-nodes-a_b.set', 1),
        workflow('n8n-nodes-axb.get', 1),
        workflow('@scope/n8n-nodes-a_b.get', 1),
        workflow('n8n-nodes-a_b-more.get', 1),
      ])
      .execute();
    expect(await countUses(db, 'n8n-nodes-a_b')).toEqual({ workflows: 2, activeWorkflows: 1 });
    expect(await countUses(db, '@scope/n8n-nodes-a_b')).toEqual({ workflows: 1, activeWorkflows: 1 });
    expect(await countUses(db, 'n8n-nodes-none')).toEqual({ workflows: 0, activeWorkflows: 0 });
  });
});
