import type { WorkflowNode } from '@millrace/contract';
import type { WebhookRequest } from '@millrace/engine/node-api';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { noAudit } from '../audit/no-audit.testing.ts';
import { anyCredentials } from '../credentials/uses.testing.ts';
import type { OpenDatabase } from '../db/database.ts';
import { forEachDatabase, openTestSqlite } from '../db/testing.ts';
import { createInProcessCalls } from '../node-calls/in-process.testing.ts';
import { objectText } from '../platform/json-text.ts';
import { silentLog } from '../platform/log.ts';
import { createTestInstance } from '../processes/processes.testing.ts';
import { createUsers } from '../users/service.ts';
import { createWorkflows } from '../workflows/service.ts';
import { unorganized } from '../workflows/unorganized.testing.ts';
import { createVersions } from '../workflows/versions.ts';
import { callPayload } from './run-starts.ts';
import { createTriggers } from './triggers.ts';
import { createRecordedRuns, loadTestNodeTypes, scheduleNode, webhookNode, withoutCalls } from './triggers-for-test.ts';

const clock = { now: () => Date.now() };
const nodeTypes = await loadTestNodeTypes();
const push = { tell: () => {} };
const request: WebhookRequest = { method: 'POST', url: '', headers: {}, params: {}, query: {}, body: {} };

const createServing = (
  database: OpenDatabase,
  settings: { isShowcase?: boolean; expressionsDisabled?: boolean; timezone?: string } = {},
) => {
  const { db } = database;
  const dispatcher = createRecordedRuns();
  const versions = createVersions({ db, clock });
  const triggers = createTriggers({
    ...withoutCalls,
    db,
    dispatcher,
    versions,
    nodeTypes,
    clock,
    log: silentLog,
    timezone: 'America/New_York',
    calls: { ...withoutCalls.calls, ...createInProcessCalls(nodeTypes, settings) },
    ...settings,
  });
  onTestFinished(() => triggers.close());
  return { triggers, dispatcher, versions };
};

const setUp = async (database: OpenDatabase) => {
  const { db } = database;
  const { defaultUser } = await createUsers({ db, clock });
  const serving = createServing(database);

  const insert = async (name: string, nodes: WorkflowNode[], settings = {}) => {
    const row = { owner_id: defaultUser.id, name, active: 1 as const, created_at: 1, updated_at: 1 };
    const graph = JSON.stringify({ nodes, connections: {}, settings });
    const { id } = await db
      .insertInto('workflows')
      .values({ ...row, graph })
      .returning('id')
      .executeTakeFirstOrThrow();
    return Number(id);
  };
  const activate = async (id: number, name: string, nodes: WorkflowNode[], settings = {}) => {
    const plan = await serving.triggers.plan({
      id: String(id),
      name,
      ownerId: defaultUser.id,
      nodes,
      connections: {},
      settings,
    });
    await db.transaction().execute((transaction) => serving.triggers.write(transaction, id, plan));
    await serving.triggers.apply(id);
  };
  const add = async (name: string, nodes: WorkflowNode[], settings = {}) => {
    const id = await insert(name, nodes, settings);
    await activate(id, name, nodes, settings);
    return id;
  };
  return { ...serving, db, insert, activate, add };
};

forEachDatabase('active workflows', (open) => {
  it('answer on their webhooks from the moment they are applied until they are taken away', async () => {
    const { triggers, dispatcher, db, add } = await setUp(await open());
    expect(triggers.webhooks.find('POST', 'orders')).toBeUndefined();
    const id = await add('Orders', [webhookNode('Webhook', 'orders', { responseMode: 'lastNode' })]);
    expect(triggers.active()).toEqual([id]);
    await (await triggers.webhooks.find('POST', 'orders'))?.entry.start(callPayload(objectText({ ...request })));
    expect(dispatcher.started[0]).toMatchObject({
      mode: 'webhook',
      trigger: 'Webhook',
      version: { workflowId: id },
      start: { kind: 'trigger', node: 'Webhook', payload: { kind: 'webhook', request } },
      lastNodeAnswer: { responseData: 'firstEntryJson' },
    });
    await db.transaction().execute((transaction) => triggers.write(transaction, id, null));
    await triggers.apply(id);
    expect(triggers.webhooks.find('POST', 'orders')).toBeUndefined();
    expect(triggers.active()).toEqual([]);
  });

  it('answer again after a restart', async () => {
    const database = await open();
    const { add } = await setUp(database);
    const id = await add('Orders', [webhookNode('Webhook', 'orders'), scheduleNode('Schedule', '0 0 1 1 *')]);
    const { triggers } = createServing(database);
    await triggers.start();
    expect(triggers.active()).toEqual([id]);
    expect(triggers.webhooks.find('POST', 'orders')).toBeDefined();
  });

  describe('of which one cannot be started any more', () => {
    const setUpBroken = async () => {
      const database = await open();
      const { add, db } = await setUp(database);
      const whole = await add('Whole', [webhookNode('Webhook', 'whole'), scheduleNode('Schedule', '* * * * *')]);
      const broken = await add('Broken', [
        webhookNode('Webhook', 'broken'),
        scheduleNode('Bad', '* * * * *'),
        scheduleNode('Good', '* * * * *'),
      ]);
      const last = await add('Last', [webhookNode('Webhook', 'last'), scheduleNode('Schedule', '* * * * *')]);
      const errorOf = async (id: number) => {
        const row = db.selectFrom('workflows').select('activation_error').where('id', '=', id);
        const { activation_error: text } = await row.executeTakeFirstOrThrow();
        return text === null ? null : JSON.parse(text).error.message;
      };
      return { database, db, whole, broken, last, errorOf };
    };

    it.each([
      [
        'an unknown time zone',
        { timezone: 'Nowhere/At_All' },
        '"Bad": "Nowhere/At_All" is not the name of a time zone.',
      ],
      ['a schedule that is none', { spec: '{"cron":"often"}' }, '"Bad": "often" is not a schedule'],
      ['a row that cannot be read', { spec: '{' }, '"Bad": Expected property name'],
    ])('all others are started, and people are told: %s', async (_what, change, message) => {
      const { database, db, whole, broken, last, errorOf } = await setUpBroken();
      const bad = db.updateTable('schedules').where('node', '=', 'Bad');
      await bad.set(change).execute();
      vi.useFakeTimers({ now: Date.parse('2026-01-01T13:59:30Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
      onTestFinished(() => void vi.useRealTimers());
      const { triggers, dispatcher } = createServing(database);
      await triggers.start();
      await triggers.duty.start();
      expect(triggers.active()).toEqual([whole, last]);
      expect(await errorOf(broken)).toContain(message);
      expect([await errorOf(whole), await errorOf(last)]).toEqual([null, null]);
      for (const path of ['whole', 'broken', 'last']) expect(triggers.webhooks.find('POST', path)).toBeDefined();
      await vi.advanceTimersByTimeAsync(60_000);
      await vi.waitFor(() =>
        expect(
          dispatcher.started.map(({ idempotencyKey }) => idempotencyKey?.split(':').slice(0, 2).join(':')).toSorted(),
        ).toEqual([`${whole}:Schedule`, `${broken}:Good`, `${last}:Schedule`].toSorted()),
      );

      await db
        .updateTable('schedules')
        .where('node', '=', 'Bad')
        .set({ spec: '{"cron":"* * * * *"}', timezone: 'UTC' })
        .execute();
      await triggers.start();
      expect(triggers.active()).toEqual([whole, broken, last]);
      expect(await errorOf(broken)).toBeNull();
    });

    it('a webhook that cannot be registered costs itself alone', async () => {
      const { database, db, whole, broken, last, errorOf } = await setUpBroken();
      const spec = { method: 'POST', path: 'broken', responseMode: 'onReceived', ipAllowList: 'home' };
      await db
        .updateTable('webhooks')
        .where('workflow_id', '=', broken)
        .set({ spec: JSON.stringify(spec) })
        .execute();
      const { triggers } = createServing(database);
      await triggers.start();
      expect(triggers.active()).toEqual([whole, last]);
      expect(await errorOf(broken)).toContain('"Webhook": "home" is neither an IP address');
      expect(triggers.webhooks.find('POST', 'broken')).toBeUndefined();
      expect(triggers.webhooks.find('POST', 'last')).toBeDefined();
    });

    it('people are told of an active workflow of which no trigger is stored', async () => {
      const { database, db, broken, errorOf } = await setUpBroken();
      await db.deleteFrom('webhooks').where('workflow_id', '=', broken).execute();
      await db.deleteFrom('schedules').where('workflow_id', '=', broken).execute();
      await createServing(database).triggers.start();
      expect(await errorOf(broken)).toContain('no trigger that could start it');
    });
  });

  it('are served by no instance that is a showcase, and again when it is none any more', async () => {
    const database = await open();
    const { add } = await setUp(database);
    const id = await add('Orders', [webhookNode('Webhook', 'orders'), scheduleNode('Schedule', '* * * * *')]);
    const showcase = createServing(database, { isShowcase: true });
    await showcase.triggers.start();
    await showcase.triggers.apply(id);
    expect(showcase.triggers.active()).toEqual([]);
    expect(showcase.triggers.webhooks.find('POST', 'orders')).toBeUndefined();
    const { triggers } = createServing(database);
    await triggers.start();
    expect(triggers.active()).toEqual([id]);
  });

  it('are not served where their triggers need expressions and these were switched off', async () => {
    const database = await open();
    const { add, db } = await setUp(database);
    const plain = await add('Plain', [webhookNode('Webhook', 'plain')]);
    const written = await add('Written', [webhookNode('Webhook', '={{ "writ" + "ten" }}')]);
    const { triggers } = createServing(database, { expressionsDisabled: true });
    await triggers.start();
    expect(triggers.active()).toEqual([plain]);
    expect(triggers.webhooks.find('POST', 'written')).toBeUndefined();
    const row = db.selectFrom('workflows').select('activation_error').where('id', '=', written);
    expect((await row.executeTakeFirstOrThrow()).activation_error).toMatch(/Webhook.*xpressions/);
    const allowed = createServing(database);
    await allowed.triggers.start();
    expect(allowed.triggers.active()).toEqual([plain, written]);
    expect((await row.executeTakeFirstOrThrow()).activation_error).toBeNull();
  });

  it('cannot listen where another one does, whatever its parameters are called', async () => {
    const { add, triggers, insert, activate } = await setUp(await open());
    await add('First', [webhookNode('Webhook', 'orders'), { ...webhookNode('Other', 'x/:id'), webhookId: 'shared' }]);
    for (const node of [webhookNode('W', '/orders/'), { ...webhookNode('W', 'x/:name'), webhookId: 'shared' }]) {
      const id = await insert('Second', [node]);
      await expect(activate(id, 'Second', [node])).rejects.toMatchObject({
        error: 'webhookConflict',
        message: expect.stringContaining('The workflow "First" listens on POST'),
      });
    }
    expect(triggers.active()).toHaveLength(1);
    await add('Third', [webhookNode('Webhook', 'Orders'), webhookNode('Get', 'orders', { httpMethod: 'GET' })]);
    expect(triggers.active()).toHaveLength(2);
  });

  it.each([
    ['a fixed path where a parameter of another one is', 'shared/orders/42', undefined],
    ['the same written in another way', 'shared/%6Frders/42', undefined],
    ['parameters of its own at the place of another one', 'acme/:event', 'shared'],
  ])('never draw the calls of others to themselves by %s', async (_, path, webhookId) => {
    const { triggers, add, activate, insert } = await setUp(await open());
    await add('First', [{ ...webhookNode('W', webhookId ? ':tenant/:event' : 'orders/:id'), webhookId: 'shared' }]);
    const node = { ...webhookNode('W', path), ...(webhookId && { webhookId }) };
    const id = await insert('Second', [node]);
    await expect(activate(id, 'Second', [node])).rejects.toMatchObject({ error: 'webhookConflict' });
    expect(triggers.active()).toHaveLength(1);
    // Of one workflow, a fixed path may stand before a parameter.
    await add('Third', [
      { ...webhookNode('A', 'own/:id'), webhookId: 'third' },
      { ...webhookNode('B', 'third/own/me') },
    ]);
    expect(triggers.active()).toHaveLength(2);
  });

  it('never hear the calls of a path that another one has given up through parameters of their own', async () => {
    const { triggers, add } = await setUp(await open());
    await add('Greedy', [webhookNode('A', ':x'), { ...webhookNode('B', ':y/:z'), webhookId: ':catch' }]);
    expect(await triggers.webhooks.find('POST', 'orders')).toBeUndefined();
    expect(await triggers.webhooks.find('POST', 'orders/7')).toBeUndefined();
  });

  it('take over a path that another one has just given up, in whatever order the two are applied', async () => {
    const { triggers, dispatcher, db, add, insert } = await setUp(await open());
    const write = async (id: number, nodes: WorkflowNode[]) => {
      const plan = await triggers.plan({ id: String(id), name: 'W', ownerId: '1', nodes, connections: {} });
      await db.transaction().execute((transaction) => triggers.write(transaction, id, plan));
    };
    const first = await add('First', [{ ...webhookNode('A', 'users/:id'), webhookId: 'shared' }]);
    const second = await insert('Second', [{ ...webhookNode('B', 'users/:name'), webhookId: 'shared' }]);
    await write(first, [webhookNode('A', 'other')]);
    await write(second, [{ ...webhookNode('B', 'users/:name'), webhookId: 'shared' }]);
    await triggers.apply(second);
    await triggers.apply(first);
    await (await triggers.webhooks.find('POST', 'shared/users/1'))?.entry.start(
      callPayload(objectText({ ...request })),
    );
    await (await triggers.webhooks.find('POST', 'other'))?.entry.start(callPayload(objectText({ ...request })));
    expect(dispatcher.started.map(({ version }) => version.workflowId)).toEqual([second, first]);
  });

  it('serve in the end what was stored last', async () => {
    const { triggers, db, add } = await setUp(await open());
    const id = await add('Orders', [webhookNode('A', 'a')]);
    const applied: Promise<void>[] = [];
    for (const nodes of [[webhookNode('A', 'b')], [webhookNode('A', 'c')], null]) {
      const plan = nodes && (await triggers.plan({ id: String(id), name: 'W', ownerId: '1', nodes, connections: {} }));
      await db.transaction().execute((transaction) => triggers.write(transaction, id, plan));
      applied.push(triggers.apply(id));
    }
    await Promise.all(applied);
    expect((await Promise.all(['a', 'b', 'c'].map((path) => triggers.webhooks.methods(path)))).flat()).toEqual([]);
    expect(triggers.active()).toEqual([]);
  });

  it('are planned anew when they change, and may keep their paths', async () => {
    const { triggers, add, activate } = await setUp(await open());
    const id = await add('Orders', [webhookNode('A', 'a'), webhookNode('B', 'b')]);
    await activate(id, 'Orders', [webhookNode('A', 'b'), webhookNode('B', 'c')]);
    expect(await Promise.all(['a', 'b', 'c'].map((path) => triggers.webhooks.methods(path)))).toEqual([
      [],
      ['POST'],
      ['POST'],
    ]);
  });
});

describe('what a workflow listens on', () => {
  const plan = async (nodes: WorkflowNode[], settings = {}) => {
    const { triggers } = createServing(await openTestSqlite());
    return triggers.plan({ id: '1', name: 'W', ownerId: '1', nodes, connections: {}, settings });
  };

  it('comes from its enabled triggers', async () => {
    const nodes = [
      webhookNode('Webhook', '={{ "or" + "ders" }}'),
      scheduleNode('Schedule', '0 9 * * *'),
      { ...webhookNode('Off', 'off'), disabled: true },
      { ...webhookNode('Unknown', 'x'), type: 'not.known' },
    ];
    const { webhooks, schedules } = await plan(nodes, { timezone: 'Europe/Berlin' });
    expect(webhooks.map(({ node, spec }) => [node, spec.method, spec.path])).toEqual([['Webhook', 'POST', 'orders']]);
    expect(schedules).toMatchObject([{ node: 'Schedule', timezone: 'Europe/Berlin' }]);
  });

  it.each<[string, WorkflowNode[], string, string]>([
    ['no trigger', [{ name: 'A', type: 'core.noOp', position: [0, 0] }], 'noTrigger', 'no enabled trigger'],
    ['a manual trigger alone', [{ name: 'A', type: 'core.manualTrigger', position: [0, 0] }], 'noTrigger', ''],
    ['a schedule that is none', [scheduleNode('S', 'often')], 'activationFailed', '"S": '],
    [
      'authentication of an unknown kind',
      [webhookNode('W', 'a', { authentication: 'guess' })],
      'activationFailed',
      '"W": ',
    ],
    [
      'an allow list that is none',
      [webhookNode('W', 'a', { options: { ipWhitelist: 'home' } })],
      'activationFailed',
      '"home"',
    ],
    ['one path twice', [webhookNode('A', 'a'), webhookNode('B', 'a/')], 'activationFailed', '"B" and "A"'],
  ])('is refused for %s', async (_name, nodes, error, message) => {
    await expect(plan(nodes)).rejects.toMatchObject({ error, message: expect.stringContaining(message) });
  });
});

describe('why an activation was refused', () => {
  it.each([
    ['no trigger', [], 'no enabled trigger'],
    ['a trigger that cannot be started', [scheduleNode('Schedule', 'often')], '"often" is not a cron'],
    ['an address that is taken', [webhookNode('Webhook', 'taken')], 'The workflow "First" listens on POST taken'],
  ])('is told later too, until the workflow is changed: %s', async (_what, nodes, message) => {
    const { db, triggers, versions, add } = await setUp(await openTestSqlite());
    await add('First', [webhookNode('Webhook', 'taken')]);
    const { defaultUser: user } = await createUsers({ db, clock });
    const config = { demoMode: true, paymentUrl: '', maxExecutionTimeout: 3600 };
    const workflows = createWorkflows({
      db,
      clock,
      config,
      triggers,
      versions,
      push,
      audit: noAudit,
      credentials: anyCredentials,
      ...unorganized,
    });
    const { id } = await workflows.create({ user }, { name: 'W', nodes, connections: {} });
    await expect(workflows.update({ user }, id, { active: true })).rejects.toThrow(message);
    expect((await workflows.activationError(user, id))?.error.message).toContain(message);
    await workflows.update({ user }, id, { nodes: [webhookNode('Webhook', 'free')], active: true });
    expect(await workflows.activationError(user, id)).toBeUndefined();
    // What is served already stays so.
    await expect(workflows.update({ user }, id, { active: true, nodes: [] })).rejects.toThrow('no enabled trigger');
    expect(await workflows.activationError(user, id)).toBeUndefined();
    expect(await workflows.active(user)).toContain(id);
  });

  it('hinders no save in a showcase', async () => {
    const { db, triggers, versions, add } = await setUp(await openTestSqlite());
    const id = await add('First', [webhookNode('Webhook', 'taken')]);
    const { defaultUser: user } = await createUsers({ db, clock });
    const config = { demoMode: false, paymentUrl: '', maxExecutionTimeout: 3600 };
    const workflows = createWorkflows({
      db,
      clock,
      config,
      triggers,
      versions,
      push,
      audit: noAudit,
      credentials: anyCredentials,
      ...unorganized,
    });
    expect(await workflows.update({ user }, String(id), { nodes: [] })).toMatchObject({ nodes: [], active: true });
  });
});

describe('a schedule', () => {
  it('starts a run at each tick, and asks again when the queue is full', async () => {
    const database = await openTestSqlite();
    const { add, dispatcher, triggers } = await setUp(database);
    vi.useFakeTimers({ now: Date.parse('2026-01-01T13:59:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const id = await add('Daily', [scheduleNode('Schedule', '0 9 * * *')]);
    await triggers.duty.start();
    dispatcher.state.isFull = true;
    await vi.advanceTimersByTimeAsync(62_000);
    expect(dispatcher.started).toEqual([]);
    dispatcher.state.isFull = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(dispatcher.started).toMatchObject([
      {
        mode: 'trigger',
        trigger: 'Schedule',
        idempotencyKey: `${id}:Schedule:0:${Date.parse('2026-01-01T14:00:00Z')}`,
        version: { workflowId: id },
        start: {
          kind: 'trigger',
          node: 'Schedule',
          payload: { kind: 'schedule', scheduledAt: Date.parse('2026-01-01T14:00:00Z') },
        },
      },
    ]);
  });

  it('fires for the moments in which no process led', async () => {
    const database = await openTestSqlite();
    vi.useFakeTimers({ now: Date.parse('2026-01-01T13:59:30Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { add, dispatcher, triggers } = await setUp(database);
    const id = await add('Each minute', [scheduleNode('Schedule', '* * * * *')]);
    await vi.advanceTimersByTimeAsync(35_000);
    await triggers.duty.start();
    await vi.advanceTimersByTimeAsync(1000);
    const tick = `${id}:Schedule:0:${Date.parse('2026-01-01T14:00:00Z')}`;
    await vi.waitFor(() => expect(dispatcher.started).toMatchObject([{ idempotencyKey: tick }]));
  });

  it('does not fire for the moments before its process was there', async () => {
    const database = await openTestSqlite();
    vi.useFakeTimers({ now: Date.parse('2026-01-01T13:59:30Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const first = await setUp(database);
    const id = await first.add('Each minute', [scheduleNode('Schedule', '* * * * *')]);
    await vi.advanceTimersByTimeAsync(35_000);
    const { dispatcher, triggers } = await setUp(database);
    await triggers.start();
    await triggers.duty.start();
    await vi.advanceTimersByTimeAsync(60_000);
    const tick = `${id}:Schedule:0:${Date.parse('2026-01-01T14:01:00Z')}`;
    await vi.waitFor(() => expect(dispatcher.started).toMatchObject([{ idempotencyKey: tick }]));
  });

  it.each([
    ['that of the instance, also when that has changed since', {}, '2026-01-01T08:00:00Z'],
    ['its own', { timezone: 'America/New_York' }, '2026-01-01T14:00:00Z'],
  ])('goes by a zone: %s', async (_, settings, due) => {
    const database = await openTestSqlite();
    vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { add } = await setUp(database);
    const id = await add('Each morning', [scheduleNode('Schedule', '0 9 * * *')], settings);
    const { dispatcher, triggers } = createServing(database, { timezone: 'Europe/Berlin' });
    await triggers.start();
    await triggers.duty.start();
    await vi.advanceTimersByTimeAsync(Date.parse(due) - Date.now() + 1000);
    const tick = `${id}:Schedule:0:${Date.parse(due)}`;
    await vi.waitFor(() => expect(dispatcher.started).toMatchObject([{ idempotencyKey: tick }]));
  });

  it('fires only where its process leads', async () => {
    const { add, dispatcher, triggers } = await setUp(await openTestSqlite());
    vi.useFakeTimers({ now: Date.parse('2026-01-01T13:59:30Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await add('Each minute', [scheduleNode('Schedule', '* * * * *')]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(dispatcher.started).toEqual([]);
    await triggers.duty.start();
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(dispatcher.started).toHaveLength(1));
    triggers.duty.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(dispatcher.started).toHaveLength(1);
  });
});

describe('in an instance of several processes', () => {
  const setUpTwo = async () => {
    const instance = await createTestInstance();
    const [one, two] = await Promise.all([instance.join('web'), instance.join('web')]);
    const { defaultUser } = await createUsers({ db: instance.db, clock });
    const create = ({ bus }: typeof one) => {
      const dispatcher = createRecordedRuns();
      const versions = createVersions({ db: instance.db, clock, bus });
      const calls = { ...withoutCalls.calls, ...createInProcessCalls(nodeTypes) };
      const about = { db: instance.db, nodeTypes, calls, clock, log: silentLog, timezone: 'UTC' };
      const triggers = createTriggers({ ...withoutCalls, ...about, dispatcher, versions, bus });
      onTestFinished(() => triggers.close());
      const config = { demoMode: true, paymentUrl: '', maxExecutionTimeout: 3600 };
      const workflows = createWorkflows({
        db: instance.db,
        clock,
        config,
        triggers,
        versions,
        push,
        audit: noAudit,
        credentials: anyCredentials,
        ...unorganized,
      });
      return { triggers, dispatcher, workflows };
    };
    return { instance, one, two, user: defaultUser, here: create(one), there: create(two) };
  };
  const orders = (path: string, active = true) => ({
    name: 'Orders',
    nodes: [webhookNode('Webhook', path)],
    connections: {},
    active,
  });

  it('a workflow answers everywhere from the moment at which it is active, and with what was saved last', async () => {
    const { here, there, user } = await setUpTwo();
    for (let round = 0; round < 10; round += 1) {
      const path = `orders/${round}`;
      const { id } = await here.workflows.create({ user }, orders(path));
      await (await there.triggers.webhooks.find('POST', path))?.entry.start(callPayload(objectText({ ...request })));
      expect(there.dispatcher.started.at(-1)?.version.workflowId).toBe(Number(id));
      await there.workflows.update({ user }, id, { nodes: [webhookNode('Renamed', path)] });
      await vi.waitFor(async () => {
        await (await here.triggers.webhooks.find('POST', path))?.entry.start(callPayload(objectText({ ...request })));
        expect(here.dispatcher.started.at(-1)?.start).toMatchObject({ node: 'Renamed' });
      });
      await there.workflows.remove({ user }, id);
      await vi.waitFor(async () => expect(await here.triggers.webhooks.find('POST', path)).toBeUndefined());
    }
  });

  it('what was changed while the bus was away is followed when it is back', async () => {
    const { instance, two, here, there, user } = await setUpTwo();
    const { id } = await here.workflows.create({ user }, orders('a'));
    await vi.waitFor(() => expect(there.triggers.active()).toEqual([Number(id)]));
    const back = new Promise<void>((resolve) => two.bus.onGap(resolve));
    await instance.cut(`millrace-bus/${two.processId}`);
    await here.workflows.update({ user }, id, { active: false });
    await back;
    await vi.waitFor(() => expect(there.triggers.active()).toEqual([]));
  });
});
