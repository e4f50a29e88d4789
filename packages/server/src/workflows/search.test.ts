import type { WorkflowListing } from '@millrace/contract';
import { expect, test } from 'vitest';
import { forEachDatabase } from '../db/testing.ts';
import { createAppWithPeople, type Person } from '../permissions/people.testing.ts';

const trigger = { name: 'T', type: 'test.trigger', position: [0, 0] };

forEachDatabase('the list of workflows in pages', (openDatabase) => {
  const open = async () => {
    const test = await createAppWithPeople({ openDatabase });
    const store = async (name: string, more: object = {}, who: Person = 'ada'): Promise<string> => {
      const body = { name, nodes: [trigger], connections: {}, ...more };
      return (await test.call(who, 'POST', '/workflows', body)).data.id;
    };
    const search = async (filter: object, query = '', who: Person = 'ada') => {
      const { data, message } = await test.call(
        who,
        'GET',
        `/workflows/search?filter=${encodeURIComponent(JSON.stringify(filter))}${query}`,
      );
      if (!data) throw new Error(String(message));
      return data as { count: number; workflows: WorkflowListing[] };
    };
    const names = async (...args: Parameters<typeof search>) =>
      (await search(...args)).workflows.map(({ name }) => name);
    return { ...test, store, search, names };
  };

  test('is searched by words of the name, sorted, and cut', async () => {
    const { store, search, names } = await open();
    for (const name of ['Öffnung 10', 'öffnung 9', 'Other', '100%']) await store(name);
    const byName = '&sort=name&direction=asc';
    expect(await names({}, byName)).toEqual(['100%', 'öffnung 9', 'Öffnung 10', 'Other']);
    expect(await names({ search: 'ÖFF' }, byName)).toEqual(['öffnung 9', 'Öffnung 10']);
    expect(await names({ search: '10 öff' })).toEqual(['Öffnung 10']);
    expect(await names({ search: '%' })).toEqual(['100%']);
    expect(await search({}, `${byName}&limit=2&offset=1`)).toMatchObject({
      count: 4,
      workflows: [{ name: 'öffnung 9' }, { name: 'Öffnung 10' }],
    });
    expect(await names({}, '&limit=2&sort=createdAt')).toEqual(['100%', 'Other']);
  });

  test('sorted by time, a page of what is found is as with a name that all have', async () => {
    const { call, store, search } = await open();
    const ids = [];
    for (const name of ['a 1', 'a 2', 'a 3', 'a 4', 'a 5']) ids.push(await store(name));
    await call('ada', 'PATCH', `/workflows/${ids[1]}`, { name: 'a 2 again' });
    for (const sort of ['createdAt', 'updatedAt'])
      for (const direction of ['asc', 'desc'])
        for (const filter of [{}, { folder: 'none' }]) {
          const page = `&sort=${sort}&direction=${direction}&limit=2&offset=1`;
          const found = await search({ ...filter }, page);
          expect(found).toMatchObject({ count: 5 });
          expect(found.workflows).toHaveLength(2);
          expect(found).toEqual(await search({ ...filter, search: 'a' }, page));
        }
  });

  test('is filtered by tags, folder, owner and state', async () => {
    const { call, store, names, search } = await open();
    for (const name of ['a', 'b']) await call('ada', 'POST', '/tags', { name });
    await call('ada', 'POST', '/folders', { name: 'F' });
    await store('Both', { tags: ['1', '2'] });
    await store('One', { tags: ['1'], active: true });
    const third = await store('Third');
    await call('ada', 'POST', '/workflows/move', { ids: [third], folderId: '1' });
    await store("Ben's", {}, 'ben');
    expect(await names({ tags: ['1'] })).toEqual(['One', 'Both']);
    expect(await names({ tags: ['1', '2'] })).toEqual(['Both']);
    expect(await names({ folder: '1' })).toEqual(['Third']);
    expect(await names({ folder: 'none' })).toEqual(['One', 'Both']);
    expect(await names({ active: true })).toEqual(['One']);
    expect(await names({}, '', 'owner')).toHaveLength(4);
    expect(await names({ owner: 'ben' }, '', 'owner')).toEqual(["Ben's"]);
    expect(await names({ owner: 'ben' })).toEqual([]);
    expect((await search({ folder: '1' })).workflows[0]).toMatchObject({
      folderId: '1',
      tags: [],
      ownedBy: { id: 'ada', firstName: 'Ada' },
      permissions: expect.arrayContaining(['update', 'delete']),
      lastExecution: null,
    });
  });

  test('says how the latest execution of each has ended', async () => {
    const { db, store, search, names, versions } = await open();
    const id = await store('Ran');
    await store('Never ran');
    const { versionId } = await versions.ofStored(Number(id));
    const add = (status: string, started_at: number, temporary: 0 | 1 = 0) =>
      db
        .insertInto('executions')
        .values({
          workflow_version_id: versionId,
          workflow_id: Number(id),
          owner_id: 'ada',
          mode: 'trigger',
          start: '{}',
          status,
          started_at,
          stopped_at: started_at + 5,
          temporary,
        })
        .execute();
    await add('success', 1000);
    await add('error', 2000);
    await add('success', 3000, 1);
    expect((await search({})).workflows).toMatchObject([
      { name: 'Never ran', lastExecution: null },
      {
        name: 'Ran',
        lastExecution: {
          status: 'error',
          startedAt: '1970-01-01T00:00:02.000Z',
          stoppedAt: '1970-01-01T00:00:02.005Z',
        },
      },
    ]);
    expect(await names({ lastExecution: 'error' })).toEqual(['Ran']);
    expect(await names({ lastExecution: 'success' })).toEqual([]);
  });
});
