import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PushMessage } from '@millrace/contract';
import { limits } from '@millrace/contract';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp } from '../app.testing.ts';
import type { Actor } from '../permissions/permissions.ts';
import { createTestInstance } from '../processes/processes.testing.ts';
import { createEventStreams } from './event-streams.ts';

const message: PushMessage = { type: 'nodeExecuteBefore', data: { executionId: '1', nodeName: 'line\nbreak' } };
const frame = `data: ${JSON.stringify(message)}\n\n`;

const member = (id: string) => ({ id, role: 'member' as const });
const tabOf = (sessionId: string, userId = 'u', workflowId: number | null = null) => ({
  sessionId,
  userId,
  workflowId,
});

const listen = async () => {
  const test = await createTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = test.app.server.address() as { port: number };
  const connect = async (sessionId: string) => {
    const request: ClientRequest = get({ port, host: '127.0.0.1', path: `/rest/push?sessionId=${sessionId}` });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.setEncoding('utf8');
    onTestFinished(() => {
      request.destroy();
    });
    let received = '';
    response.on('data', (chunk: string) => {
      received += chunk;
    });
    response.on('error', () => {});
    /** Resolves when all of `text` has come. */
    const until = async (expected: string): Promise<string> => {
      while (!received.includes(expected)) await once(response, 'data');
      return received;
    };
    return { request, response, until, received: () => received };
  };
  const mine = (sessionId: string) => tabOf(sessionId, test.services.accounts.users.defaultUser.id);
  return { ...test, connect, mine };
};

afterEach(() => {
  vi.useRealTimers();
});

describe('GET /rest/push', () => {
  test('begins with :ok and then gives the messages of its session only', async () => {
    const { connect, services, mine } = await listen();
    const { response, until } = await connect('tab1');
    const other = await connect('tab2');
    expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    services.streams.send(mine('tab1'), message);
    services.streams.send(mine('nobody'), message);
    services.streams.sendText(mine('tab2'), '{"type":"x"}');
    expect(await until(frame)).toBe(`:ok\n\n${frame}`);
    expect(await other.until('"x"')).toBe(':ok\n\ndata: {"type":"x"}\n\n');
  });

  test('a broadcast reaches every session', async () => {
    const { connect, services } = await listen();
    const [first, second] = [await connect('tab1'), await connect('tab2')];
    await Promise.all([first.until(':ok'), second.until(':ok')]);
    services.streams.broadcast(message);
    await Promise.all([first.until(frame), second.until(frame)]);
  });

  test('the same session anew replaces the old stream', async () => {
    const { connect, services, mine } = await listen();
    const before = await connect('tab1');
    await before.until(':ok');
    const ended = once(before.response, 'end');
    const after = await connect('tab1');
    await Promise.all([ended, after.until(':ok')]);
    services.streams.send(mine('tab1'), message);
    await after.until(frame);
    expect(before.received()).toBe(':ok\n\n');
  });

  test('a reader that leaves is forgotten', async () => {
    const { connect, services, mine } = await listen();
    const { request, until } = await connect('tab1');
    await until(':ok');
    expect(services.streams.isConnected(mine('tab1'))).toBe(true);
    request.destroy();
    while (services.streams.isConnected(mine('tab1'))) await nextTurn();
  });

  test.each(['', '?sessionId=', '?sessionId=a%20b', `?sessionId=${'x'.repeat(65)}`, '?sessionId=a&sessionId=b'])(
    'a session id is needed: %s',
    async (query) => {
      const { app } = await createTestApp();
      const response = await app.inject(`/rest/push${query}`);
      expect(response.statusCode).toBe(400);
      expect(response.json().message).toContain('sessionId');
    },
  );

  test('the streams of one user have a limit', async () => {
    const { connect, services, mine } = await listen();
    for (let index = 0; index < 100; index += 1) await connect(`tab${index}`);
    const { response } = await connect('onemore');
    expect(response.statusCode).toBe(429);
    expect(response.headers['content-type']).toMatch(/json/);
    services.streams.send(mine('tab1'), message);
  });
});

const fakeResponse = () => {
  const written: string[] = [];
  const response = {
    destroyed: false,
    writableLength: 0,
    write(text: string) {
      written.push(text);
      return true;
    },
    writeHead: () => response,
    on: () => response,
    end: () => response,
    destroy() {
      response.destroyed = true;
    },
  };
  return {
    response,
    written,
    asResponse: response as unknown as Parameters<ReturnType<typeof createEventStreams>['open']>[0]['response'],
  };
};

describe('streams of several processes', () => {
  test('deliver to a session wherever its stream is, which is one place', async () => {
    const instance = await createTestInstance();
    const [one, two] = await Promise.all([instance.join('web'), instance.join('web')]);
    const [here, there] = [createEventStreams({ bus: one.bus }), createEventStreams({ bus: two.bus })];
    onTestFinished(() => {
      here.close();
      there.close();
    });
    const first = fakeResponse();
    there.open({ sessionId: 'tab1', user: member('u'), belongsTo: 'open', response: first.asResponse, headers: {} });
    here.send(tabOf('tab1'), message);
    await vi.waitFor(() => expect(first.written).toEqual([':ok\n\n', frame]));
    const second = fakeResponse();
    here.open({ sessionId: 'tab1', user: member('u'), belongsTo: 'open', response: second.asResponse, headers: {} });
    await vi.waitFor(() => expect(there.isConnected(tabOf('tab1'))).toBe(false));
    there.send(tabOf('tab1'), message);
    there.broadcast(message);
    await vi.waitFor(() => expect(second.written).toEqual([':ok\n\n', frame, frame]));
    expect(first.written).toHaveLength(2);
  });
});

test("a session of the same name does not end another user's stream in another process", async () => {
  const instance = await createTestInstance();
  const [one, two] = await Promise.all([instance.join('web'), instance.join('web')]);
  const [here, there] = [createEventStreams({ bus: one.bus }), createEventStreams({ bus: two.bus })];
  onTestFinished(() => {
    here.close();
    there.close();
  });
  there.open({
    sessionId: 'tab1',
    user: member('u'),
    belongsTo: 'open',
    response: fakeResponse().asResponse,
    headers: {},
  });
  here.open({
    sessionId: 'tab1',
    user: member('v'),
    belongsTo: 'open',
    response: fakeResponse().asResponse,
    headers: {},
  });
  const last = fakeResponse();
  there.open({ sessionId: 'last', user: member('u'), belongsTo: 'open', response: last.asResponse, headers: {} });
  // Messages of a process arrive in their order: after this one the news of the session has come.
  here.send(tabOf('last'), message);
  await vi.waitFor(() => expect(last.written).toContain(frame));
  expect(there.isConnected(tabOf('tab1'))).toBe(true);
});

describe('streams', () => {
  test('a reader that falls too far behind is let go', () => {
    const streams = createEventStreams();
    onTestFinished(() => streams.close());
    const { response, asResponse } = fakeResponse();
    streams.open({ sessionId: 'tab1', user: member('u'), belongsTo: 'open', response: asResponse, headers: {} });
    streams.send(tabOf('tab1'), message);
    expect(streams.isConnected(tabOf('tab1'))).toBe(true);
    response.writableLength = 100 * 1024 * 1024;
    streams.send(tabOf('tab1'), message);
    expect(response.destroyed).toBe(true);
    expect(streams.isConnected(tabOf('tab1'))).toBe(false);
    streams.send(tabOf('tab1'), message);
  });

  const openIn = (streams: ReturnType<typeof createEventStreams>, sessionId: string, user: Actor) => {
    const { written, asResponse } = fakeResponse();
    streams.open({ sessionId, user, belongsTo: 'open', response: asResponse, headers: {} });
    return () => written.slice(1);
  };

  test('of different users are apart, also under the name of the same session', () => {
    const streams = createEventStreams();
    onTestFinished(() => streams.close());
    const [mine, theirs] = [openIn(streams, 'tab1', member('u')), openIn(streams, 'tab1', member('v'))];
    streams.send(tabOf('tab1', 'u'), message);
    expect([mine(), theirs()]).toEqual([[frame], []]);
    streams.send(tabOf('tab1', 'v'), message);
    expect([mine(), theirs()]).toEqual([[frame], [frame]]);
  });

  test('are told of a workflow where their user may see it', async () => {
    const streams = createEventStreams({ audienceOf: async (id) => (id === 5 ? ['u'] : []) });
    onTestFinished(() => streams.close());
    const mine = openIn(streams, 'a', member('u'));
    const theirs = openIn(streams, 'b', member('v'));
    const owners = openIn(streams, 'c', { id: 'o', role: 'owner' });
    streams.tell(6, message);
    streams.tell(5, message);
    await vi.waitFor(() => expect(owners()).toEqual([frame, frame]));
    expect([mine(), theirs()]).toEqual([[frame], []]);
  });

  test('hear nothing more of a run when the share of its workflow was taken back', () => {
    const streams = createEventStreams();
    onTestFinished(() => streams.close());
    const mine = openIn(streams, 'tab1', member('u'));
    streams.send(tabOf('tab1', 'u', 5), message);
    streams.accessChanged(5, { lost: ['u'], gained: [] });
    streams.send(tabOf('tab1', 'u', 5), message);
    expect(mine()).toEqual([frame]);
    streams.send(tabOf('tab1', 'u', 6), message);
    streams.accessChanged(5, { lost: [], gained: ['u'] });
    streams.send(tabOf('tab1', 'u', 5), message);
    expect(mine()).toHaveLength(3);
  });

  test('a heartbeat keeps idle connections open', () => {
    vi.useFakeTimers();
    const streams = createEventStreams();
    onTestFinished(() => streams.close());
    const { written, asResponse } = fakeResponse();
    streams.open({ sessionId: 'tab1', user: member('u'), belongsTo: 'open', response: asResponse, headers: {} });
    vi.advanceTimersByTime(limits.pushHeartbeatInterval * 2);
    expect(written).toEqual([':ok\n\n', ':\n\n', ':\n\n']);
  });
});
