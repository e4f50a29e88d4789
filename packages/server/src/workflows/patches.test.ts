import {
  type ErrorBody,
  type FormatWorkflow,
  fromFormat,
  toFormat,
  type Workflow,
  withPatches,
} from '@millrace/contract';
import { expect, test } from 'vitest';
import { createTestApp, createTestTriggers } from '../app.testing.ts';
import { noAudit } from '../audit/no-audit.testing.ts';
import { defaultConfig } from '../config.ts';
import { anyCredentials } from '../credentials/uses.testing.ts';
import { forEachDatabase } from '../db/testing.ts';
import { AppError } from '../platform/errors.ts';
import { createUsers } from '../users/service.ts';
import { createWorkflows } from './service.ts';
import { unorganized } from './unorganized.testing.ts';
import { createVersions } from './versions.ts';

const node = (name: string, more: object = {}) => ({
  id: name.toLowerCase(),
  name,
  type: 'test.set',
  typeVersion: 1,
  position: [240, 300],
  parameters: { url: 'x', other: 1 },
  ...more,
});
const target = (name: string) => ({ node: name, type: 'main', index: 0 });
const graph = {
  nodes: [node('A'), node('B')],
  connections: { A: { main: [[target('B')]] } },
  settings: { timezone: 'UTC' },
  meta: { from: 'elsewhere' },
};

const open = async () => {
  const { app } = await createTestApp();
  const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
    const response = await app.inject({ method, url: `/rest${url}`, ...(payload ? { payload } : {}) });
    return { status: response.statusCode, ...(response.json() as { data?: unknown } & Partial<ErrorBody>) };
  };
  const { data } = await call('POST', '/workflows', { name: 'One', ...graph });
  const get = async () => (await call('GET', '/workflows/1')).data as Workflow;
  const patch = (revision: number, ...patches: object[]) => call('POST', '/workflows/1/patches', { revision, patches });
  return { call, created: data as Workflow, get, patch };
};

const setUrl = (value: unknown) => ({ op: 'replace', path: '/nodes/a/data/parameters/url', value });

test('one parameter is changed, and everything else is as it was', async () => {
  const { created, get, patch } = await open();
  expect(created.revision).toBe(1);
  const answer = await patch(1, setUrl('y'));
  expect(answer).toMatchObject({ status: 200, data: { revision: 2 } });
  const { updatedAt, revision, ...now } = await get();
  const { updatedAt: _, revision: __, ...before } = created;
  expect(revision).toBe(2);
  expect(answer.data).toEqual({ revision, updatedAt });
  const [a, b] = before.nodes;
  expect(now).toEqual({ ...before, nodes: [{ ...a, parameters: { url: 'y', other: 1 } }, b] });
});

test('names, connections, pinned data, settings and unknown keys can be changed, and taken away', async () => {
  const { get, patch } = await open();
  await patch(
    1,
    { op: 'replace', path: '/name', value: 'Two' },
    { op: 'replace', path: '/nodes/a/data/name', value: 'First' },
    { op: 'add', path: '/pinData/b', value: [{ json: { x: 1 } }] },
    { op: 'remove', path: '/settings/timezone' },
    { op: 'remove', path: '/rest/meta' },
  );
  const changed = await get();
  expect(changed).toMatchObject({
    name: 'Two',
    connections: { First: { main: [[target('B')]] } },
    pinData: { B: [{ json: { x: 1 } }] },
    settings: {},
  });
  expect(changed).not.toHaveProperty('meta');
  await patch(2, { op: 'remove', path: '/pinData/b' });
  expect(await get()).not.toHaveProperty('pinData');
});

test('a stale revision is answered with what has changed since, by patches as by whole saves', async () => {
  const { call, created, get, patch } = await open();
  await patch(1, setUrl('y'));
  const nodes = [node('A', { parameters: { url: 'z', other: 1 } }), node('C')];
  await call('PATCH', '/workflows/1', { nodes, connections: {} });
  await patch(3, { op: 'add', path: '/nodes/a/data/notes', value: 'n' });
  const refused = await patch(1, setUrl('mine'));
  expect(refused).toMatchObject({ status: 409, error: 'workflowConflict', conflict: { revision: 4 } });
  const changes = refused.conflict?.changes ?? [];
  expect(changes.map(({ revision }) => revision)).toEqual([2, 3, 4]);
  expect(changes[0]?.patches).toEqual([setUrl('y')]);
  const { updatedAt: _, createdAt: __, ...before } = created;
  // Each change is about the document as it was stored after the one before.
  const theirs = changes.reduce(
    (workflow, { patches }) => toFormat(withPatches(fromFormat(workflow), patches)),
    before as FormatWorkflow,
  );
  expect(theirs).toMatchObject({ nodes: (await get()).nodes, connections: (await get()).connections });
});

test('a whole save can name the revision too; activation is no change of the content', async () => {
  const { call, get, patch } = await open();
  await patch(1, setUrl('y'));
  expect(await call('PATCH', '/workflows/1', { revision: 1, name: 'Mine' })).toMatchObject({
    status: 409,
    conflict: { revision: 2, changes: [{ revision: 2, patches: [setUrl('y')] }] },
  });
  const same = await call('PATCH', '/workflows/1', { revision: 2, active: false });
  expect(same).toMatchObject({ status: 200, data: { revision: 2 } });
  expect(await call('PATCH', '/workflows/1', { revision: 2, name: 'Mine' })).toMatchObject({ data: { revision: 3 } });
  expect(await get()).toMatchObject({ name: 'Mine', revision: 3 });
});

test('a save without updatedAt and revision overwrites, and one with an old date is refused without changes', async () => {
  const { call, created, patch } = await open();
  await patch(1, setUrl('y'));
  const refused = await call('PATCH', '/workflows/1', { name: 'Old', updatedAt: created.updatedAt });
  expect(refused).toMatchObject({ status: 409, error: 'workflowConflict' });
  expect(refused).not.toHaveProperty('conflict');
  expect(await call('PATCH', '/workflows/1', { name: 'Over' })).toMatchObject({ data: { name: 'Over', revision: 3 } });
});

test.each([
  ['a path that leads nowhere', [{ op: 'replace', path: '/nodes/none/data/name', value: 'x' }], 'patches[0].path'],
  ['a path outside of the document', [{ op: 'replace', path: '/active', value: true }], 'patches[0].path'],
  ['a value that is missing', [{ op: 'replace', path: '/name' }], 'patches[0].value'],
  ['an operation that there is not', [{ op: 'move', path: '/name', from: '/rest' }], 'patches[0].op'],
  ['an empty list', [], 'patches'],
  ['a wire to no node', [{ op: 'remove', path: '/nodes/b' }], 'wires.a:main:0>b:main:0.target'],
  ['a node without a position', [{ op: 'remove', path: '/nodes/b/data/position' }], 'nodes[1].position'],
  ['a name that another node has', [{ op: 'replace', path: '/nodes/b/data/name', value: 'A' }], 'nodes[1].name'],
  ['a name that is too long', [{ op: 'replace', path: '/name', value: 'x'.repeat(129) }], 'name'],
  [
    'a time zone that there is not',
    [{ op: 'add', path: '/settings/timezone', value: 'Mars/One' }],
    'settings.timezone',
  ],
  [
    'an error workflow that there is not',
    [{ op: 'add', path: '/settings/errorWorkflow', value: '9' }],
    'settings.errorWorkflow',
  ],
])('%s is refused, and nothing is changed', async (_, patches, path) => {
  const { created, get, patch } = await open();
  await patch(1, setUrl('y'));
  const refused = await patch(2, ...patches);
  expect(refused).toMatchObject({ status: 400, error: 'badRequest' });
  expect(refused.issues?.map((issue) => issue.path)).toContain(path);
  expect(await get()).toMatchObject({ revision: 2, name: created.name });
});

test('patches of an active workflow are served at once, and one that takes its trigger away is refused', async () => {
  const { call, get } = await open();
  await call('PATCH', '/workflows/1', { nodes: [node('A', { type: 'test.trigger' })], connections: {}, active: true });
  const { revision } = await get();
  const taken = { revision, patches: [{ op: 'remove', path: '/nodes/a' }] };
  expect(await call('POST', '/workflows/1/patches', taken)).toMatchObject({ status: 400, error: 'noTrigger' });
  expect(await get()).toMatchObject({ active: true, revision, nodes: [{ name: 'A' }] });
});

forEachDatabase('patches', (open) => {
  const start = async () => {
    const { db } = await open();
    const clock = { now: () => Date.UTC(2026, 0, 15) };
    const { defaultUser: user } = await createUsers({ db, clock });
    const versions = createVersions({ db, clock });
    const workflows = createWorkflows({
      db,
      clock,
      config: defaultConfig(),
      triggers: createTestTriggers().triggers,
      versions,
      push: { tell: () => {} },
      audit: noAudit,
      credentials: anyCredentials,
      ...unorganized,
    });
    await workflows.create({ user }, { name: 'One', ...graph } as never);
    const set = (revision: number, value: unknown) =>
      workflows.patch({ user }, '1', { revision, patches: [setUrl(value) as never] });
    return { db, user, workflows, set };
  };

  test('of two at the same moment one is stored, and the other is told of it', async () => {
    const { set, workflows, user } = await start();
    const both = await Promise.allSettled([set(1, 'mine'), set(1, 'theirs')]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected')?.reason as AppError;
    expect(refused).toBeInstanceOf(AppError);
    expect(refused.conflict).toMatchObject({ revision: 2, changes: [{ revision: 2 }] });
    expect((await workflows.get(user, '1')).revision).toBe(2);
  });

  test('who is behind is told what has changed since, or given the whole document where that is not kept any more', async () => {
    const { db, set, workflows, user } = await start();
    for (let revision = 1; revision <= 12; revision++) await set(revision, revision);
    await db.deleteFrom('workflow_changes').where('revision', '<=', 3).execute();
    const conflictOf = async (revision: number) =>
      ((await set(revision, 'x').catch((error: unknown) => error)) as AppError).conflict;
    expect((await conflictOf(3))?.changes).toHaveLength(10);
    const [whole, ...none] = (await conflictOf(2))?.changes ?? [];
    expect(none).toEqual([]);
    expect(whole).toMatchObject({ revision: 13, patches: [{ op: 'replace', path: '' }] });
    const { nodes } = await workflows.get(user, '1');
    expect(toFormat(withPatches(fromFormat({ nodes: [], connections: {} }), whole!.patches)).nodes).toEqual(nodes);
    await workflows.remove({ user }, '1');
    expect(await db.selectFrom('workflow_changes').selectAll().execute()).toEqual([]);
  });

  test('a change too large to be kept counts as one of everything', async () => {
    const { set } = await start();
    await set(1, 'x'.repeat(300_000));
    await set(2, 'small');
    const refused = (await set(1, 'mine').catch((error: unknown) => error)) as AppError;
    expect(refused.conflict?.changes).toMatchObject([{ revision: 3, patches: [{ op: 'replace', path: '' }] }]);
  });

  test('a workflow of someone else is not there', async () => {
    const { workflows } = await start();
    const stranger = { id: 'other', role: 'member' } as never;
    await expect(workflows.patch({ user: stranger }, '1', { revision: 1, patches: [] })).rejects.toMatchObject({
      error: 'workflowNotFound',
    });
  });
});
