import { describe, expect, it, vi } from 'vitest';
import { createService } from '../executions/outbound/service.testing.ts';
import { serve } from '../platform/http/http.testing.ts';
import { silentLog } from '../platform/log.ts';
import { choices, createTestCalls, subjectOf } from './node-calls.testing.ts';

vi.setConfig({ testTimeout: 60_000 });

const methods = subjectOf('methods');
const patience = { look: 50, stuck: 300, killed: 1500 };

/** A call that is under way in the process, at a service, until the test answers. */
const createUnderWay = async (calls: Awaited<ReturnType<typeof createTestCalls>>) => {
  const service = await createService();
  const registering = calls.ask(subjectOf('methods', { url: service.url }), {
    kind: 'register',
    urls: { default: 'http://mine' },
    isTest: false,
  });
  const { answer, body } = await service.until(1);
  expect(body).toBe('http://mine');
  return { service, registering, answer };
};

describe('code that ends its process', () => {
  it.each([
    ['spinAlways', 'The node kept its process busy without a pause', 1],
    ['spinLater', 'The node kept its process busy without a pause', 1],
    ['eatMemory', 'The node ran out of memory', 1],
    // It may have been ended from outside, so it gets a second one.
    ['exit', 'The process of the node has ended', 2],
  ])('fails alone: %s', async (name, message, processes) => {
    const ended: object[] = [];
    const warn = (details: object, text: string) => void (text.startsWith('A process') && ended.push(details));
    const calls = await createTestCalls({ patience, log: { ...silentLog, warn } });
    const { service, registering, answer } = await createUnderWay(calls);
    const [before] = calls.pids();
    const failed = expect(calls.ask(methods, choices(name))).rejects.toMatchObject({
      name: 'ProcessLostError',
      isCulprit: true,
      message,
    });
    // Its code is the last that has begun, and not the one to blame.
    expect((await calls.ask(methods, choices('plain'))).value).toHaveLength(2);
    await failed;
    expect(ended).toHaveLength(processes);
    expect(calls.pids()).not.toContain(before);
    answer.end();
    expect(await registering).toEqual({ value: null, staticData: { 'node:Node': { hookId: 7 } } });
    // It was made once more, its request was not.
    expect(service.calls).toHaveLength(1);
    expect((await calls.ask(methods, choices('plain'))).value).toHaveLength(2);
  });

  it('fails alone where memory runs out while its answers are read, over a connection that another has opened', async () => {
    const calls = await createTestCalls();
    const { registering, answer } = await createUnderWay(calls);
    const filler = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-${index}`, 'x'.repeat(200)]));
    const url = await serve((_request, response) => response.writeHead(200, filler).end());
    const eating = calls.ask(subjectOf('methods', { url }), choices('eatAnswers'));
    await expect(eating).rejects.toMatchObject({ isCulprit: true, message: 'The node ran out of memory' });
    answer.end();
    expect((await registering).value).toBeNull();
  });

  it('fails alone where it spins when it is told to end', async () => {
    const calls = await createTestCalls({ patience });
    const stop = new AbortController();
    const spinning = calls.ask(methods, choices('spinAtEnd'), { signal: stop.signal });
    const { registering, answer } = await createUnderWay(calls);
    const [before] = calls.pids();
    stop.abort(new Error('enough'));
    await expect(spinning).rejects.toThrow('enough');
    await expect.poll(calls.pids, { timeout: 20_000 }).not.toContain(before);
    answer.end();
    expect((await registering).value).toBeNull();
  });

  it('lets others go to another process before it is killed', async () => {
    const calls = await createTestCalls({ patience: { look: 50, stuck: 200, killed: 30_000 } });
    await calls.ask(methods, choices('plain'));
    const stop = new AbortController();
    const spinning = calls.ask(methods, choices('spinAlways'), { signal: stop.signal });
    await expect
      .poll(async () => (await calls.ask(methods, choices('plain'))).value, { timeout: 30_000 })
      .toHaveLength(2);
    expect(calls.pids()).toHaveLength(2);
    stop.abort(new Error('enough'));
    await expect(spinning).rejects.toThrow('enough');
  });

  it('that nobody waits for any more costs nobody else anything', async () => {
    const calls = await createTestCalls({ patience });
    const { registering, answer } = await createUnderWay(calls);
    const [before] = calls.pids();
    await expect(calls.ask(methods, choices('spinAlways'), { timeout: 100 })).rejects.toThrow('in time');
    await expect.poll(calls.pids, { timeout: 20_000 }).not.toContain(before);
    answer.end();
    expect((await registering).value).toBeNull();
  });
});

describe('a process that is killed from outside', () => {
  it('is replaced, and its calls are made once more', async () => {
    const calls = await createTestCalls();
    const { service, registering, answer } = await createUnderWay(calls);
    const [before] = calls.pids();
    process.kill(before as number, 'SIGKILL');
    await expect.poll(calls.pids).not.toContain(before);
    answer.end();
    expect((await registering).staticData).toEqual({ 'node:Node': { hookId: 7 } });
    expect(service.calls).toHaveLength(1);
  });
});

it('a server that stops ends the calls that are under way', async () => {
  const calls = await createTestCalls();
  const { registering } = await createUnderWay(calls);
  const lost = expect(registering).rejects.toThrow('The server is stopping');
  await calls.close();
  await lost;
  await expect(calls.ask(methods, choices('plain'))).rejects.toThrow('The server is stopping');
  expect(calls.pids()).toEqual([]);
});
