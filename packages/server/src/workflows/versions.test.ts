import { expect, test } from 'vitest';
import { createTestTriggers } from '../app.testing.ts';
import { noAudit } from '../audit/no-audit.testing.ts';
import { defaultConfig } from '../config.ts';
import { anyCredentials } from '../credentials/uses.testing.ts';
import { forEachDatabase } from '../db/testing.ts';
import { createUsers } from '../users/service.ts';
import { createWorkflows } from './service.ts';
import { unorganized } from './unorganized.testing.ts';
import { createVersions } from './versions.ts';

const graph = { nodes: [{ name: 'A', type: 't', position: [0, 0] as [number, number] }], connections: {} };

forEachDatabase('versions', (open) => {
  const start = async () => {
    const { db } = await open();
    const clock = { now: () => Date.UTC(2026, 0, 15) };
    const { defaultUser: user } = await createUsers({ db, clock });
    const versions = createVersions({ db, clock });
    const { triggers } = createTestTriggers();
    const workflows = createWorkflows({
      db,
      clock,
      config: defaultConfig(),
      triggers,
      versions,
      push: { tell: () => {} },
      audit: noAudit,
      credentials: anyCredentials,
      ...unorganized,
    });
    return { db, user, versions, workflows };
  };

  test('runs of the same graph share a version, stored or posted', async () => {
    const { user, versions, workflows } = await start();
    const workflow = await workflows.create({ user }, { name: 'One', ...graph });
    const stored = await versions.ofStored(1);
    expect(stored).toMatchObject({ workflowId: 1, workflow: { id: '1', name: 'One', ...graph } });
    expect(await versions.ofStored(1)).toBe(stored);
    const { createdAt: _, updatedAt: __, staticData: ___, ...posted } = workflow;
    expect((await versions.ofPosted(posted)).versionId).toBe(stored.versionId);
  });

  test('a change of graph or name is a new version', async () => {
    const { user, versions, workflows } = await start();
    await workflows.create({ user }, { name: 'One', ...graph });
    const first = await versions.ofStored(1);
    await workflows.update({ user }, '1', { name: 'Two' });
    const second = await versions.ofStored(1);
    expect(second.versionId).not.toBe(first.versionId);
    expect(second.workflow.name).toBe('Two');
    await workflows.update({ user }, '1', { name: 'One' });
    expect((await versions.ofStored(1)).versionId).toBe(first.versionId);
  });

  test('a graph that was never saved has a version without a workflow', async () => {
    const { versions } = await start();
    const first = await versions.ofPosted(graph);
    expect(first).toMatchObject({ workflowId: null, workflow: { name: '' } });
    expect((await versions.ofPosted(graph)).versionId).toBe(first.versionId);
  });

  test('are found by their ids, and are as they were', async () => {
    const { user, versions, workflows } = await start();
    await workflows.create({ user }, { name: 'One', ...graph });
    const { versionId: posted } = await versions.ofPosted(graph);
    const { versionId: stored } = await versions.ofStored(1);
    for (const versionId of [posted, stored])
      expect(await versions.ofVersion(versionId)).toMatchObject({ versionId, workflow: graph });
  });

  test('made at the same moment it is still one row', async () => {
    const { db, user, versions, workflows } = await start();
    await workflows.create({ user }, { name: 'One', ...graph });
    const posted = { id: '1', name: 'One', ...graph };
    const made = await Promise.all([1, 2, 3].map(() => versions.ofPosted(posted)));
    expect(new Set(made.map(({ versionId }) => versionId)).size).toBe(1);
    expect(await db.selectFrom('workflow_versions').selectAll().execute()).toHaveLength(1);
  });

  test('static data comes with the stored workflow and is no part of the version', async () => {
    const { user, versions, workflows } = await start();
    await workflows.create({ user }, { name: 'One', ...graph, staticData: { global: { seen: 1 } } });
    const first = await versions.ofStored(1);
    expect(first.workflow.staticData).toEqual({ global: { seen: 1 } });
    await workflows.update({ user }, '1', { staticData: null });
    expect((await versions.ofStored(1)).versionId).toBe(first.versionId);
  });

  test('workflows are stored, listed, changed and removed', async () => {
    const { user, workflows } = await start();
    await workflows.create({ user }, { name: 'One', ...graph });
    expect(await workflows.newName(user, 'one')).toBe('one');
    expect(await workflows.newName(user, 'One')).toBe('One 2');
    const known = await workflows.get(user, '1');
    await workflows.update({ user }, '1', { name: 'Two', updatedAt: known.updatedAt });
    await expect(workflows.update({ user }, '1', { name: 'X', updatedAt: known.updatedAt })).rejects.toThrow(
      /changed by someone/,
    );
    expect((await workflows.list(user)).map(({ name }) => name)).toEqual(['Two']);
    await workflows.remove({ user }, '1');
    expect(await workflows.list(user)).toEqual([]);
  });

  test('what belongs to others does not exist for a member', async () => {
    const { db, user, workflows } = await start();
    await workflows.create({ user }, { name: 'One', ...graph });
    const member = { ...user, id: '00000000-0000-4000-8000-000000000000', role: 'member' as const };
    await db
      .insertInto('users')
      .values({
        id: member.id,
        email: 'm@x.example',
        first_name: null,
        last_name: null,
        role: 'member',
        created_at: 1,
        updated_at: 1,
      })
      .execute();
    expect(await workflows.list(member)).toEqual([]);
    await expect(workflows.get(member, '1')).rejects.toThrow('could not be found');
    await expect(workflows.update({ user: member }, '1', { name: 'X' })).rejects.toThrow('could not be found');
    await expect(workflows.remove({ user: member }, '1')).rejects.toThrow('could not be found');
    await workflows.create({ user: member }, { name: 'Own', ...graph });
    expect((await workflows.list(member)).map(({ name }) => name)).toEqual(['Own']);
    expect(await workflows.list(user)).toHaveLength(2);
  });
});
