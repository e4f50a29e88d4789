import { describe, expect, it } from 'vitest';
import { listenWith } from '../connections/listening.testing.ts';
import { sseTrigger } from './sse-trigger.node.ts';

const url = 'https://api.example/events';
const events = { 'content-type': 'text/event-stream; charset=utf-8' };

const listen = (
  body: string | Uint8Array,
  more: { status?: number; headers?: Record<string, string> } = {},
  staticData = {},
) =>
  listenWith(sseTrigger, {
    parameters: { url },
    staticData: { 'node:Node': staticData },
    host: {
      http: ({ headers }) => ({ headers: events, body, ...more, statusText: headers?.['last-event-id'] ?? '' }),
    },
  });

describe('SSE Trigger', () => {
  it('starts with each event: JSON as it is, anything else as text', async () => {
    const listener = listen(
      'data: {"a":1}\n\n: comment\n\nid: 7\nevent: message\ndata: two\ndata: lines\n\ndata: [1]\n\n',
    );
    expect(await listener.ended).toBeUndefined();
    expect(listener.events.map(({ items }) => items)).toEqual([
      [{ json: { a: 1 } }],
      [{ json: { data: 'two\nlines' } }],
      [{ json: { data: [1] } }],
    ]);
    expect(listener.events.map(({ options }) => options)).toEqual([{}, { key: '7' }, {}]);
    expect(listener.events.map(({ staticData }) => staticData)).toEqual([
      {},
      { lastEventId: '7' },
      { lastEventId: '7' },
    ]);
  });

  it('passes over events of other names, and half of one', async () => {
    const listener = listen('event: ping\ndata: {}\n\ndata: {"whole":true}\n\ndata: {"half"');
    await listener.ended;
    expect(listener.events.map(({ items }) => items[0]?.json)).toEqual([{ whole: true }]);
  });

  it('goes on after the last event that it has seen', async () => {
    const heard: unknown[] = [];
    const listener = listenWith(sseTrigger, {
      parameters: { url },
      staticData: { 'node:Node': { lastEventId: '41' } },
      host: {
        http: ({ headers, streamed }) => {
          heard.push([headers?.['last-event-id'], headers?.accept, streamed]);
          return { headers: events, body: 'id: 42\ndata: 1\n\n' };
        },
      },
    });
    await listener.ended;
    expect(heard).toEqual([['41', 'text/event-stream', true]]);
    expect(listener.events[0]?.staticData).toEqual({ lastEventId: '42' });
  });

  it.each([
    [{ status: 401, headers: {} }, 'The service answered with 401'],
    [{ status: 204 }, 'The server has no events to send (204)'],
    [{ headers: { 'content-type': 'text/html' } }, 'The address does not send events'],
  ])('%j says what is wrong', async (answer, message) => {
    const listener = listen('', answer);
    expect(await listener.ended).toMatchObject({ message: expect.stringContaining(message) });
    expect(listener.events).toEqual([]);
  });
});
