import { expect, it, vi } from 'vitest';
import { forEachDatabase } from '../../db/testing.ts';
import type { NodeCalls } from '../../node-calls/types.ts';
import { setUpTriggers, triggerNode } from '../trigger-setup.testing.ts';
import { createPolls } from './polls.ts';

vi.setConfig({ testTimeout: 30_000 });

const minute = 60_000;

forEachDatabase('a trigger that polls', (open) => {
  /** Its workflow is active, and each process polls when the test says so. */
  const setUp = async () => {
    const setup = await setUpTriggers(await open());
    const id = await setup.add([triggerNode('feed', { url: setup.service.url })]);
    const clock = { time: 1000 * minute, now: () => clock.time };
    const { shared } = setup.triggers;
    const process = (calls: Pick<NodeCalls, 'ask'> = setup.calls) => {
      const polls = createPolls({ ...setup.parts, ...shared, calls, clock });
      const tick = () => {
        clock.time += minute;
        polls.tick({ workflowId: Number(id), node: 'Trigger', position: 0, polls: true, scheduledAt: clock.time });
      };
      return { polls, tick };
    };
    const found = async () =>
      (await setup.outputs()).map((items) => items.map(({ id: entry }: { id: number }) => entry));
    return { ...setup, ...process(), process, id, clock, found };
  };

  it('starts an execution with what is new, and keeps its place', async () => {
    const { tick, service, found, staticData, id, db } = await setUp();
    service.entries.push({ id: 1 }, { id: 2 });
    tick();
    await vi.waitFor(async () => expect(await found()).toEqual([[1, 2]]), 5000);
    const { trigger_type: type } = await db.selectFrom('executions').select('trigger_type').executeTakeFirstOrThrow();
    expect(type).toBe('test.feed');
    expect(await staticData(id)).toEqual({ 'node:Trigger': { after: 2 } });
    service.entries.push({ id: 3 });
    await vi.waitFor(async () => {
      tick();
      expect(await found()).toEqual([[1, 2], [3]]);
    }, 5000);
    service.asked.length = 0;
    await vi.waitFor(() => {
      tick();
      expect(service.asked.length).toBeGreaterThan(1);
    }, 5000);
    expect(await found()).toHaveLength(2);
  });

  it('drops ticks while a poll is under way', async () => {
    const { tick, service, found } = await setUp();
    const held = Promise.withResolvers<void>();
    service.held.set('GET /feed', held.promise);
    service.entries.push({ id: 1 });
    tick();
    await vi.waitFor(() => expect(service.asked).toEqual(['GET /feed']), 5000);
    tick();
    tick();
    held.resolve();
    await vi.waitFor(async () => expect(await found()).toEqual([[1]]), 5000);
    expect(service.asked).toEqual(['GET /feed']);
  });

  it('starts once where two processes poll at the same moment', async () => {
    const { process, service, found, staticData, id } = await setUp();
    const held = Promise.withResolvers<void>();
    service.held.set('GET /feed', held.promise);
    service.entries.push({ id: 1 });
    const [one, two] = [process(), process()];
    one.tick();
    two.tick();
    await vi.waitFor(() => expect(service.asked).toHaveLength(2), 5000);
    held.resolve();
    await one.polls.close().then(() => two.polls.close());
    service.held.clear();
    const three = process();
    await vi.waitFor(async () => {
      three.tick();
      expect(await found()).toEqual([[1]]);
    }, 5000);
    expect(await staticData(id)).toEqual({ 'node:Trigger': { after: 1 } });
  });

  it('loses nothing and doubles nothing where a process dies before or after it has stored', async () => {
    const { process, service, found, calls } = await setUp();
    for (let round = 1; round <= 6; round++) {
      service.entries.push({ id: round });
      // The answer has come, and is never stored; or it is stored, and nothing is heard of the process any more.
      const dying = process(
        round % 2 === 0 ? calls : { ask: (...asked) => calls.ask(...asked).then(() => new Promise<never>(() => {})) },
      );
      const before = service.asked.length;
      dying.tick();
      await vi.waitFor(() => expect(service.asked.length).toBeGreaterThan(before), 5000);
      const next = process();
      await vi.waitFor(async () => {
        next.tick();
        expect((await found()).flat()).toEqual(service.entries.map(({ id }) => id));
      }, 5000);
    }
  });

  it('is shown while it fails, and tried again after pauses that grow', async () => {
    const { tick, clock, service, found, workflows, user, id } = await setUp();
    const states = () => workflows.triggerStates(user, id);
    service.broken.set('GET /feed', { status: 500, text: 'The feed is closed' });
    tick();
    await vi.waitFor(async () => {
      expect(await states()).toMatchObject([
        { node: 'Trigger', part: 'poll', status: 'failing', message: 'The feed is closed' },
      ]);
    }, 5000);
    // The next tick counts, and the one after that comes in the pause.
    const asked = async (count: number) => {
      await vi.waitFor(() => expect(service.asked).toHaveLength(count), 5000);
      await vi.waitFor(async () => expect(await states()).toMatchObject([{ part: 'poll' }]), 5000);
    };
    await asked(1);
    await vi.waitFor(async () => {
      tick();
      expect((await states())[0]?.nextTry).toBeDefined();
    }, 5000);
    const count = service.asked.length;
    clock.time -= minute;
    tick();
    expect(service.asked).toHaveLength(count);
    service.broken.clear();
    service.entries.push({ id: 1 });
    await vi.waitFor(async () => {
      clock.time += 10 * minute;
      tick();
      expect(await found()).toEqual([[1]]);
    }, 5000);
    await vi.waitFor(async () => expect(await states()).toEqual([]), 5000);
  });

  it('starts nothing for a workflow that was deactivated during the poll', async () => {
    const { tick, service, found, workflows, user, id, polls, db } = await setUp();
    const held = Promise.withResolvers<void>();
    service.held.set('GET /feed', held.promise);
    service.entries.push({ id: 1 });
    tick();
    await vi.waitFor(() => expect(service.asked).toEqual(['GET /feed']), 5000);
    await workflows.update({ user }, id, { active: false });
    held.resolve();
    await vi.waitFor(async () => {
      tick();
      expect(service.asked.length).toBeGreaterThan(1);
    }, 5000);
    await polls.close();
    expect(await found()).toEqual([]);
    expect(await db.selectFrom('workflows').select('static_data').execute()).toEqual([{ static_data: null }]);
  });
});
