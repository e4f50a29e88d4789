import type { JsonObject } from '@millrace/contract';
import { expect, it } from 'vitest';
import { forEachDatabase, type OpenTestDatabase } from '../../db/testing.ts';
import { createUsers } from '../../users/service.ts';
import { insertWorkflow } from '../../workflows/store.ts';
import type { StaticDataStep } from '../types.ts';
import { createExecutionStore } from './execution-store.ts';
import type { NewExecution, WriteResults } from './writes.ts';

const setUp = async (open: OpenTestDatabase, active = true) => {
  const database = await open();
  const { db } = database;
  const { defaultUser } = await createUsers({ db, clock: { now: () => 0 } });
  const graph = JSON.stringify({ nodes: [], connections: {} });
  const about = { ownerId: defaultUser.id, name: 'W', active, graph, now: 0 };
  const workflowId = await insertWorkflow(db, {
    ...about,
    staticData: '{"global":{"kept":1},"node:Feed":{"place":1}}',
  });
  const { id: versionId } = await db
    .insertInto('workflow_versions')
    .values({ workflow_id: workflowId, name: 'W', graph, digest: 'd', created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const store = createExecutionStore(database);
  let lastId = 0;
  const row = (more: Partial<NewExecution>): NewExecution => ({
    id: ++lastId,
    workflowId,
    versionId,
    ranBy: null,
    mode: 'trigger',
    triggerType: null,
    status: 'queued',
    startedAt: 1,
    start: '{}',
    retryOf: null,
    processId: null,
    temporary: false,
    origin: null,
    sessionId: null,
    idempotencyKey: null,
    parent: null,
    ...more,
  });
  const step = (from: number | null, to: number): StaticDataStep => ({
    workflowId,
    before: { 'node:Feed': from === null ? null : { place: from } },
    changes: { 'node:Feed': { place: to } },
  });
  return {
    step,
    create: async (...rows: Partial<NewExecution>[]) =>
      (await store.write(rows.map((more) => ({ kind: 'create', row: row(more) })))) as WriteResults['create'][],
    keep: async (kept: StaticDataStep) => (await store.write([{ kind: 'keepStaticData', ...kept }]))[0],
    staticData: async (): Promise<JsonObject> => {
      const { static_data } = await db.selectFrom('workflows').select('static_data').executeTakeFirstOrThrow();
      return JSON.parse(static_data ?? '{}');
    },
    count: async () => (await db.selectFrom('executions').select('id').execute()).length,
  };
};

forEachDatabase('what a trigger keeps', (open) => {
  it('is stored with the execution that it starts', async () => {
    const { step, create, staticData } = await setUp(open);
    const [created] = await create({ staticDataStep: step(1, 2) });
    const stored = { global: { kept: 1 }, 'node:Feed': { place: 2 } };
    expect(JSON.parse(created?.staticData ?? '')).toEqual(stored);
    expect(await staticData()).toEqual(stored);
  });

  it('starts nothing where another process was quicker', async () => {
    const { step, create, keep, staticData, count } = await setUp(open);
    expect(await keep(step(1, 5))).toBe(true);
    expect(await create({ staticDataStep: step(1, 2) })).toEqual([null]);
    expect(await keep(step(1, 5))).toBe(true);
    expect(await keep(step(1, 3))).toBe(false);
    expect(await keep(step(null, 3))).toBe(false);
    expect(await staticData()).toMatchObject({ 'node:Feed': { place: 5 } });
    expect(await count()).toBe(0);
  });

  it('starts one of several that were begun from the same place and are stored together', async () => {
    const { step, create, staticData, count } = await setUp(open);
    const created = await create({ staticDataStep: step(1, 2) }, { staticDataStep: step(1, 3) });
    expect(created).toEqual([expect.anything(), null]);
    expect(await staticData()).toMatchObject({ 'node:Feed': { place: 2 } });
    expect(await count()).toBe(1);
  });

  it('stays as it was where the execution was started before', async () => {
    const { step, create, staticData } = await setUp(open);
    await create({ idempotencyKey: 'tick' });
    expect(await create({ idempotencyKey: 'tick', staticDataStep: step(1, 2) })).toEqual([null]);
    expect(await staticData()).toMatchObject({ 'node:Feed': { place: 1 } });
  });

  it('is of each node alone, also where several look at the same moment', async () => {
    const { step, create, staticData } = await setUp(open);
    const other = { ...step(1, 2), before: { 'node:Other': null }, changes: { 'node:Other': { place: 7 } } };
    expect(await create({ staticDataStep: step(1, 2) }, { staticDataStep: other })).not.toContain(null);
    expect(await staticData()).toEqual({
      global: { kept: 1 },
      'node:Feed': { place: 2 },
      'node:Other': { place: 7 },
    });
  });

  it('counts once where the answer to its storing was lost', async () => {
    const { step, create, keep, staticData, count } = await setUp(open);
    const twice = { id: 77, staticDataStep: step(1, 2) };
    expect(await create(twice)).toMatchObject([{ id: 77 }]);
    expect(await keep(step(2, 5))).toBe(true);
    expect(await create(twice)).toMatchObject([{ id: 77 }]);
    expect(await staticData()).toMatchObject({ 'node:Feed': { place: 5 } });
    expect(await count()).toBe(1);
  });

  it('is not stored for a workflow that was deactivated meanwhile', async () => {
    const { step, create, keep, count } = await setUp(open, false);
    expect(await create({ staticDataStep: step(1, 2) })).toEqual([null]);
    expect(await keep(step(1, 2))).toBe(false);
    expect(await count()).toBe(0);
  });
});
