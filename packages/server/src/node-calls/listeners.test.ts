import type { NodeOutput } from '@millrace/engine/node-api';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createService } from '../executions/outbound/service.testing.ts';
import type { JsonText } from '../platform/json-text.ts';
import { createTestCalls, subjectOf } from './node-calls.testing.ts';
import type { ListenEvent, ListenOptions, StaticDataChanges } from './types.ts';

vi.setConfig({ testTimeout: 60_000 });

const patience = { look: 50, stuck: 300, killed: 1500 };

/** A listener and all that it says. */
const createListener = (
  calls: Awaited<ReturnType<typeof createTestCalls>>,
  text: string,
  { url = '', ...more }: Partial<ListenOptions> & { url?: string } = {},
) => {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const events: ListenEvent[] = [];
  const changes: StaticDataChanges[] = [];
  let connected = 0;
  const ended = calls.listen(subjectOf('listener', { text, url }), {
    isTest: false,
    signal: stop.signal,
    onConnected: () => void connected++,
    onStaticData: async (changed) => void changes.push(changed),
    onEmit: async (event) => {
      events.push(event);
      return { executionId: `${events.length}` };
    },
    ...more,
  });
  ended.catch(() => {});
  return { stop, events, changes, ended, connected: () => connected };
};

const itemOf = (output: JsonText | undefined) => (output?.parse() as NodeOutput | undefined)?.[0]?.[0];
const jsonOf = (output: JsonText | undefined) => itemOf(output)?.json;

describe('a listener', () => {
  it('gives events with what it keeps, until it is told to end', async () => {
    const calls = await createTestCalls();
    const { stop, events, changes, ended, connected } = createListener(calls, 'hello');
    await expect.poll(() => events.length).toBe(2);
    expect(connected()).toBe(1);
    expect(events[0]).toMatchObject({ options: { key: 'k' }, staticData: { 'node:Node': { seen: 1 } } });
    expect(jsonOf(events[0]?.output)).toMatchObject({ text: 'hello', isTest: false });
    expect(jsonOf(events[1]?.output)).toEqual({ executionId: '1' });
    expect(events[1]).toMatchObject({ options: {}, staticData: { 'node:Node': { seen: 2 } } });
    stop.abort();
    await ended;
    expect(changes).toEqual([]);
  });

  it('is told that an event could not be stored, and keeps what it has changed', async () => {
    const calls = await createTestCalls();
    const events: ListenEvent[] = [];
    const onEmit: ListenOptions['onEmit'] = async (event) => {
      events.push(event);
      if (events.length === 2) throw new Error('The queue is full');
      return { executionId: '1' };
    };
    createListener(calls, 'hello', { onEmit });
    await expect.poll(() => events.length).toBe(3);
    expect(jsonOf(events[2]?.output)).toEqual({ refused: 'The queue is full' });
    expect(events.map(({ staticData }) => staticData)).toEqual([
      { 'node:Node': { seen: 1 } },
      { 'node:Node': { seen: 2 } },
      { 'node:Node': { seen: 2 } },
    ]);
  });

  it('keeps nothing of an event that is not stored when it ends: it is to come again', async () => {
    const calls = await createTestCalls();
    const { stop, events, changes, ended } = createListener(calls, 'last', {
      onEmit: async (event) => {
        if (events.push(event) === 1) return { executionId: '1' };
        // As where the server stops while the event is on its way.
        stop.abort();
        throw new Error('The trigger has ended');
      },
    });
    await ended;
    expect(events).toMatchObject([
      { staticData: { 'node:Node': { seen: 1 } } },
      { staticData: { 'node:Node': { seen: 2 } } },
    ]);
    expect(changes).toEqual([]);
  });

  it('ends when it returns, and fails when it throws', async () => {
    const calls = await createTestCalls();
    await createListener(calls, 'return').ended;
    await expect(createListener(calls, 'fail').ended).rejects.toMatchObject({
      name: 'NodeError',
      message: 'The connection broke',
      httpCode: '500',
    });
    const { ended } = createListener(calls, 'x', { signal: AbortSignal.abort() });
    await ended;
  });

  it('that fails outside of its promises is told to end, so that none of its connections stays', async () => {
    const calls = await createTestCalls();
    const service = await createService();
    const { ended } = createListener(calls, 'emitError', { url: service.url });
    const { answer } = await service.until(1);
    const { request } = await service.until(2);
    const closed = new Promise((resolve) => request.socket.once('close', resolve));
    answer.end();
    await expect(ended).rejects.toMatchObject({ name: 'NodeError', message: 'Nobody hears this' });
    await closed;
  });

  it('writes files for the execution of its next event', async () => {
    const calls = await createTestCalls();
    let reserved = 40;
    const { events } = createListener(calls, 'files', { executionId: async () => ++reserved });
    await expect.poll(() => events.length).toBe(2);
    expect(events.map(({ executionId }) => executionId)).toEqual([41, undefined]);
    expect(itemOf(events[0]?.output)?.binary?.file?.id).toContain('41/');
  });

  it('has a process apart from that of calls; all listeners of it are told when it is lost, and who was the reason', async () => {
    const calls = await createTestCalls({ patience });
    const innocent = createListener(calls, 'hello');
    await expect.poll(() => innocent.events.length).toBe(2);
    const { pid } = jsonOf(innocent.events[0]?.output) as { pid: number };
    expect(calls.pids()).toEqual([pid]);
    const culprit = createListener(calls, 'spin');
    await expect(culprit.ended).rejects.toMatchObject({ name: 'ProcessLostError', isCulprit: true });
    await expect(innocent.ended).rejects.toMatchObject({ name: 'ProcessLostError', isCulprit: false });

    const again = createListener(calls, 'hello');
    await expect.poll(() => again.events.length).toBe(2);
    const [next] = calls.pids();
    process.kill(next as number, 'SIGKILL');
    await expect(again.ended).rejects.toMatchObject({ name: 'ProcessLostError' });
  });
});
