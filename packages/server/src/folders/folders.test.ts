import { type Folder, limits, type Workflow } from '@millrace/contract';
import { expect, test } from 'vitest';
import { forEachDatabase } from '../db/testing.ts';
import { createAppWithPeople, type Person } from '../permissions/people.testing.ts';

const graph = { nodes: [], connections: {} };

forEachDatabase('folders', (openDatabase) => {
  const open = async () => {
    const test = await createAppWithPeople({ openDatabase });
    const make = async (name: string, parentId: string | null = null, who: Person = 'ada'): Promise<Folder> =>
      (await test.call(who, 'POST', '/folders', { name, parentId })).data;
    const store = async (folderId?: string, who: Person = 'ada'): Promise<Workflow> =>
      (
        await test.call(who, 'POST', `/workflows${folderId ? `?folderId=${folderId}` : ''}`, {
          name: `In ${folderId}`,
          ...graph,
        })
      ).data;
    const list = async (who: Person = 'ada'): Promise<Folder[]> => (await test.call(who, 'GET', '/folders')).data;
    return { ...test, make, store, list };
  };

  test('lie in each other, and hold workflows', async () => {
    const { call, make, store, list } = await open();
    const sales = await make('Sales');
    const orders = await make(' Orders ', sales.id);
    expect(orders).toMatchObject({ name: 'Orders', parentId: sales.id, workflowCount: 0, ownedBy: { id: 'ada' } });
    expect(await store(orders.id)).toMatchObject({ folderId: orders.id });
    const { id } = await store();
    expect((await call('ada', 'POST', '/workflows/move', { ids: [id], folderId: orders.id })).data).toBe(true);
    expect((await list()).map(({ name, workflowCount }) => [name, workflowCount])).toEqual([
      ['Orders', 2],
      ['Sales', 0],
    ]);
    expect((await call('ada', 'GET', `/workflows/${id}`)).data).toMatchObject({ folderId: orders.id });
    // What is read is sent back with a change, and is no part of the graph.
    await call('ada', 'PATCH', `/workflows/${id}`, { name: 'X', folderId: '99' });
    expect((await call('ada', 'GET', `/workflows/${id}`)).data).toMatchObject({ folderId: orders.id });
    await call('ada', 'POST', '/workflows/move', { ids: [id], folderId: null });
    expect((await call('ada', 'GET', `/workflows/${id}`)).data.folderId).toBeNull();
  });

  test('are renamed and moved, but not into themselves, and not too deep', async () => {
    const { call, make } = await open();
    const a = await make('A');
    const b = await make('B', a.id);
    const c = await make('C', b.id);
    expect((await call('ada', 'PATCH', `/folders/${c.id}`, { name: 'D', parentId: null })).data).toMatchObject({
      name: 'D',
      parentId: null,
    });
    for (const parentId of [a.id, b.id])
      expect(await call('ada', 'PATCH', `/folders/${a.id}`, { parentId })).toMatchObject({ status: 400 });
    expect(await call('ada', 'PATCH', `/folders/${a.id}`, {})).toMatchObject({ status: 400 });
    expect(await call('ada', 'PATCH', `/folders/${a.id}`, { parentId: '99' })).toMatchObject({ status: 404 });
    let last = b;
    for (let depth = 3; depth <= 10; depth += 1) last = await make(`Level ${depth}`, last.id);
    const deeper = { name: 'Deeper', parentId: last.id };
    expect(await call('ada', 'POST', '/folders', deeper)).toMatchObject({ status: 400 });
    const e = await make('E');
    expect(await call('ada', 'PATCH', `/folders/${a.id}`, { parentId: e.id })).toMatchObject({ status: 400 });
  });

  test('have names of their own in one place', async () => {
    const { call, make } = await open();
    const { id } = await make('Sales');
    const taken = { status: 409, error: 'folderNameTaken' };
    expect(await call('ada', 'POST', '/folders', { name: 'sales' })).toMatchObject(taken);
    expect(await make('Sales', id)).toMatchObject({ parentId: id });
    expect(await call('ada', 'PATCH', '/folders/2', { parentId: null })).toMatchObject(taken);
    expect(await call('ben', 'POST', '/folders', { name: 'Sales' })).toMatchObject({ status: 200 });
    for (const name of ['', 'x'.repeat(65)])
      expect(await call('ada', 'POST', '/folders', { name })).toMatchObject({ status: 400 });
    expect(await call('ada', 'PATCH', `/folders/${id}`, { name: 'SALES' })).toMatchObject({ status: 200 });
  });

  test('leave what is in them where they were when they are deleted', async () => {
    const { call, make, store, list } = await open();
    const a = await make('A');
    const b = await make('B', a.id);
    const c = await make('C', b.id);
    const { id } = await store(b.id);
    expect((await call('ada', 'DELETE', `/folders/${b.id}`)).data).toBe(true);
    expect((await call('ada', 'GET', `/workflows/${id}`)).data.folderId).toBe(a.id);
    expect((await list()).find((folder) => folder.id === c.id)?.parentId).toBe(a.id);
  });

  test('belong to one user: others see neither them nor what lies where', async () => {
    const { call, make, store, list } = await open();
    const { id } = await make('Mine');
    const workflow = await store(id);
    await call('ada', 'PUT', `/workflows/${workflow.id}/shares`, [{ userId: 'ben', role: 'edit' }]);
    expect(await list('ben')).toEqual([]);
    expect((await call('ben', 'GET', `/workflows/${workflow.id}`)).data.folderId).toBeNull();
    expect((await call('ben', 'GET', '/workflows')).data[0].folderId).toBeNull();
    for (const [method, url, body] of [
      ['PATCH', `/folders/${id}`, { name: 'X' }],
      ['DELETE', `/folders/${id}`],
      ['POST', '/folders', { name: 'X', parentId: id }],
      ['POST', `/workflows?folderId=${id}`, { name: 'W', ...graph }],
    ] as const)
      expect(await call('ben', method, url, body)).toMatchObject({ status: 404, error: 'folderNotFound' });
    const move = { ids: [workflow.id], folderId: null };
    expect(await call('ben', 'POST', '/workflows/move', move)).toMatchObject({ status: 403 });
    expect((await list('owner'))[0]).toMatchObject({ name: 'Mine', ownedBy: { id: 'ada', email: 'ada@example.com' } });
    // Whoever runs the instance may put it elsewhere, but among the folders of its owner.
    const own = await make('Of the owner', null, 'owner');
    expect(await call('owner', 'POST', '/workflows/move', { ...move, folderId: own.id })).toMatchObject({
      status: 400,
    });
    expect(await call('owner', 'POST', '/workflows/move', move)).toMatchObject({ status: 200 });
    expect(await call('owner', 'POST', `/workflows?folderId=${id}`, { name: 'W', ...graph })).toMatchObject({
      status: 400,
    });
  });

  test('go with their user, to whom the workflows go', async () => {
    const { call, make, store, list } = await open();
    const { id } = await make('A');
    await store((await make('B', id)).id);
    expect(await call('owner', 'DELETE', '/users/ada?transferId=ben')).toMatchObject({ status: 200 });
    expect((await list('ben')).map(({ name, workflowCount }) => [name, workflowCount])).toEqual([
      ['A', 0],
      ['B', 1],
    ]);
    expect(await call('owner', 'DELETE', '/users/ben')).toMatchObject({ status: 200 });
    expect(await list('owner')).toEqual([]);
  });

  test('are so many at most for each user', async () => {
    const { call, db } = await open();
    const times = { created_at: 1, updated_at: 1 };
    const names = Array.from({ length: limits.folders }, (_, index) => `f${index}`);
    await db
      .insertInto('folders')
      .values(names.map((name) => ({ owner_id: 'ada', parent_id: null, name, name_key: name, ...times })))
      .execute();
    expect(await call('ada', 'POST', '/folders', { name: 'One more' })).toMatchObject({
      status: 409,
      error: 'tooManyFolders',
    });
    expect(await call('ben', 'POST', '/folders', { name: 'One' })).toMatchObject({ status: 200 });
    expect(await call('ada', 'DELETE', '/folders/1')).toMatchObject({ status: 200 });
    expect(await call('ada', 'POST', '/folders', { name: 'One more' })).toMatchObject({ status: 200 });
  });
});
