import { expect, it, vi } from 'vitest';
import { forEachDatabase } from '../../db/testing.ts';
import { setUpTriggers, triggerNode } from '../trigger-setup.testing.ts';
import { createListening } from './listening.ts';

vi.setConfig({ testTimeout: 30_000 });

forEachDatabase('a trigger that listens', (open) => {
  const setUp = async (parameters = {}) => {
    const setup = await setUpTriggers(await open());
    const port = setup.service.queuePort;
    const queue = (more = {}) => triggerNode('queue', { port, ...parameters, ...more });
    const id = await setup.add([queue()]);
    const { workflows, user } = setup;
    const states = () => workflows.triggerStates(user, id);
    const ids = async () => (await setup.outputs()).map(([item]) => item.id as string);
    return { ...setup, id, queue, states, ids };
  };

  it('connects where its process leads, and ends when that is over', async () => {
    const { triggers, service, states, told, id } = await setUp();
    expect(service.sockets.size).toBe(0);
    await triggers.duty.start();
    await vi.waitFor(
      async () => expect(await states()).toMatchObject([{ part: 'connection', status: 'listening' }]),
      5000,
    );
    expect(told).toContainEqual({ type: 'triggersChanged', data: { workflowId: id } });
    await triggers.duty.stop();
    await vi.waitFor(() => expect(service.sockets.size).toBe(0), 5000);
  });

  it('starts an execution for each event, and acknowledges it when that is stored', async () => {
    const { triggers, service, ids, db, staticData, id } = await setUp();
    service.publish('a');
    service.publish('b');
    await triggers.duty.start();
    await vi.waitFor(() => expect(service.acknowledged).toHaveLength(2), 5000);
    expect(await ids()).toEqual(['a', 'b']);
    const rows = await db.selectFrom('executions').select(['id', 'trigger_type']).orderBy('id').execute();
    expect(rows.map((row) => row.trigger_type)).toEqual(['test.queue', 'test.queue']);
    expect(service.acknowledged.map(({ executionId }) => executionId)).toEqual(rows.map((row) => String(row.id)));
    expect(await staticData(id)).toEqual({ 'node:Trigger': { seen: 'b' } });
  });

  it('starts one execution for an event that comes again, and says which, also when that is not kept', async () => {
    const { triggers, service, workflows, user, id, db } = await setUp();
    await workflows.update({ user }, id, { settings: { saveDataSuccessExecution: 'none' } });
    await triggers.duty.start();
    service.publish('a');
    await vi.waitFor(() => expect(service.acknowledged).toHaveLength(1), 5000);
    await vi.waitFor(async () => expect(await db.selectFrom('executions').select('id').execute()).toEqual([]), 5000);
    service.publish('a');
    await vi.waitFor(() => expect(service.acknowledged).toHaveLength(2), 5000);
    expect(service.acknowledged[1]).toEqual(service.acknowledged[0]);
    expect(await db.selectFrom('executions').select('id').execute()).toEqual([]);
  });

  it('keeps the file of an event beside one that comes again, and drops what started nothing when it ends', async () => {
    const { triggers, service, db, filesOf } = await setUp();
    await triggers.duty.start();
    const publish = async (id: string, files: string[]) => {
      const before = service.acknowledged.length;
      service.publish(id, { files });
      await vi.waitFor(() => expect(service.acknowledged).toHaveLength(before + 1), 5000);
    };
    await publish('first', ['a']);
    await publish('again', ['a', 'b']);
    await publish('more', ['a']);
    expect(await filesOf()).toHaveLength(3);
    await triggers.duty.stop();
    await vi.waitFor(async () => expect(await filesOf()).toHaveLength(2), 5000);
    const starts = await db.selectFrom('executions').select('start').orderBy('id').execute();
    const owners = starts.map(({ start }) => {
      const [[{ binary }]] = JSON.parse(start).start.payload.output;
      return String(binary.file.id).match(/\d+(?=\/)/)?.[0];
    });
    expect((await filesOf()).toSorted()).toEqual(owners.toSorted());
  });

  it('hears of the end of the execution where it asks for that', async () => {
    const { triggers, service } = await setUp({ waitForEnd: true });
    await triggers.duty.start();
    service.publish('a');
    await vi.waitFor(() => expect(service.acknowledged).toMatchObject([{ id: 'a', status: 'success' }]), 5000);
    service.publish('a');
    await vi.waitFor(() => expect(service.acknowledged).toHaveLength(2), 5000);
    expect(service.acknowledged[1]).toEqual(service.acknowledged[0]);
  });

  it('keeps its connection over a change that leaves the node as it was, and no other', async () => {
    const { triggers, service, workflows, user, id, queue } = await setUp();
    await triggers.duty.start();
    await vi.waitFor(() => expect(service.sockets.size).toBe(1), 5000);
    const [socket] = service.sockets;
    await workflows.update({ user }, id, { nodes: [queue(), triggerNode('collect', {}, 'Later')] });
    service.publish('a');
    await vi.waitFor(() => expect(service.acknowledged).toHaveLength(1), 5000);
    expect([...service.sockets]).toEqual([socket]);
    await workflows.update({ user }, id, { nodes: [queue({ waitForEnd: true })] });
    await vi.waitFor(() => expect(service.sockets.size === 1 && !service.sockets.has(socket!)).toBe(true), 5000);
    await workflows.update({ user }, id, { active: false });
    await vi.waitFor(() => expect(service.sockets.size).toBe(0), 5000);
  });

  it('is shown while it fails, and connects again', async () => {
    const { triggers, service, states, ids } = await setUp();
    await triggers.duty.start();
    await vi.waitFor(() => expect(service.sockets.size).toBe(1), 5000);
    for (const socket of service.sockets) socket.destroy();
    await vi.waitFor(async () => {
      expect(await states()).toMatchObject([
        { status: 'failing', message: 'The connection has ended', nextTry: expect.any(String) },
      ]);
    }, 5000);
    service.publish('a');
    await vi.waitFor(async () => expect(await states()).toMatchObject([{ status: 'listening' }]), 5000);
    await vi.waitFor(async () => expect(await ids()).toEqual(['a']), 5000);
  });

  it('loses and doubles nothing while processes that listen die at any moment', async () => {
    const { parts, calls, clock, triggers, service, ids, id } = await setUp();
    const listen = () => {
      const listening = createListening({ ...parts, ...triggers.shared, calls, clock });
      listening.set(Number(id), [{ node: 'Trigger', digest: '' }]);
      return listening;
    };
    const wanted: string[] = [];
    for (let round = 0; round < 5; round++) {
      const dying = listen();
      for (const name of ['a', 'b', 'c']) {
        wanted.push(`${round}${name}`);
        service.publish(`${round}${name}`);
      }
      await vi.waitFor(() => expect(service.sockets.size).toBeGreaterThan(0), 5000);
      // With what it has not acknowledged, and what it has stored and not acknowledged.
      for (const pid of calls.pids()) process.kill(pid, 'SIGKILL');
      const next = listen();
      await vi.waitFor(() => expect(service.messages.size).toBe(0), 10_000);
      await Promise.all([dying.close(), next.close()]);
    }
    expect((await ids()).toSorted()).toEqual(wanted);
  });
});
