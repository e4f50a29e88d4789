import { limits } from '@millrace/contract';
import { expect, test } from 'vitest';
import { createTestTriggers } from '../app.testing.ts';
import { createAudit } from '../audit/audit.ts';
import { defaultConfig } from '../config.ts';
import { anyCredentials } from '../credentials/uses.testing.ts';
import { forEachDatabase } from '../db/testing.ts';
import { silentLog } from '../platform/log.ts';
import { createUsers } from '../users/service.ts';
import { createDrafts } from './drafts.ts';
import { createWorkflows } from './service.ts';
import { unorganized } from './unorganized.testing.ts';
import { createVersionList } from './version-list.ts';
import { createVersionPruning } from './version-pruning.ts';
import { createVersions } from './versions.ts';

const day = 86_400_000;
const draftId = '0b0e6f3e-6f0a-4f6e-9d53-1d7a1f2a3b4c';

const node = (name: string, more: object = {}) => ({
  id: name.toLowerCase(),
  name,
  type: 'test.set',
  typeVersion: 1,
  position: [240, 300],
  parameters: { url: 'x' },
  ...more,
});
const graph = {
  nodes: [node('A', { type: 'test.trigger' }), node('B')],
  connections: { A: { main: [[{ node: 'B', type: 'main', index: 0 }]] } },
  settings: {},
  meta: { from: 'elsewhere' },
};
const setUrl = (value: string | number) => ({ op: 'replace', path: '/nodes/b/data/parameters/url', value }) as const;

forEachDatabase('versions of a workflow', (open) => {
  const start = async () => {
    const { db } = await open();
    const now = { at: Date.UTC(2026, 0, 15) };
    const clock = { now: () => now.at };
    const { defaultUser: user } = await createUsers({ db, clock });
    const caller = { user };
    const { triggers, written } = createTestTriggers();
    const versions = createVersions({ db, clock });
    const told: unknown[] = [];
    const workflows = createWorkflows({
      db,
      clock,
      config: defaultConfig(),
      triggers,
      versions,
      push: { tell: (_id, message) => told.push(message) },
      audit: createAudit({ db, clock, log: silentLog }),
      credentials: anyCredentials,
      ...unorganized,
    });
    const list = createVersionList({ db });
    await workflows.create(caller, { name: 'One', ...graph } as never);
    let revision = 1;
    const save = async (value: string | number, publish?: boolean) => {
      const stored = await workflows.patch(caller, '1', { revision, patches: [setUrl(value)], publish });
      revision = stored.revision;
      return stored;
    };
    const urlAt = async (at: number) => (await list.get(user, '1', at)).nodes[1]?.parameters?.url;
    const running = async () => (await versions.ofStored(1)).workflow.nodes[1]?.parameters?.url;
    const activate = () => workflows.update(caller, '1', { active: true });
    const page = { limit: 1000 };
    const audited = async () =>
      (await db.selectFrom('audit_events').select('action').orderBy('id').execute()).map(({ action }) => action);
    return {
      db,
      now,
      clock,
      user,
      caller,
      workflows,
      list,
      save,
      urlAt,
      running,
      activate,
      page,
      written,
      told,
      audited,
    };
  };

  test('each save is one, with who made it and what it changed, and can be had as it was', {
    timeout: 30_000,
  }, async () => {
    const { save, list, urlAt, user, page } = await start();
    for (let count = 2; count <= 120; count += 1) await save(count);
    const all = await list.list(user, '1', page);
    expect(all).toHaveLength(120);
    expect(all[0]).toMatchObject({ revision: 120, name: null, savedBy: { id: user.id }, changes: 1 });
    expect(all.at(-1)).toMatchObject({ revision: 1, changes: 2 });
    for (const at of [1, 2, 49, 50, 51, 52, 100, 119, 120]) expect(await urlAt(at)).toBe(at === 1 ? 'x' : at);
    const { name, ...content } = await list.get(user, '1', 1);
    expect({ name, content }).toEqual({ name: 'One', content: graph });
    expect(await list.list(user, '1', { before: 3, limit: 1 })).toMatchObject([{ revision: 2 }]);
    await expect(list.get(user, '1', 121)).rejects.toMatchObject({ error: 'workflowVersionNotFound' });
  });

  test('a workflow that was last saved before versions were kept has its present one, and keeps it at the next save', async () => {
    const { db, save, list, urlAt, user, page } = await start();
    await db.deleteFrom('workflow_changes').execute();
    expect(await list.list(user, '1', page)).toMatchObject([{ revision: 1, savedBy: null }]);
    await save('new');
    expect(await list.list(user, '1', page)).toMatchObject([{ revision: 2 }, { revision: 1 }]);
    expect([await urlAt(1), await urlAt(2)]).toEqual(['x', 'new']);
  });

  test('a change too large for patches is a version all the same', async () => {
    const { save, urlAt } = await start();
    const large = 'x'.repeat(300_000);
    await save(large);
    await save('small');
    expect([await urlAt(1), await urlAt(2), await urlAt(3)]).toEqual(['x', large, 'small']);
  });

  test('old ones are deleted, but for named ones, the latest hundred, and the one that runs', {
    timeout: 60_000,
  }, async () => {
    const { db, now, clock, save, list, urlAt, user, page, activate, workflows, caller } = await start();
    const prune = (config: { versionsMaxCount: number; versionsMaxAge: number }) =>
      createVersionPruning({ db, clock, log: silentLog, config }).runOnce();
    for (let count = 2; count <= 320; count += 1) await save(count);
    await activate();
    await workflows.publish(caller, '1', 60);
    await list.rename(user, '1', 77, 'Before the move');
    expect(await prune({ versionsMaxCount: 0, versionsMaxAge: 0 })).toBe(0);
    expect(await prune({ versionsMaxCount: 0, versionsMaxAge: 30 })).toBe(0);
    now.at += 31 * day;
    await prune({ versionsMaxCount: 250, versionsMaxAge: 0 });
    const kept = (await list.list(user, '1', page)).map(({ revision }) => revision);
    expect(kept).not.toContain(20);
    expect(kept).toEqual(expect.arrayContaining([60, 71, 77, 320]));
    await prune({ versionsMaxCount: 0, versionsMaxAge: 30 });
    const left = (await list.list(user, '1', page)).map(({ revision }) => revision);
    expect(left).toEqual(expect.arrayContaining([60, 77, 221, 320]));
    expect(left.length).toBeLessThan(220);
    for (const at of left) expect(await urlAt(at)).toBe(at);
    await save('after');
    expect(await urlAt(321)).toBe('after');
    await workflows.remove(caller, '1');
    expect(await db.selectFrom('workflow_changes').select('revision').execute()).toEqual([]);
  });

  test('a save runs at once where the workflow is active, unless it is saved without being published', async () => {
    const { save, running, activate, workflows, caller, user, told, audited, written } = await start();
    await activate();
    await save('published');
    expect(await running()).toBe('published');
    written.clear();
    expect(await save('later', false)).toMatchObject({ revision: 3, publishedRevision: 2 });
    expect(written.size).toBe(0);
    expect(await running()).toBe('published');
    expect(await workflows.get(user, '1')).toMatchObject({ revision: 3, publishedRevision: 2, active: true });
    expect(told.at(-1)).toEqual({ type: 'workflowPublished', data: { workflowId: '1', publishedRevision: 2 } });
    await save('later still', false);
    expect(await running()).toBe('published');

    expect(await workflows.publish(caller, '1', 4)).not.toHaveProperty('publishedRevision');
    expect(await running()).toBe('later still');
    expect((await audited()).at(-1)).toBe('published');
    expect(await workflows.publish(caller, '1', 1)).toMatchObject({ revision: 4, publishedRevision: 1 });
    expect(await running()).toBe('x');
    expect((await workflows.get(user, '1')).nodes[1]?.parameters).toEqual({ url: 'later still' });
    await expect(workflows.publish(caller, '1', 9)).rejects.toMatchObject({ error: 'workflowVersionNotFound' });

    await workflows.update(caller, '1', { active: false });
    expect(await running()).toBe('later still');
    await expect(workflows.publish(caller, '1', 1)).rejects.toMatchObject({ error: 'badRequest' });
    await activate();
    expect(await workflows.get(user, '1')).not.toHaveProperty('publishedRevision');
  });

  test('what was saved without being published is published by the next save and by an activation', async () => {
    const { save, running, activate, workflows, caller } = await start();
    await activate();
    await save('one', false);
    await save('two');
    expect(await running()).toBe('two');
    await save('three', false);
    await workflows.update(caller, '1', { tags: [] });
    expect(await running()).toBe('two');
    await activate();
    expect(await running()).toBe('three');
  });

  test('a version without a trigger is not published, and what runs goes on', async () => {
    const { running, activate, workflows, caller } = await start();
    await activate();
    const stored = await workflows.patch(caller, '1', {
      revision: 1,
      patches: [{ op: 'replace', path: '/nodes/a/data/type', value: 'test.set' }],
      publish: false,
    });
    await expect(workflows.publish(caller, '1', stored.revision)).rejects.toMatchObject({ error: 'noTrigger' });
    expect(await running()).toBe('x');
  });

  test('a draft is kept for the one who edits, until it is discarded or its workflow is gone', async () => {
    const { db, clock, user, workflows, caller, now } = await start();
    const drafts = createDrafts({ db, clock });
    const content = { workflowId: '1', revision: 1, patches: [setUrl('mine')] };
    await drafts.put(user, draftId, content);
    now.at += 1000;
    await drafts.put(user, draftId, { ...content, patches: [setUrl('mine, too')] });
    expect(await drafts.list(user, '1')).toEqual([{ id: draftId, updatedAt: new Date(now.at).toISOString() }]);
    expect((await drafts.get(user, draftId)).parse()).toEqual({ ...content, patches: [setUrl('mine, too')] });
    const other = { ...user, id: 'other' };
    expect(await drafts.list(other, '1')).toEqual([]);
    await expect(drafts.get(other, draftId)).rejects.toMatchObject({ error: 'draftNotFound' });
    expect(await drafts.list(user, undefined)).toEqual([]);
    await workflows.remove(caller, '1');
    expect(await db.selectFrom('workflow_drafts').select('id').execute()).toEqual([]);
    await expect(drafts.put(user, draftId, content)).rejects.toMatchObject({ error: 'workflowNotFound' });
  });

  test('only the newest drafts of a person are kept, and none that nobody has touched for long', async () => {
    const { db, clock, user, now } = await start();
    const drafts = createDrafts({ db, clock });
    const idOf = (number: number) => `0b0e6f3e-6f0a-4f6e-9d53-${String(number).padStart(12, '0')}`;
    for (let number = 0; number < limits.draftsKept + 2; number += 1) {
      now.at += 1;
      await drafts.put(user, idOf(number), { workflow: { name: 'New', nodes: [], connections: {} } });
    }
    const kept = (await drafts.list(user, undefined)).map(({ id }) => id);
    expect(kept).toHaveLength(limits.draftsKept);
    expect(kept).not.toContain(idOf(1));
    now.at += limits.draftLifetime + 1;
    const config = { versionsMaxCount: 0, versionsMaxAge: 0 };
    await createVersionPruning({ db, clock, log: silentLog, config }).runOnce();
    expect(await drafts.list(user, undefined)).toEqual([]);
  });

  test('a draft becomes one workflow, however often that is asked for', async () => {
    const { db, clock, user, workflows, caller } = await start();
    const drafts = createDrafts({ db, clock });
    const body = { name: 'New', ...graph } as never;
    await drafts.put(user, draftId, { workflow: { name: 'New', nodes: [], connections: {} } });
    const both = await Promise.all([
      workflows.create(caller, body, { draftId }),
      workflows.create(caller, body, { draftId }),
    ]);
    const again = await workflows.create(caller, body, { draftId });
    expect(new Set([...both, again].map(({ id }) => id)).size).toBe(1);
    expect(await workflows.list(user)).toHaveLength(2);
    // What was on its way is not kept any more.
    await drafts.put(user, draftId, { workflow: { name: 'Late', nodes: [], connections: {} } });
    await drafts.remove(user, draftId);
    expect(await drafts.list(user, undefined)).toEqual([]);
    expect((await workflows.create(caller, body, { draftId })).id).toBe(again.id);
  });
});
