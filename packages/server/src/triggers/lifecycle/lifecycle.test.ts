import type { WorkflowNode } from '@millrace/contract';
import { expect, it, vi } from 'vitest';
import { forEachDatabase } from '../../db/testing.ts';
import { AppError } from '../../platform/errors.ts';
import { setUpTriggers, triggerNode } from '../trigger-setup.testing.ts';
import { createLifecycle } from './lifecycle.ts';

vi.setConfig({ testTimeout: 30_000 });

const told = (events: string[], name = 'Trigger'): WorkflowNode => ({
  name,
  type: 'n8n-nodes-base.n8nTrigger',
  typeVersion: 1,
  position: [0, 0],
  parameters: { events },
});
const all = ['activate', 'init', 'update'];

forEachDatabase('a trigger that is told what happens', (open) => {
  const setUp = async () => {
    const setup = await setUpTriggers(await open());
    const { db, workflows, user } = setup;
    /** What each execution was told, oldest first. */
    const heard = async () => {
      const rows = await db.selectFrom('executions').select('start').orderBy('id').execute();
      return rows.map(({ start }) => JSON.parse(start).start).map(({ node, payload }) => `${node}: ${payload.event}`);
    };
    const left = () => db.selectFrom('lifecycle_events').select(['node', 'event']).orderBy('id').execute();
    const update = (id: string, change: Parameters<typeof workflows.update>[2]) =>
      workflows.update({ user }, id, change);
    return { ...setup, heard, left, update };
  };

  it('starts once when the workflow is activated, and once with each change that takes effect', async () => {
    const { add, update, heard, left, triggers } = await setUp();
    const id = await add([told(all)]);
    expect(await heard()).toEqual(['Trigger: activated']);
    expect(triggers.active()).toEqual([Number(id)]);
    await update(id, { nodes: [told(all), triggerNode('collect', {}, 'Later')] });
    await update(id, { nodes: [told(all), triggerNode('collect', {}, 'Later')] });
    expect(await heard()).toEqual(['Trigger: activated', 'Trigger: updated']);
    await update(id, { active: false });
    await update(id, { nodes: [told(all)] });
    await update(id, { active: true });
    expect((await heard()).slice(2)).toEqual(['Trigger: activated']);
    expect(await left()).toEqual([]);
  });

  it('hears only of what was chosen, each of several for itself', async () => {
    const { add, update, heard, triggers } = await setUp();
    const id = await add([told(['update'], 'A'), told(['activate'], 'B'), told(['init'], 'C')]);
    await update(id, { name: 'Renamed' });
    await triggers.instanceStarted();
    const after = await heard();
    expect(after[0]).toBe('B: activated');
    expect(after.at(-1)).toBe('C: started');
    expect(after.filter((event) => event.startsWith('A'))).toEqual(after.slice(1, -1));
  });

  it('starts when the instance starts, and not when its workflow is inactive', async () => {
    const { add, heard, triggers } = await setUp();
    await add([told(['init'])]);
    await add([told(['init'], 'Inactive')], false);
    expect(await heard()).toEqual([]);
    await triggers.instanceStarted();
    expect(await heard()).toEqual(['Trigger: started']);
  });

  it('is told nothing of an activation that was refused', async () => {
    const { add, heard, left, service } = await setUp();
    service.broken.set('POST /hooks', { status: 500, text: 'Not now' });
    await expect(add([told(all), triggerNode('hooked', { url: service.url }, 'Hooked')])).rejects.toThrow('Not now');
    expect([await heard(), await left()]).toEqual([[], []]);
  });

  it('is told what was left, once, however many processes see to it', async () => {
    const { add, db, heard, left, dispatcher, versions, clock, parts } = await setUp();
    const id = Number(await add([told(['update'])]));
    const happens = (event: 'updated' | 'started') =>
      db.insertInto('lifecycle_events').values({ workflow_id: id, node: 'Trigger', event, at: 7 }).execute();
    await happens('updated');
    await happens('started');
    const others = [1, 2, 3].map(() => createLifecycle({ db, dispatcher, versions, clock, log: parts.log }));
    await Promise.all(others.map((one) => one.tell(id)));
    expect(await heard()).toEqual(['Trigger: updated', 'Trigger: started']);
    expect(await left()).toEqual([]);
  });

  it('is told later what could not start an execution now', async () => {
    const { add, db, heard, left, dispatcher, versions, clock, parts } = await setUp();
    const id = Number(await add([told(['update'])]));
    await db
      .insertInto('lifecycle_events')
      .values({ workflow_id: id, node: 'Trigger', event: 'updated', at: 7 })
      .execute();
    let isFull = true;
    const lifecycle = createLifecycle({
      db,
      versions,
      clock,
      log: parts.log,
      dispatcher: {
        enqueue: async (request) => {
          if (isFull) throw new AppError('tooManyRuns', 'Too many runs wait for a worker.');
          return dispatcher.enqueue(request);
        },
      },
    });
    await lifecycle.tell(id);
    expect([await heard(), await left()]).toEqual([[], [{ node: 'Trigger', event: 'updated' }]]);
    isFull = false;
    await lifecycle.tell(id);
    expect([await heard(), await left()]).toEqual([['Trigger: updated'], []]);
  });
});
