import { describe, expect, test } from 'vitest';
import { createAppWithPeople } from '../permissions/people.testing.ts';

const start = { name: 'Start', type: 'test.set', position: [0, 0] };
const workflow = { name: 'W', nodes: [start], connections: {} };

/** Ada's workflow 1, shared with Ben in a role; an execution of it that has failed, and one that runs. */
const open = async (role?: 'use' | 'view' | 'edit') => {
  const app = await createAppWithPeople();
  const { call, db } = app;
  await call('ada', 'POST', '/workflows', workflow);
  const version = await app.versions.ofStored(1);
  const about = {
    workflow_version_id: version.versionId,
    workflow_id: 1,
    owner_id: '',
    mode: 'trigger',
    start: '{"start":{"kind":"trigger"}}',
  };
  await db
    .insertInto('executions')
    .values({ ...about, status: 'error', started_at: 1, stopped_at: 2 })
    .execute();
  await db
    .insertInto('executions')
    .values({ ...about, status: 'running', started_at: 1 })
    .execute();
  const share = (shares: object[], by: 'ada' | 'ben' | 'owner' = 'ada') =>
    call(by, 'PUT', '/workflows/1/shares', shares);
  if (role) expect((await share([{ userId: 'ben', role }])).status).toBe(200);
  return { ...app, share };
};

const actions = {
  see: ['GET', '/workflows/1'],
  rename: ['PATCH', '/workflows/1', { name: 'X' }],
  patch: ['POST', '/workflows/1/patches', { revision: 1, patches: [{ op: 'replace', path: '/name', value: 'Y' }] }],
  remove: ['DELETE', '/workflows/1'],
  share: ['PUT', '/workflows/1/shares', []],
  run: ['POST', '/workflows/run', { workflowData: { ...workflow, id: '1' } }],
  'stop a test call': ['DELETE', '/test-webhook/1'],
  'see its execution': ['GET', '/executions/1/nodes'],
  retry: ['POST', '/executions/1/retry'],
  stop: ['POST', '/executions-current/2/stop'],
} as const;

const expected: Record<keyof typeof actions, Record<'none' | 'view' | 'use' | 'edit', number>> = {
  see: { none: 404, view: 200, use: 200, edit: 200 },
  rename: { none: 404, view: 403, use: 403, edit: 200 },
  patch: { none: 404, view: 403, use: 403, edit: 200 },
  remove: { none: 404, view: 403, use: 403, edit: 403 },
  share: { none: 404, view: 403, use: 403, edit: 403 },
  run: { none: 404, view: 403, use: 200, edit: 200 },
  'stop a test call': { none: 404, view: 403, use: 200, edit: 200 },
  'see its execution': { none: 404, view: 200, use: 200, edit: 200 },
  retry: { none: 404, view: 403, use: 200, edit: 200 },
  stop: { none: 404, view: 403, use: 200, edit: 200 },
};

describe.each(['none', 'view', 'use', 'edit'] as const)('a member with the share "%s" may', (role) => {
  test.each(Object.keys(actions) as (keyof typeof actions)[])('%s, or may not', async (name) => {
    const { call, retries, stopped, manualRuns } = await open(role === 'none' ? undefined : role);
    const [method, url, body] = actions[name];
    const { status } = await call('ben', method, url, body);
    expect(status).toBe(expected[name][role]);
    // What was refused has not happened.
    const happened = [...retries, ...stopped, ...manualRuns].length > 0;
    expect(happened).toBe(status === 200 && ['run', 'retry', 'stop'].includes(name));
    const { data } = await call('ada', 'GET', '/workflows/1');
    expect(data.name).toBe(status !== 200 ? 'W' : ({ rename: 'X', patch: 'Y' }[name as string] ?? 'W'));
  });
});

describe('lists', () => {
  test('have what is shared and nothing else', async () => {
    const { call, share } = await open('view');
    await call('cleo', 'POST', '/workflows', { ...workflow, name: "Cleo's" });
    const names = async (who: 'ada' | 'ben' | 'cleo' | 'owner') =>
      (await call(who, 'GET', '/workflows')).data.map(({ name }: { name: string }) => name).sort();
    expect(await names('ada')).toEqual(['W']);
    expect(await names('ben')).toEqual(['W']);
    expect(await names('cleo')).toEqual(["Cleo's"]);
    expect(await names('owner')).toEqual(["Cleo's", 'W']);
    const executions = async (who: 'ben' | 'cleo') => (await call(who, 'GET', '/executions')).data;
    expect(await executions('ben')).toMatchObject({ count: 1, results: [{ id: '1' }] });
    expect(await executions('cleo')).toMatchObject({ count: 0, results: [] });
    expect((await call('ben', 'GET', '/executions-current')).data).toMatchObject([{ id: '2' }]);
    await share([]);
    expect(await names('ben')).toEqual([]);
    expect(await executions('ben')).toMatchObject({ count: 0, results: [] });
    expect((await call('ben', 'GET', '/executions-current')).data).toEqual([]);
  });

  test('say whose it is, with how many it is shared, and what the caller may do', async () => {
    const { call } = await open('use');
    const [listed] = (await call('ben', 'GET', '/workflows')).data;
    const ownership = {
      ownedBy: { id: 'ada', firstName: 'Ada', lastName: 'Example', email: 'ada@example.com' },
      sharedWith: 1,
      permissions: ['read', 'execute'],
    };
    expect(listed).toMatchObject(ownership);
    expect((await call('ben', 'GET', '/workflows/1')).data).toMatchObject(ownership);
  });

  test('of deletions spare what is only seen or used', async () => {
    for (const role of ['view', 'use'] as const) {
      const { call } = await open(role);
      await call('ben', 'POST', '/executions/delete', { deleteBefore: '2100-01-01T00:00:00.000Z' });
      await call('ben', 'POST', '/executions/delete', { ids: ['1'] });
      expect((await call('ada', 'GET', '/executions')).data.count).toBe(1);
    }
    const { call } = await open('edit');
    await call('ben', 'POST', '/executions/delete', { ids: ['1'] });
    expect((await call('ada', 'GET', '/executions')).data.count).toBe(0);
  });
});

describe('sharing', () => {
  test('is for the owner of the workflow and of the instance', async () => {
    const { share, call } = await open('edit');
    expect((await share([], 'ben')).status).toBe(403);
    const shared = await share([{ userId: 'cleo', role: 'view' }], 'owner');
    expect(shared.data).toEqual([
      { userId: 'cleo', role: 'view', firstName: 'Cleo', lastName: 'Example', email: 'cleo@example.com' },
    ]);
    expect((await call('cleo', 'GET', '/workflows/1/shares')).data).toEqual(shared.data);
    expect((await call('ben', 'GET', '/workflows/1/shares')).status).toBe(404);
  });

  test.each([
    [[{ userId: 'nobody', role: 'view' }], /is not a user who has signed up/],
    [[{ userId: 'ada', role: 'view' }], /is the owner/],
    [
      [
        { userId: 'ben', role: 'view' },
        { userId: 'ben', role: 'use' },
      ],
      /is named twice/,
    ],
  ])('%j is refused', async (shares, message) => {
    const { share } = await open('view');
    expect(await share(shares)).toMatchObject({ status: 400, message: expect.stringMatching(message) });
    const { call } = await open();
    expect((await call('ada', 'GET', '/workflows/1/shares')).data).toEqual([]);
  });

  test('goes with the workflow and with the user', async () => {
    const { call, db } = await open('view');
    await db.deleteFrom('users').where('id', '=', 'ben').execute();
    expect((await call('ada', 'GET', '/workflows/1/shares')).data).toEqual([]);
    await call('ada', 'PUT', '/workflows/1/shares', [{ userId: 'cleo', role: 'use' }]);
    await call('ada', 'DELETE', '/workflows/1');
    expect(await db.selectFrom('workflow_shares').selectAll().execute()).toEqual([]);
  });
});

test('who may only run a workflow runs what is stored, on no data of their own', async () => {
  const { call, manualRuns } = await open('use');
  const workflowData = { ...workflow, id: '1', nodes: [{ ...start, name: 'Other' }] };
  await call('ben', 'POST', '/workflows/run', { workflowData, runData: { A: [] }, startNodes: ['Other'] });
  const { body } = manualRuns[0] as unknown as { body: { workflowData: typeof workflowData } };
  expect(body).toEqual({ workflowData: expect.objectContaining({ id: '1', name: 'W' }) });
  expect(body.workflowData.nodes[0]!.name).toBe('Start');
});

test("executions of a deleted workflow are its last owner's", async () => {
  const { call, db } = await open('view');
  await db.updateTable('workflows').set({ owner_id: 'cleo' }).execute();
  expect((await call('ada', 'GET', '/executions')).data.count).toBe(0);
  await call('cleo', 'DELETE', '/workflows/1');
  expect((await call('cleo', 'GET', '/executions')).data.count).toBe(1);
  for (const other of ['ada', 'ben'] as const) {
    expect((await call(other, 'GET', '/executions')).data.count).toBe(0);
    expect((await call(other, 'GET', '/executions/1/nodes')).status).toBe(404);
  }
});

test('what is done with workflows is on the audit list', async () => {
  const { call } = await open('use');
  await call('ada', 'PATCH', '/workflows/1', { name: 'Other' });
  await call('ben', 'POST', '/workflows/run', { workflowData: { ...workflow, id: '1' } });
  await call('ben', 'POST', '/executions/1/retry');
  await call('ada', 'DELETE', '/workflows/1');
  const { data } = await call('owner', 'GET', '/audit-events');
  expect(
    data.map(({ action, user, name }: { action: string; user: { id: string }; name: string }) => [
      action,
      user.id,
      name,
    ]),
  ).toEqual([
    ['workflow.deleted', 'ada', 'Other'],
    ['execution.retried', 'ben', 'Other'],
    ['workflow.run', 'ben', 'Other'],
    ['workflow.changed', 'ada', 'Other'],
    ['workflow.shared', 'ada', 'W'],
    ['workflow.created', 'ada', 'W'],
  ]);
});
