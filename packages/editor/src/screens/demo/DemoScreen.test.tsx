import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { client } from '../../api/client.ts';
import { currentUserQuery, queryClient, settingsQuery } from '../../api/queries.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { userFor } from '../../start/user-for-test.ts';
import { renderInApp } from '../../ui/render-for-test.tsx';
import { graph, setType } from '../../workflow/document-for-test.ts';
import { DemoScreen } from './DemoScreen.tsx';

const loadsOptions = {
  displayName: 'Channel',
  name: 'channel',
  type: 'options',
  default: '',
  typeOptions: { loadOptionsMethod: 'getChannels' },
};
const text = { displayName: 'Text', name: 'text', type: 'string', default: '' };
const full = { ...setType, properties: [loadsOptions, text], credentials: [{ name: 'slackApi', required: true }] };

const server = () =>
  fakeServer({
    'GET /login': { data: userFor('member') },
    'GET /node-types': { data: [setType] },
    'POST /node-types': { data: [full] },
    'GET /credential-types': { data: [{ name: 'slackApi', displayName: 'Slack account', properties: [] }] },
    'GET /credentials': { data: [] },
    'POST /node-parameter-options': { data: [] },
  });

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(settingsQuery.queryKey, { versionCli: '1.2.3', embedOrigins: [] } as never);
  queryClient.setQueryData(currentUserQuery.queryKey, userFor('member'));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The page around, which is this window in a test. */
const around = () => {
  const told: Record<string, unknown>[] = [];
  const listen = vi.spyOn(window, 'postMessage').mockImplementation(((text: string) => {
    told.push(JSON.parse(text));
  }) as never);
  const open = (workflow: unknown) =>
    act(() => {
      const data = JSON.stringify({ command: 'openWorkflow', workflow });
      window.dispatchEvent(Object.assign(new Event('message'), { source: window, origin: location.origin, data }));
    });
  return { told, open, listen };
};

const withNode = (more: object) => {
  const workflow = graph('A');
  Object.assign(workflow.nodes[0]!, more);
  return workflow;
};

test('it says that it is ready, shows what it is sent, and tells of the node that is opened and closed', async () => {
  server();
  const { told, open } = around();
  renderInApp(<DemoScreen />);
  expect(await screen.findByText('Nothing to show yet')).toBeTruthy();
  expect(told).toEqual([{ command: 'n8nReady', version: '1.2.3' }]);
  open(graph('Fetch Send', 'Fetch>Send'));
  const card = await screen.findByRole('group', { name: /^Fetch,/ });
  expect(screen.queryByRole('button', { name: /Run workflow|Add node|Reset zoom/ })).toBeNull();
  fireEvent.doubleClick(card);
  const panel = await screen.findByRole('dialog', { name: 'Fetch' });
  expect(told.at(-1)).toEqual({ command: 'openNDV' });
  fireEvent.click(within(panel).getByRole('button', { name: /^Close/ }));
  await waitFor(() => expect(told.at(-1)).toEqual({ command: 'closeNDV' }));
});

test('a workflow from outside has nothing asked, evaluated or run', async () => {
  const { calls } = server();
  const { open } = around();
  renderInApp(<DemoScreen />);
  await screen.findByText('Nothing to show yet');
  open(
    withNode({
      parameters: { channel: 'C1', text: '={{ $json.secret }}' },
      credentials: { slackApi: { id: '7', name: 'Theirs' } },
    }),
  );
  fireEvent.doubleClick(await screen.findByRole('group', { name: /^A,/ }));
  const panel = await screen.findByRole('dialog', { name: 'A' });
  expect(await within(panel).findByRole('combobox', { name: /Slack account/ })).toHaveProperty('value', 'Theirs');
  const field = await within(panel).findByRole('textbox', { name: 'Text' });
  await waitFor(() => expect(field.textContent).toBe('{{ $json.secret }}'));
  const known = ['GET /login', 'GET /node-types', 'POST /node-types', 'GET /credential-types'];
  expect(calls.map(({ method, path }) => `${method} ${path}`).filter((call) => !known.includes(call))).toEqual([]);
  await expect(client.workflows.list()).rejects.toThrow();
  expect(calls.some(({ path }) => path.startsWith('/workflows'))).toBe(false);
});

test.each([[{ nodes: 'x' }], [undefined], [{ nodes: [{ name: 1 }], connections: {} }]])(
  '%j is refused, and the page around is told',
  async (workflow) => {
    server();
    const { told, open } = around();
    renderInApp(<DemoScreen />);
    await screen.findByText('Nothing to show yet');
    open(workflow);
    expect(await screen.findByRole('heading', { name: 'Could not import workflow' })).toBeTruthy();
    expect(told.at(-1)).toMatchObject({
      command: 'error',
      message: expect.stringMatching(/^Could not import workflow: ./),
    });
    open(graph('B'));
    expect(await screen.findByRole('group', { name: /^B,/ })).toBeTruthy();
  },
);

test('without a session the page around is told, and no sign-in is shown', async () => {
  fakeServer({ 'GET /login': { status: 401, body: { message: 'Not signed in' } } });
  queryClient.setQueryData(currentUserQuery.queryKey, null);
  const { told } = around();
  renderInApp(<DemoScreen />);
  expect(await screen.findByRole('heading', { name: 'Sign in to see this workflow' })).toBeTruthy();
  expect(told).toEqual([{ command: 'error', message: 'Sign in to see this workflow' }]);
});

test('a failure to load the node types is told, and tried again', async () => {
  let isBroken = true;
  fakeServer({
    'GET /login': { data: userFor('member') },
    'GET /credential-types': { data: [] },
    'GET /node-types': () => (isBroken ? { status: 500, body: { message: 'Broken' } } : { data: [setType] }),
  });
  const { told } = around();
  renderInApp(<DemoScreen />);
  expect(await screen.findByText('The node types could not be loaded.')).toBeTruthy();
  expect(told).toEqual([{ command: 'error', message: 'The node types could not be loaded.' }]);
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(told.at(-1)).toEqual({ command: 'n8nReady', version: '1.2.3' }));
});
