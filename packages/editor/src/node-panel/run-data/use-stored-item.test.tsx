import type { TaskData } from '@millrace/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../api/server-for-test.ts';
import { documentOf, keyOf } from '../../workflow/document-for-test.ts';
import { SessionContext } from '../../workflow/hooks.ts';
import { emptyRun } from '../../workflow/run-view.ts';
import { openSession } from '../../workflow/session.ts';
import { useStoredItem } from './use-stored-item.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const document = documentOf('A', '');
const task: TaskData = {
  startTime: 0,
  executionTime: 0,
  source: [],
  stored: { position: 3, outputs: { main: [1_000_000] }, size: 90_000_000 },
};
const place = { key: keyOf(document, 'A'), run: 0, output: 0, task };

const chosen = (index: number) => {
  const server = fakeServer({
    'GET /executions/7/nodes/3/items': { data: { total: 1_000_000, items: [{ json: { id: 777_777 } }] } },
  });
  const session = openSession(document, { run: { ...emptyRun, executionId: '7' } });
  const client = new QueryClient();
  const { result } = renderHook(() => useStoredItem(place, index), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>
        <SessionContext value={session}>{children}</SessionContext>
      </QueryClientProvider>
    ),
  });
  return { server, result };
};

it('reads the one item that is wanted', async () => {
  const { server, result } = chosen(777_777);
  await waitFor(() => expect(result.current).toEqual({ json: { id: 777_777 } }));
  expect(server.calls.map(({ path }) => path.split('?')[1])).toEqual(['output=0&offset=777777&limit=1']);
});

it('reads nothing where none is wanted or there is none', () => {
  for (const index of [-1, 1_000_000]) {
    const { server, result } = chosen(index);
    expect(result.current).toBeUndefined();
    expect(server.calls).toEqual([]);
  }
});
