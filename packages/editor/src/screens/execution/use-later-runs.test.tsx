import type { ExecutionOutline } from '@millrace/contract';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../api/server-for-test.ts';
import { documentOf, keyOf } from '../../workflow/document-for-test.ts';
import { keysByName } from '../../workflow/keys.ts';
import { runCount } from '../../workflow/node-run.ts';
import { runFromOutline } from '../../workflow/run-view.ts';
import { openSession, type WorkflowSession } from '../../workflow/session.ts';
import { useLaterRuns } from './use-later-runs.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const document = documentOf('A', '');
const key = keyOf(document, 'A');

const page = (position: number, next?: number): ExecutionOutline => {
  const task = { startTime: 0, executionTime: 0, source: [] };
  const nodes = [{ position, node: 'A', runIndex: position, task, outputs: { main: [1] }, size: 2 }];
  return { id: '9', status: 'success', nodes, next } as unknown as ExecutionOutline;
};

const readRuns = (session: WorkflowSession): number => runCount(session.state().run.nodes[key]!);

it('adds the later node runs to those that are shown', async () => {
  let answer: (() => void) | undefined;
  fakeServer({
    'GET /executions/9/nodes': ({ path }) =>
      new Promise((given) => {
        answer = () => given({ data: path.endsWith('from=1') ? page(1, 2) : page(2) });
      }),
  });
  const first = page(0, 1);
  const session = openSession(document, {
    readOnly: true,
    run: runFromOutline(first, keysByName(document), document),
  });
  const { result } = renderHook(() => useLaterRuns(session, first));
  expect([result.current, readRuns(session)]).toEqual([1, 1]);
  await waitFor(() => expect(answer).toBeDefined());
  const next = answer!;
  answer = undefined;
  next();
  await waitFor(() => expect([result.current, readRuns(session)]).toEqual([2, 2]));
  await waitFor(() => expect(answer).toBeDefined());
  answer!();
  await waitFor(() => expect([result.current, readRuns(session)]).toEqual([null, 3]));
});

it('reads no more than the first page where that is all', () => {
  const server = fakeServer({});
  const only = page(0);
  const session = openSession(document);
  const { result } = renderHook(() => useLaterRuns(session, only));
  expect(result.current).toBeNull();
  expect(server.calls).toEqual([]);
});
