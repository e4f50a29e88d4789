import type { TaskData } from '@millrace/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { type FakeCall, fakeServer } from '../../api/server-for-test.ts';
import { renderInApp } from '../../ui/render-for-test.tsx';
import { documentOf, keyOf } from '../../workflow/document-for-test.ts';
import { SessionContext } from '../../workflow/hooks.ts';
import { keysByName } from '../../workflow/keys.ts';
import { emptyRun } from '../../workflow/run-view.ts';
import { openSession } from '../../workflow/session.ts';
import type { RunView } from '../../workflow/types.ts';
import { StoredItems } from './StoredItems.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const document = documentOf('A', '');
const key = keyOf(document, 'A');
const itemsAddress = 'GET /executions/7/nodes/3/items';

const pageOf = ({ path }: FakeCall) => {
  const query = new URLSearchParams(path.split('?')[1]);
  const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
  return {
    data: { total: 60, items: Array.from({ length: limit }, (_, at) => ({ json: { name: `item ${offset + at}` } })) },
  };
};

const show = (stored: Partial<NonNullable<TaskData['stored']>>, answers: Parameters<typeof fakeServer>[0] = {}) => {
  const server = fakeServer({ [itemsAddress]: pageOf, ...answers });
  const run: RunView = { ...emptyRun, executionId: '7', status: 'success', keys: keysByName(document) };
  const task = { startTime: 0, executionTime: 0, source: [], stored: { outputs: { main: [60] }, ...stored } };
  renderInApp(
    <SessionContext value={openSession(document, { run })}>
      <StoredItems nodeKey={key} task={task} runIndex={0} output={0} source={{ isInput: false }} />
    </SessionContext>,
  );
  return server;
};

it('reads the page on screen, and another when it is turned', async () => {
  const server = show({ position: 3, size: 5000 });
  await screen.findByRole('cell', { name: 'item 0' });
  expect(screen.getByText('60 items')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByRole('cell', { name: 'item 25' });
  expect(server.calls.map(({ path }) => path.split('?')[1])).toEqual([
    'output=0&offset=0&limit=25',
    'output=0&offset=25&limit=25',
  ]);
});

it('searches the page on screen, and says that it is no more', async () => {
  show({ position: 3, size: 5000 });
  await screen.findByRole('cell', { name: 'item 0' });
  await userEvent.click(screen.getByRole('button', { name: 'Search this page' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Search this page' }), 'item 24');
  expect(await screen.findByText('1 of 25 items in this page')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Search this page' }), '0');
  expect(await screen.findByText('No item in this page contains “item 240”.')).toBeTruthy();
  expect(screen.getByText('Only the page on screen was searched, of 60 items.')).toBeTruthy();
});

it('asks before it reads a lot of data', async () => {
  const server = show({ position: 3, size: 2_048_000 });
  expect(screen.getByText(/2,000 kB/)).toBeTruthy();
  expect(server.calls).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Display data anyway' }));
  await screen.findByRole('cell', { name: 'item 0' });
});

it('finds out where the result of a run under way is stored', async () => {
  show(
    {},
    {
      'GET /executions/7/nodes': {
        data: { nodes: [{ node: 'A', runIndex: 0, position: 3, task: {}, outputs: {}, size: 0 }] },
      },
    },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Display data anyway' }));
  await screen.findByRole('cell', { name: 'item 0' });
});

it('says why a page cannot be read, and tries again', async () => {
  let isDown = true;
  const answer = (call: FakeCall) =>
    isDown ? { status: 500, body: { code: 1002, error: 'internal', message: 'Out of order' } } : pageOf(call);
  show({ position: 3, size: 10 }, { [itemsAddress]: answer });
  await screen.findByText('Out of order');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('cell', { name: 'item 0' })).toBeTruthy());
});
