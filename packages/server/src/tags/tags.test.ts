import { limits, type Tag, type Workflow } from '@millrace/contract';
import { expect, test } from 'vitest';
import { forEachDatabase } from '../db/testing.ts';
import { createAppWithPeople, type Person } from '../permissions/people.testing.ts';

const graph = { nodes: [{ name: 'A', type: 'test.set', position: [0, 0] }], connections: {} };

forEachDatabase('tags', (openDatabase) => {
  const open = async (config: object = {}) => {
    const test = await createAppWithPeople({ openDatabase, config });
    const make = async (name: string, who: Person = 'ada'): Promise<Tag> =>
      (await test.call(who, 'POST', '/tags', { name })).data;
    const store = async (more: object, who: Person = 'ada'): Promise<Workflow> =>
      (await test.call(who, 'POST', '/workflows', { name: 'W', ...graph, ...more })).data;
    return { ...test, make, store };
  };

  test('are created trimmed, listed by name, and renamed', async () => {
    const { call, make } = await open();
    expect(await make('  Sales ')).toMatchObject({ id: '1', name: 'Sales' });
    await make('audit');
    expect((await call('ben', 'GET', '/tags')).data.map(({ name }: Tag) => name)).toEqual(['audit', 'Sales']);
    expect((await call('ben', 'PATCH', '/tags/1', { name: 'Selling' })).data).toMatchObject({
      id: '1',
      name: 'Selling',
    });
    expect(await call('ben', 'PATCH', '/tags/1', { name: 'Selling' })).toMatchObject({ status: 200 });
    expect(await call('ben', 'PATCH', '/tags/1', { name: 'SELLING' })).toMatchObject({ status: 200 });
    expect(await call('ben', 'PATCH', '/tags/99', { name: 'X' })).toMatchObject({ status: 404, error: 'tagNotFound' });
  });

  test('have names of 1 to 24 characters that no other has', async () => {
    const { call, make } = await open();
    await make('Ärger');
    for (const name of ['', '  ', 'x'.repeat(25), 'two\nlines'])
      expect(await call('ada', 'POST', '/tags', { name })).toMatchObject({ status: 400, error: 'badRequest' });
    expect(await call('ada', 'POST', '/tags', { name: 'x'.repeat(24) })).toMatchObject({ status: 200 });
    for (const name of ['Ärger', 'ärger'])
      expect(await call('ada', 'POST', '/tags', { name })).toMatchObject({
        status: 409,
        error: 'tagNameTaken',
        message: `There is already a tag with the name "${name}".`,
      });
    expect(await call('ada', 'PATCH', '/tags/2', { name: 'ÄRGER' })).toMatchObject({ status: 409 });
  });

  test('are so many at most, and then workflows bring none', async () => {
    const { call, db } = await open();
    const times = { created_at: 1, updated_at: 1 };
    const names = Array.from({ length: limits.tags }, (_, index) => `t${index}`);
    await db
      .insertInto('tags')
      .values(names.map((name) => ({ name, name_key: name, ...times })))
      .execute();
    const full = { status: 409, error: 'tooManyTags' };
    expect(await call('ada', 'POST', '/tags', { name: 'One more' })).toMatchObject(full);
    const brings = { name: 'W', ...graph, tags: [{ name: 'One more' }] };
    expect(await call('ada', 'POST', '/workflows', brings)).toMatchObject(full);
    expect((await call('ada', 'GET', '/workflows')).data).toEqual([]);
    const known = { ...brings, tags: [{ name: 'T7' }] };
    expect((await call('ada', 'POST', '/workflows', known)).data.tags).toMatchObject([{ name: 't7' }]);
  });

  test('are deleted by the owner of the instance only, and then no workflow has them', async () => {
    const { call, make, store } = await open();
    await make('Sales');
    const { id } = await store({ tags: ['1'] });
    expect(await call('ada', 'DELETE', '/tags/1')).toMatchObject({ status: 403 });
    expect((await call('owner', 'DELETE', '/tags/1')).data).toBe(true);
    expect((await call('ada', 'GET', `/workflows/${id}`)).data.tags).toEqual([]);
    expect(await call('owner', 'DELETE', '/tags/1')).toMatchObject({ status: 404 });
  });

  test('are counted in the workflows that the caller sees', async () => {
    const { call, make, store } = await open();
    await make('Sales');
    await store({ tags: ['1'] });
    await store({ tags: ['1'] }, 'ben');
    const counts = async (who: Person) => (await call(who, 'GET', '/tags?withUsageCount=true')).data[0].usageCount;
    expect([await counts('ada'), await counts('cleo'), await counts('owner')]).toEqual([1, 0, 2]);
    expect((await call('ada', 'GET', '/tags')).data[0]).not.toHaveProperty('usageCount');
    // As clients that keep lists of their own ask for them anew.
    expect(await call('ada', 'GET', '/tags?withUsageCount=true&force=true')).toMatchObject({ status: 200 });
  });

  test('of a workflow are given as ids or as objects, and come back as objects in their order', async () => {
    const { call, make, store } = await open();
    for (const name of ['one', 'two', 'three']) await make(name);
    const { id, tags, revision } = await store({ tags: ['3', { id: '1', name: 'one' }] });
    expect(tags).toEqual([
      { id: '3', name: 'three' },
      { id: '1', name: 'one' },
    ]);
    const changed = await call('ada', 'PATCH', `/workflows/${id}`, { tags: ['2', '2'], revision });
    expect(changed.data).toMatchObject({ tags: [{ id: '2', name: 'two' }], revision });
    expect((await call('ada', 'GET', '/workflows')).data[0].tags).toEqual([{ id: '2', name: 'two' }]);
    // Other changes leave them alone.
    expect((await call('ada', 'PATCH', `/workflows/${id}`, { name: 'N' })).data.tags).toHaveLength(1);
    expect(await call('ada', 'PATCH', `/workflows/${id}`, { tags: ['77'] })).toMatchObject({
      status: 400,
      message: expect.stringContaining('"77"'),
    });
    // An earlier answer is sent back after someone has renamed the tag.
    await call('ada', 'PATCH', '/tags/2', { name: 'zwei' });
    const sent = { tags: [{ id: '2', name: 'two' }] };
    expect((await call('ada', 'PATCH', `/workflows/${id}`, sent)).data.tags).toEqual([{ id: '2', name: 'zwei' }]);
  });

  test('of a workflow from elsewhere are taken by their names', async () => {
    const { call, make, store } = await open();
    await make('Sales');
    const { tags } = await store({
      tags: [{ id: '1', name: 'urgent' }, { id: 'x9', name: 'SALES' }, { name: 'x'.repeat(30) }, '55'],
    });
    expect(tags).toEqual([
      { id: '2', name: 'urgent' },
      { id: '1', name: 'Sales' },
    ]);
    expect((await call('ada', 'GET', '/tags')).data).toHaveLength(2);
  });

  test('are put on several workflows at once, and taken off', async () => {
    const { call, make, store } = await open();
    for (const name of ['one', 'two', 'three']) await make(name);
    const ids = [(await store({ tags: ['1'] })).id, (await store({ tags: ['2'] })).id];
    const tagsOf = async () => {
      const { data } = await call('ada', 'GET', '/workflows');
      return data.map((workflow: Workflow) => workflow.tags.map((tag) => tag.name)).reverse();
    };
    const change = { ids, add: ['2', '3'], remove: ['1'] };
    expect(await call('ada', 'POST', '/workflows/tag', change)).toMatchObject({ status: 200, data: true });
    expect(await tagsOf()).toEqual([
      ['two', 'three'],
      ['two', 'three'],
    ]);
    expect(await call('ada', 'POST', '/workflows/tag', { ids, add: ['9'] })).toMatchObject({ status: 400 });
    const foreign = await store({}, 'ben');
    const withForeign = { ids: [...ids, foreign.id], remove: ['2'] };
    expect(await call('ada', 'POST', '/workflows/tag', withForeign)).toMatchObject({ status: 404 });
    expect(await tagsOf()).toHaveLength(2);
    expect((await tagsOf())[0]).toContain('two');
  });

  test('that are switched off cannot be listed or made, and stay on the workflows', async () => {
    const { call } = await open({ workflowTagsDisabled: true });
    for (const [method, url, body] of [
      ['GET', '/tags'],
      ['POST', '/tags', { name: 'x' }],
      ['PATCH', '/tags/1', { name: 'x' }],
    ] as const)
      expect(await call('ada', method, url, body)).toMatchObject({ status: 403, error: 'tagsOff' });
    const created = await call('ada', 'POST', '/workflows', { name: 'W', ...graph, tags: [{ id: '1', name: 'new' }] });
    expect(created).toMatchObject({ status: 200, data: { tags: [] } });
  });

  test('an API key needs the scope for tags to make some', async () => {
    const { app, call, make } = await open();
    await make('there');
    const keyFor = async (scopes: string[]) => {
      const { data } = await call('ada', 'POST', '/api-keys', { name: 'K', scopes });
      return { authorization: `Bearer ${data.secret}` };
    };
    const post = async (headers: Record<string, string>, tags: object[]) =>
      (await app.inject({ method: 'POST', url: '/rest/workflows', headers, payload: { name: 'W', ...graph, tags } }))
        .statusCode;
    const writer = await keyFor(['workflow:write']);
    expect(await post(writer, [{ name: 'there' }])).toBe(200);
    expect(await post(writer, [{ name: 'new' }])).toBe(403);
    expect(await post(await keyFor(['workflow:write', 'tag:write']), [{ name: 'new' }])).toBe(200);
  });

  test('what was done with them is in the audit list', async () => {
    const { call, make, store } = await open();
    await make('Sales');
    const { id } = await store({});
    await call('ada', 'PATCH', `/workflows/${id}`, { tags: ['1'] });
    await call('ada', 'PATCH', '/tags/1', { name: 'Selling' });
    await call('owner', 'DELETE', '/tags/1');
    const { data } = await call('owner', 'GET', '/audit-events');
    expect(data.map(({ action, name }: { action: string; name: string }) => `${action} ${name}`)).toEqual([
      'tag.deleted Selling',
      'tag.changed Selling',
      'workflow.tagged W',
      'workflow.created W',
      'tag.created Sales',
    ]);
  });
});
