import type { ServerSettings } from '@millrace/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient, settingsQuery } from '../api/queries.ts';
import { track } from './track.ts';

const set = (telemetry: object) =>
  queryClient.setQueryData(settingsQuery.queryKey, { telemetry } as unknown as ServerSettings);
const on = { enabled: true, config: { key: '', url: '/rest/telemetry-events' } };

const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'));
const sent = () =>
  fetch.mock.calls.flatMap(([, init]) => (JSON.parse(String(init.body)) as { events: { name: string }[] }).events);

beforeEach(() => {
  fetch.mockClear();
  vi.stubGlobal('fetch', fetch);
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('where nothing is collected nothing is sent', async () => {
  set({ enabled: false });
  track('pageViewed', { view: 'Workflows' });
  dispatchEvent(new Event('pagehide'));
  expect(fetch).not.toHaveBeenCalled();
});

test('events go together, to this instance alone, at the latest when the page is left', async () => {
  set(on);
  track('pageViewed', { view: 'Workflows' });
  track('nodeAdded', { sessionId: 'nodes_panel_session_1', nodeType: 'core.set' });
  await vi.waitFor(() => {
    dispatchEvent(new Event('pagehide'));
    expect(sent().map(({ name }) => name)).toEqual(['pageViewed', 'nodeAdded']);
  });
  expect(fetch.mock.calls[0]?.[0]).toBe('/rest/telemetry-events');
  expect(fetch.mock.calls[0]?.[1].keepalive).toBe(true);
});
