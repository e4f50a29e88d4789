import { asImported, type PushMessage, readWorkflow, type Workflow } from '@millrace/contract';
import { describe, expect, test, vi } from 'vitest';
import { createTestApp } from '../app.testing.ts';

const node = (name: string, more: object = {}) => ({
  name,
  type: 'test.set',
  typeVersion: 1,
  position: [240, 300],
  parameters: {},
  ...more,
});
const trigger = node('Start', { type: 'test.trigger' });

const open = async (config: Parameters<typeof createTestApp>[0] = {}) => {
  const test = await createTestApp(config);
  const { app } = test;
  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const response = await app.inject({ method, url: `/rest${url}`, ...(payload ? { payload } : {}) });
    return {
      status: response.statusCode,
      ...(response.json() as { data?: unknown; message?: string; error?: string; hint?: string }),
    };
  };
  const create = async (workflow: object = {}): Promise<Workflow> => {
    const { data, message } = await call('POST', '/workflows', {
      name: 'One',
      nodes: [],
      connections: {},
      ...workflow,
    });
    if (!data) throw new Error(message);
    return data as Workflow;
  };
  return { ...test, call, create };
};

test('a time zone that is none is refused, and changes nothing', async () => {
  const { call, create } = await open();
  await create({ settings: { timezone: 'Europe/Berlin' } });
  for (const timezone of ['DEFAULT', '', 'UTC', 'America/Argentina/Ushuaia'])
    expect(
      (await call('POST', '/workflows', { name: 'A', nodes: [], connections: {}, settings: { timezone } })).status,
    ).toBe(200);
  const refused = await call('PATCH', '/workflows/1', { settings: { timezone: 'Mars/One' } });
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('"Mars/One"') });
  expect((await call('GET', '/workflows/1')).data).toMatchObject({ settings: { timezone: 'Europe/Berlin' } });
});

describe('create and read', () => {
  test('one without settings has empty ones, and any place that a canvas can show', async () => {
    const { call, create } = await open();
    expect(await create({ nodes: [node('A', { position: [1e308, 0] })] })).toMatchObject({
      settings: {},
      nodes: [{ position: [1_000_000, 0] }],
    });
    expect((await call('GET', '/workflows/1')).data).toMatchObject({ settings: {} });
    for (const position of [
      [0, -1e308],
      [null, 0],
    ])
      expect(await call('PATCH', '/workflows/1', { nodes: [node('A', { position })] })).toMatchObject({ status: 400 });
    const far = { op: 'replace', path: '/nodes/A/data/position', value: [1e308, 0] };
    expect(await call('POST', '/workflows/1/patches', { revision: 1, patches: [far] })).toMatchObject({ status: 400 });
  });

  test('every key of the public format comes back as it was sent', async () => {
    const { call, create } = await open();
    const graph = {
      nodes: [
        node('constructor', {
          id: 'a',
          unknownKey: { deep: [1, null, '={{ $json.a }}'] },
          onError: 'continueErrorOutput',
        }),
        node('toString', { credentials: { githubApi: { id: '6', name: 'Github' } }, notes: 'ä\n😀' }),
      ],
      connections: { constructor: { main: [null, [{ node: 'toString', type: 'main', index: 0, extra: 1 }]] } },
      settings: { executionOrder: 'v1', unknownSetting: true },
      pinData: { toString: [{ json: { a: 1 } }] },
      meta: { templateId: '1' },
      versionId: 'a-b-c',
    };
    const created = await create(graph);
    expect(created).toMatchObject({ id: '1', name: 'One', active: false, tags: [], ...graph });
    const { data } = await call('GET', '/workflows/1');
    expect(data).toEqual(created);
    expect(Object.keys((data as Workflow).connections)).toEqual(['constructor']);
  });

  test('a workflow from elsewhere is stored as it is read, and comes out as it came in; what is wrong is refused when it is saved', async () => {
    const { call, create } = await open();
    const given = {
      nodes: [node('A', { typeVersion: '3.4', notes: {}, credentials: { api: {} } }), node('B')],
      connections: { A: { main: [[{ node: 'B', type: 'main' }]] } },
      settings: { errorWorkflow: { __rl: true, value: '7' } },
      staticData: '',
    };
    const { id } = await create(given);
    expect(await call('PATCH', `/workflows/${id}`, given)).toMatchObject({ status: 400 });
    const reading = readWorkflow(given);
    expect(await create(reading.success ? reading.workflow : {})).toMatchObject({ nodes: [{ typeVersion: 3.4 }, {}] });
    const { data } = await call('GET', `/workflows/${id}`);
    expect(data).toMatchObject({ nodes: [{ typeVersion: 3.4 }, {}], settings: { errorWorkflow: '7' } });
    expect(asImported(data as Workflow)).toMatchObject(given);
  });

  test('null, texts for numbers and names that are taken are read; what cannot be is refused with its place', async () => {
    const { call, create } = await open();
    const nothing = { notes: null, webhookId: null, credentials: null, disabled: null };
    const created = await create({
      nodes: [node('A', { ...nothing, typeVersion: '1', maxTries: '3' }), node('A')],
      settings: { errorWorkflow: null, executionTimeout: '3600' },
      active: null,
      tags: null,
    });
    expect(created).toMatchObject({ active: false, tags: [], settings: { executionTimeout: 3600 } });
    expect(created.settings).not.toHaveProperty('errorWorkflow');
    expect(created.nodes).toMatchObject([{ name: 'A', typeVersion: 1, maxTries: 3 }, { name: 'A1' }]);
    for (const key of Object.keys(nothing)) expect(created.nodes[0]).not.toHaveProperty(key);
    const wrong = { name: 'B', nodes: [node('B', { typeVersion: 'latest', notes: null })], connections: {}, active: 7 };
    const { status, message } = await call('POST', '/workflows', wrong);
    expect(status).toBe(400);
    expect(message?.split('\n')).toEqual([
      '"typeVersion" of node "B" must be a number, not text.',
      '"active" must be true or false, not a number.',
    ]);
  });

  test('an id, times and tags in the body are not taken', async () => {
    const { create } = await open();
    const created = await create({ id: '77', createdAt: 'yesterday', tags: ['3'], active: false });
    expect(created).toMatchObject({ id: '1', createdAt: '2026-01-15T12:00:00.000Z', tags: [] });
  });

  test('unknown node types are kept', async () => {
    const { create } = await open();
    const created = await create({ nodes: [node('Odd', { type: 'someone-else.thing', typeVersion: 9 })] });
    expect(created.nodes[0]).toMatchObject({ type: 'someone-else.thing', typeVersion: 9 });
  });

  test('five megabytes are stored and come back', async () => {
    const { call, create } = await open();
    const nodes = Array.from({ length: 2000 }, (_, index) =>
      node(`N${index}`, { parameters: { text: 'x'.repeat(2500) } }),
    );
    const { id } = await create({ nodes });
    const { data } = await call('GET', `/workflows/${id}`);
    expect((data as Workflow).nodes).toEqual(nodes);
  });

  test.each([
    ['a node called __proto__', { nodes: [node('__proto__')] }, '"name" of node "__proto__" is a reserved name.'],
    [
      'a position that is no pair',
      { nodes: [node('A', { position: [1] })] },
      '"position" of node "A" must have at least 2 items.',
    ],
    ['connections as a list', { connections: [] }, '"connections" must be an object, not a list.'],
    ['a name of blanks', { name: '  ' }, '"name" must not be empty.'],
    ['a name that is too long', { name: 'x'.repeat(129) }, '"name" must have at most 128 characters.'],
    ['a name with a null character', { name: 'a\0b' }, '"name" must not hold a null character.'],
  ])('refuses %s', async (_title, body, message) => {
    const { call } = await open();
    const answer = await call('POST', '/workflows', { name: 'One', nodes: [], connections: {}, ...body });
    expect(answer).toMatchObject({ status: 400, error: 'badRequest' });
    expect(answer.message).toContain(message);
    expect((await call('GET', '/workflows')).data).toEqual([]);
  });

  test.each([
    ['two nodes of one name', { nodes: [node('A'), node('A')] }, '"name" of node "A" is used twice.'],
    [
      'a target without index',
      { connections: { A: { main: [[{ node: 'B', type: 'main' }]] } } },
      '"index" of connection 1 of output 1 of node "A" is missing.',
    ],
    [
      'null for the error workflow',
      { settings: { errorWorkflow: null } },
      '"settings.errorWorkflow" must be text, not null.',
    ],
  ])('refuses %s in a change of a workflow', async (_title, change, message) => {
    const { call, create } = await open();
    const created = await create({ nodes: [node('A')] });
    const answer = await call('PATCH', '/workflows/1', change);
    expect(answer).toMatchObject({ status: 400, error: 'badRequest' });
    expect(answer.message).toContain(message);
    expect((await call('GET', '/workflows/1')).data).toEqual(created);
  });

  test.each([
    ['a target that is not there', { connections: { A: { main: [[{ node: 'Gone', type: 'main', index: 7 }]] } } }],
    ['connections of a node that is not there', { connections: { constructor: { main: [[]] } } }],
    ['a ring', { connections: { A: { main: [[{ node: 'A', type: 'main', index: 0 }]] } } }],
    ['a place far out', { nodes: [node('A', { position: [999_999, -1_000_000] })] }],
    ['a version that no one knows', { nodes: [node('A', { typeVersion: 99.9 })] }],
    ['one id twice', { nodes: [node('A', { id: 'x' }), node('B', { id: 'x' })] }],
    [
      'names that objects have',
      { nodes: ['constructor', 'toString', 'hasOwnProperty', 'valueOf'].map((n) => node(n)) },
    ],
  ])('keeps %s as it is', async (_title, graph) => {
    const { call, create } = await open();
    const { id } = await create({ nodes: [node('A')], ...graph });
    expect((await call('GET', `/workflows/${id}`)).data).toMatchObject(graph);
  });

  test('a hundred thousand nodes are stored and come back', { timeout: 30_000 }, async () => {
    const { call, create } = await open();
    const nodes = Array.from({ length: 100_000 }, (_, n) => node(`N${n}`));
    const { id } = await create({ nodes });
    const { data } = await call('GET', `/workflows/${id}`);
    expect((data as Workflow).nodes).toHaveLength(100_000);
  });

  test('many wrong nodes give a message that ends', async () => {
    const { call } = await open();
    const nodes = Array.from({ length: 1000 }, () => ({ name: 1 }));
    const { message } = await call('POST', '/workflows', { name: 'One', nodes, connections: {} });
    expect(message?.split('\n')).toHaveLength(21);
    expect(message).toMatch(/There are \d+ more\.$/);
  });

  test('an unknown id is 404, in the words that clients know', async () => {
    const { call } = await open();
    expect(await call('GET', '/workflows/9')).toMatchObject({
      status: 404,
      error: 'workflowNotFound',
      message: 'Workflow with ID "9" could not be found.',
    });
    expect((await call('GET', '/workflows/abc')).status).toBe(400);
  });
});

describe('list', () => {
  test('newest change first, without nodes', async () => {
    const { call, create, clock } = await open();
    await create({ name: 'A' });
    clock.time += 1000;
    await create({ name: 'B' });
    clock.time += 1000;
    await call('PATCH', '/workflows/1', { name: 'A2' });
    const { data } = await call('GET', '/workflows');
    expect(data).toEqual([
      {
        id: '1',
        name: 'A2',
        active: false,
        tags: [],
        folderId: null,
        createdAt: '2026-01-15T12:00:00.000Z',
        updatedAt: '2026-01-15T12:00:02.000Z',
        ownedBy: { id: expect.any(String), firstName: null, lastName: null, email: null },
        sharedWith: 0,
        permissions: ['read', 'execute', 'update', 'delete', 'share'],
      },
      expect.objectContaining({ id: '2', name: 'B' }),
    ]);
  });

  test('filtered by whether they are active', async () => {
    const { call, create } = await open();
    await create({ name: 'A', nodes: [trigger], active: true });
    await create({ name: 'B' });
    const { data } = await call('GET', `/workflows?filter=${encodeURIComponent('{"active":true}')}`);
    expect((data as Workflow[]).map(({ name }) => name)).toEqual(['A']);
  });
});

describe('a new name', () => {
  test('is free', async () => {
    const { call, create } = await open();
    expect((await call('GET', '/workflows/new')).data).toEqual({ name: 'My workflow' });
    await create({ name: 'My workflow' });
    await create({ name: '100% _done' });
    expect((await call('GET', '/workflows/new')).data).toEqual({ name: 'My workflow 2' });
    expect((await call('GET', '/workflows/new?name=100%25%20_done')).data).toEqual({ name: '100% _done 2' });
    expect((await call('GET', '/workflows/new?name=Other')).data).toEqual({ name: 'Other' });
  });
});

describe('change', () => {
  test('replaces the parts that are sent and keeps the rest', async () => {
    const { call, create } = await open();
    await create({ nodes: [node('A')], meta: { a: 1 }, settings: { timezone: 'UTC' } });
    const { data } = await call('PATCH', '/workflows/1', { nodes: [node('B')] });
    expect(data).toMatchObject({ name: 'One', nodes: [node('B')], meta: { a: 1 }, settings: { timezone: 'UTC' } });
  });

  test('settings that say DEFAULT are dropped', async () => {
    const { call, create } = await open();
    await create();
    const settings = { timezone: 'DEFAULT', saveDataErrorExecution: 'DEFAULT', saveManualExecutions: true };
    const { data } = await call('PATCH', '/workflows/1', { settings });
    expect((data as Workflow).settings).toEqual({ saveManualExecutions: true });
  });

  test('of a state that is not the newest is a conflict, and nothing is written', async () => {
    const { call, create } = await open();
    const { updatedAt } = await create();
    const { data } = await call('PATCH', '/workflows/1', { name: 'Mine', updatedAt });
    const conflict = await call('PATCH', '/workflows/1', { name: 'Theirs', updatedAt });
    expect(conflict).toMatchObject({ status: 409, error: 'workflowConflict', hint: expect.any(String) });
    expect((await call('GET', '/workflows/1')).data).toEqual(data);
  });

  test('within one millisecond still differs', async () => {
    const { call, create } = await open();
    const first = await create();
    const second = (await call('PATCH', '/workflows/1', { name: 'B' })).data as Workflow;
    expect(second.updatedAt > first.updatedAt).toBe(true);
  });

  test('at the same moment: both without a known state are kept, one after the other', async () => {
    const { call, create } = await open();
    await create();
    const answers = await Promise.all([
      call('PATCH', '/workflows/1', { name: 'B' }),
      call('PATCH', '/workflows/1', { meta: { from: 'other' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await call('GET', '/workflows/1')).data).toMatchObject({ name: 'B', meta: { from: 'other' } });
  });

  test('static data is not overwritten while the workflow is active', async () => {
    const { call, create, db } = await open();
    await create({ nodes: [trigger], active: true, staticData: { global: { seen: 1 } } });
    await db.updateTable('workflows').set({ static_data: '{"global":{"seen":2}}' }).execute();
    const { data } = await call('PATCH', '/workflows/1', { name: 'B', staticData: { global: { seen: 1 } } });
    expect((data as Workflow).staticData).toEqual({ global: { seen: 2 } });
    await call('PATCH', '/workflows/1', { active: false });
    const reset = await call('PATCH', '/workflows/1', { staticData: null });
    expect((reset.data as Workflow).staticData).toBeNull();
  });

  test('an empty change is refused', async () => {
    const { call, create } = await open();
    await create();
    expect((await call('PATCH', '/workflows/1', {})).status).toBe(400);
  });
});

describe('activation', () => {
  test('serves the triggers, and stops with deactivation', async () => {
    const { call, create } = await open();
    await create({ nodes: [trigger] });
    expect((await call('PATCH', '/workflows/1', { active: true })).data).toMatchObject({ active: true });
    expect((await call('GET', '/active')).data).toEqual(['1']);
    await call('PATCH', '/workflows/1', { active: false });
    expect((await call('GET', '/active')).data).toEqual([]);
  });

  test('without a trigger is refused and stays off, also for the other changes of the same save', async () => {
    const { call, create } = await open();
    await create();
    expect(await call('PATCH', '/workflows/1', { active: true, name: 'B' })).toMatchObject({
      status: 400,
      error: 'noTrigger',
    });
    expect((await call('GET', '/workflows/1')).data).toMatchObject({ active: false, name: 'One' });
    expect((await call('POST', '/workflows', { name: 'C', nodes: [], connections: {}, active: true })).status).toBe(
      400,
    );
    expect((await call('GET', '/workflows')).data).toHaveLength(1);
  });

  test('a save of an active workflow plans its triggers anew', async () => {
    const { call, create } = await open();
    await create({ nodes: [trigger], active: true });
    const refused = await call('PATCH', '/workflows/1', { nodes: [] });
    expect(refused).toMatchObject({ status: 400, error: 'noTrigger' });
    expect((await call('GET', '/workflows/1')).data).toMatchObject({ nodes: [trigger], active: true });
  });

  test('what cannot be served is not left marked as active', async () => {
    const { call, create, triggers } = await open();
    await create({ nodes: [trigger] });
    triggers.failures.add(1);
    expect(await call('PATCH', '/workflows/1', { active: true })).toMatchObject({
      status: 400,
      error: 'activationFailed',
      message: 'The workflow could not be started: the port is taken',
    });
    expect((await call('GET', '/workflows/1')).data).toMatchObject({ active: false });
    expect(triggers.written.get(1)).toBeNull();
  });

  test('is told to open editors, each change once', async () => {
    const { call, create, services, triggers } = await open();
    const told: PushMessage[] = [];
    vi.spyOn(services.streams, 'tell').mockImplementation((_workflowId, message) => void told.push(message));
    const toldThen = () => told.splice(0).map(({ type, data }) => [type, data]);
    const about = { workflowId: '1' };
    await create({ nodes: [trigger] });
    await call('PATCH', '/workflows/1', { active: true });
    expect(toldThen()).toEqual([['workflowActivated', about]]);
    await call('PATCH', '/workflows/1', { name: 'Two' });
    await call('PATCH', '/workflows/1', { active: true });
    expect(toldThen()).toEqual([]);
    triggers.failures.add(1);
    await call('PATCH', '/workflows/1', { name: 'Three' });
    expect(toldThen()).toEqual([['workflowDeactivated', about]]);
    await call('PATCH', '/workflows/1', { active: true });
    expect(toldThen()).toEqual([]);
    triggers.failures.clear();
    await call('PATCH', '/workflows/1', { active: true });
    await call('PATCH', '/workflows/1', { active: false });
    expect(toldThen()).toEqual([
      ['workflowActivated', about],
      ['workflowDeactivated', about],
    ]);
  });

  test('why it could not be started is told, else nothing', async () => {
    const { call, create, db } = await open();
    await create();
    expect(await call('GET', '/active/error/1')).toEqual({ status: 200 });
    const error = { time: '2026-01-15T12:00:00.000Z', error: { message: 'no' } };
    await db
      .updateTable('workflows')
      .set({ activation_error: JSON.stringify(error) })
      .execute();
    expect((await call('GET', '/active/error/1')).data).toEqual(error);
    expect((await call('GET', '/active/error/2')).status).toBe(404);
  });

  test('is not offered by a showcase', async () => {
    const { call, create } = await open({ config: { demoMode: false, paymentUrl: 'https://pay.example' } });
    await create({ nodes: [trigger] });
    const refused = { status: 402, error: 'notOffered', hint: 'https://pay.example' };
    expect(await call('PATCH', '/workflows/1', { active: true })).toMatchObject(refused);
    expect(await call('POST', '/workflows/run', { workflowData: { nodes: [], connections: {} } })).toMatchObject(
      refused,
    );
    expect((await call('PATCH', '/workflows/1', { name: 'B' })).status).toBe(200);
  });
});

describe('removal', () => {
  test('deactivates, and keeps the executions', async () => {
    const { call, create, versions, db } = await open();
    await create({ nodes: [trigger], active: true });
    const { versionId } = await versions.ofStored(1);
    expect(await call('DELETE', '/workflows/1')).toEqual({ status: 200, data: true });
    expect((await call('GET', '/active')).data).toEqual([]);
    expect((await call('GET', '/workflows/1')).status).toBe(404);
    expect((await call('DELETE', '/workflows/1')).status).toBe(404);
    const version = await db.selectFrom('workflow_versions').selectAll().where('id', '=', versionId).executeTakeFirst();
    expect(version).toMatchObject({ workflow_id: null, name: 'One' });
    await expect(versions.ofStored(1)).rejects.toThrow('could not be found');
  });
});

describe('run by hand', () => {
  test('hands the posted graph, the caller and the session over', async () => {
    const { app, manualRuns } = await open();
    const payload = { workflowData: { nodes: [node('A')], connections: {} }, startNodes: ['A'], destinationNode: 'A' };
    const response = await app.inject({
      method: 'POST',
      url: '/rest/workflows/run',
      payload,
      headers: { sessionid: 'tab1' },
    });
    expect(response.json()).toEqual({ data: { executionId: '1' } });
    expect(manualRuns).toEqual([
      {
        body: payload,
        caller: expect.objectContaining({ user: expect.objectContaining({ role: 'default' }), sessionId: 'tab1' }),
      },
    ]);
  });

  test('of an id that does not exist is 404', async () => {
    const { call } = await open();
    for (const id of ['5', 'abc', '99999999999999999999']) {
      const answer = await call('POST', '/workflows/run', { workflowData: { id, nodes: [], connections: {} } });
      expect(answer).toMatchObject({ status: 404, error: 'workflowNotFound' });
    }
  });
});
