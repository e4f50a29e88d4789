import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/queries.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { documentOf } from '../../workflow/document-for-test.ts';
import { type Notice, onNotice } from '../../workflow/notices.ts';
import { openSession } from '../../workflow/session.ts';
import { DialogStack } from '../DialogStack.tsx';
import { closeAllDialogs, openDialog } from '../stack.ts';

const url = 'https://example.com/orders.json';

const node = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  ...more,
});

const imported = {
  name: 'Orders',
  nodes: [
    node('Start', 'core.manualTrigger', { maxTries: 'many' }),
    node('Firecrawl', '@mendable/n8n-nodes-firecrawl.firecrawl'),
    node('Odd', 'n8n-nodes-base.odd'),
    node('Newer', 'core.manualTrigger', { typeVersion: 7 }),
  ],
  connections: {},
};

const startType = {
  name: 'core.manualTrigger',
  version: 1,
  aliases: [],
  displayName: 'Manual Trigger',
  inputs: [],
  outputs: ['main'],
};

const show = async (answers: Parameters<typeof fakeServer>[0]) => {
  const server = fakeServer({
    'GET /node-types': { data: [startType] },
    ...answers,
  });
  const session = openSession(documentOf('A'));
  const notices: Notice[] = [];
  const end = onNotice((notice) => notices.push(notice));
  await renderAtAddress(<DialogStack />, '/workflow');
  openDialog('importFromUrl', { session });
  const field = await screen.findByRole('textbox', { name: 'URL of the workflow' });
  return { server, session, notices, field, end, user: userEvent.setup() };
};

afterEach(() => {
  cleanup();
  closeAllDialogs();
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('an address that is none of a workflow is refused before anything is asked', async () => {
  const { user, field, server } = await show({});
  await user.type(field, 'ftp://x/y.json{Enter}');
  expect(await screen.findByText(/begins with http:\/\/ or https:\/\/ and ends with .json/)).toBeTruthy();
  expect(server.callsTo('GET /workflows/from-url')).toEqual([]);
  await user.type(field, 'x');
  expect(screen.queryByText(/ends with .json/)).toBeNull();
});

test('what the server says of an address is said in the dialog, which stays', async () => {
  const message = 'example.com answered with the status 404.';
  const { user, field, session } = await show({
    'GET /workflows/from-url': { status: 400, body: { code: 2006, message } },
  });
  await user.type(field, `${url}{Enter}`);
  expect(await screen.findByText(message)).toBeTruthy();
  expect(session.state().document.name).not.toBe('Orders');
});

test('the workflow takes the place of the one on the canvas, and a report says what did not map', async () => {
  const { user, field, session, notices, end } = await show({ 'GET /workflows/from-url': { data: imported } });
  await user.type(field, `  ${url} {Enter}`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(session.state().document.name).toBe('Orders');
  expect(Object.values(session.state().document.nodes).map(({ data }) => data.type)).toEqual(
    imported.nodes.map(({ type }) => type),
  );
  await waitFor(() => expect(notices).toHaveLength(1));
  end();
  expect(notices[0]).toMatchObject({ kind: 'warning', title: '4 things are not as they were' });
  expect(notices[0]?.details?.split('\n')).toEqual([
    'Firecrawl: belongs to the package @mendable/n8n-nodes-firecrawl, which is not installed',
    'Odd: there is no node type n8n-nodes-base.odd here, so a run by hand that would come to it does not start, and any other fails there',
    'Newer: version 7 of its type is newer than the one here (1)',
    'Start: maxTries: "many" was left out',
  ]);
});
