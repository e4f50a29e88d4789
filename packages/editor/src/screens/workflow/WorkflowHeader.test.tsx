import { limits } from '@millrace/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pushStore } from '../../api/push.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { isActivatedHidden } from '../../dialogs/activated/hidden.ts';
import { DialogStack } from '../../dialogs/DialogStack.tsx';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { setWorkflowName } from '../../workflow/commands/index.ts';
import { documentOf, setType, webhookType } from '../../workflow/document-for-test.ts';
import { SessionContext } from '../../workflow/hooks.ts';
import { openSession, type WorkflowSession } from '../../workflow/session.ts';
import { WorkflowHeader } from './WorkflowHeader.tsx';

let session: WorkflowSession;
const state = () => session.state();
const answers = {
  'GET /node-types': { data: [setType, webhookType] },
  'POST /workflows/5/patches': { data: { revision: 2 } },
};

const renderHeader = async (more: Parameters<typeof fakeServer>[0] = {}) => {
  const server = fakeServer({ ...answers, ...more });
  await act(() =>
    renderAtAddress(
      <SessionContext value={session}>
        <WorkflowHeader />
      </SessionContext>,
      '/workflow/5',
    ),
  );
  return { server, user: userEvent.setup() };
};

beforeEach(() => {
  session = openSession(documentOf('A'), { id: '5', revision: 1 });
});
afterEach(() => {
  cleanup();
  session.dispose();
  pushStore.setState({ connected: null });
  vi.unstubAllGlobals();
});

test('a new name is taken by Enter and stored at once', async () => {
  const { server, user } = await renderHeader();
  await user.click(screen.getByRole('button', { name: /^Rename workflow/ }));
  await user.keyboard('Orders{Enter}');
  expect(state().document.name).toBe('Orders');
  await waitFor(() =>
    expect(server.callsTo('POST /workflows/5/patches')[0]?.body).toEqual({
      revision: 1,
      patches: [{ op: 'replace', path: '/name', value: 'Orders' }],
    }),
  );
  await screen.findByRole('button', { name: 'Saved' });
});

test('leaving the field takes the name, Escape keeps the old one', async () => {
  const { user } = await renderHeader();
  await user.click(screen.getByRole('button', { name: /^Rename workflow/ }));
  await user.keyboard('Left');
  await user.tab();
  expect(state().document.name).toBe('Left');
  await user.click(screen.getByRole('button', { name: /^Rename workflow/ }));
  await user.keyboard('Dropped{Escape}');
  expect(state().document.name).toBe('Left');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('an empty name gives way to the old one, and an endless one stays in its field', async () => {
  const { server, user } = await renderHeader();
  await user.click(screen.getByRole('button', { name: /^Rename workflow/ }));
  await user.clear(screen.getByRole('textbox'));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Rename workflow: Test' })).toBeTruthy();
  expect(server.callsTo('POST /workflows/5/patches')).toEqual([]);
  await user.click(screen.getByRole('button', { name: /^Rename workflow/ }));
  const field = screen.getByRole('textbox');
  await user.paste('x'.repeat(limits.workflowNameMaxLength + 1));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('textbox')).toBe(field);
  expect(state().document.name).toBe('Test');
});

test('a long name is shown as far as the header has room, and is there whole', async () => {
  const name = `${'Orders of the north and the south, by day '.repeat(2)}2026`;
  session = openSession({ ...documentOf('A'), name }, { id: '5', revision: 1 });
  const { user } = await renderHeader();
  const shown = screen.getByRole('button', { name: `Rename workflow: ${name}` });
  expect(shown.textContent).toMatch(/^Orders.*\.\.\.2026$/);
  expect(shown.title).toBe(name);
  await user.click(shown);
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe(name);
});

test('nothing is saved under the old name while another one is refused in its field', async () => {
  const { server, user } = await renderHeader();
  session.dispatch('history.setWorkflowName', setWorkflowName('Changed'));
  await user.click(screen.getByRole('button', { name: /^Rename workflow/ }));
  const field = screen.getByRole('textbox');
  await user.clear(field);
  await user.paste('x'.repeat(limits.workflowNameMaxLength + 1));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await session.saves.save()).toBe(false);
  expect(server.callsTo('POST /workflows/5/patches')).toEqual([]);
  expect(screen.getByRole('textbox')).toBe(field);
  await user.type(field, '{Escape}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.callsTo('POST /workflows/5/patches')).toHaveLength(1));
});

test('the save button says how the workflow stands', async () => {
  const { user } = await renderHeader();
  expect(screen.getByRole('button', { name: 'Saved' })).toBeTruthy();
  act(() => session.store.setState({ savedAt: -1 }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Saved' });
});

test('the save button takes nobody away from the canvas', async () => {
  const { user } = await renderHeader();
  act(() => session.store.setState({ savedAt: -1 }));
  const canvas = document.createElement('section');
  canvas.tabIndex = 0;
  document.body.append(canvas);
  canvas.focus();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(document.activeElement).toBe(canvas);
  canvas.remove();
});

test('undo names the step that it takes back', async () => {
  const { user } = await renderHeader();
  expect(screen.getByRole('button', { name: 'Nothing to undo' }).hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('button', { name: /^Rename workflow/ }));
  await user.keyboard('New{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Undo: Rename workflow' }));
  expect(state().document.name).toBe('Test');
});

test('without the event stream there is a warning in place of the actions', async () => {
  await renderHeader();
  act(() => pushStore.setState({ connected: false }));
  expect(screen.getByRole('status').textContent).toContain('Connection lost');
  expect(screen.queryByRole('button', { name: /Save/ })).toBeNull();
});

test('a workflow without a trigger that starts by itself cannot be activated', async () => {
  await renderHeader();
  const toggle = await screen.findByRole('switch');
  expect(toggle.hasAttribute('disabled')).toBe(true);
  const [key = ''] = Object.keys(state().document.nodes);
  act(() =>
    session.dispatch('history.addNode', (draft) => {
      draft.nodes[key]!.data.type = 'core.webhook';
    }),
  );
  await waitFor(() => expect(screen.getByRole('switch').hasAttribute('disabled')).toBe(false));
});

test('an instance that runs no workflows offers no activation', async () => {
  await renderHeader({ 'GET /settings': { data: { demoMode: false } } });
  await waitFor(() => expect(screen.queryByRole('switch')).toBeNull());
});

test('a trigger that has failed is told beside the switch', async () => {
  session = openSession(documentOf('A'), { id: '5', revision: 1, active: true });
  const failing = { node: 'Feed', part: 'poll', status: 'failing', since: '2026-01-01T00:00:00.000Z' };
  await renderHeader({
    'GET /active': { data: ['5'] },
    'GET /active/triggers/5': {
      data: [{ ...failing, message: 'The feed is closed', nextTry: '2026-01-01T00:01:00.000Z' }],
    },
  });
  expect(await screen.findByRole('button', { name: /^A trigger of this workflow has failed/ })).toBeTruthy();
});

test('an activation says what it means until the person wants that no more', async () => {
  localStorage.clear();
  session = openSession(documentOf('A'), { id: '5', revision: 1 });
  const [key = ''] = Object.keys(state().document.nodes);
  session.dispatch('history.addNode', (draft) => {
    draft.nodes[key]!.data.type = 'core.webhook';
  });
  const answers = { id: '5', name: 'Test', active: true, nodes: [], connections: {}, revision: 2, settings: {} };
  const address = { method: 'POST', url: 'https://own/webhook/orders', testUrl: 'https://own/webhook-test/orders' };
  const { user } = await renderHeader({
    'POST /node-types': { data: [{ ...webhookType, properties: [] }] },
    'POST /node-webhooks': { data: [address] },
    'PATCH /workflows/5': { data: answers },
  });
  await renderAtAddress(<DialogStack />, '/workflow/5');
  await user.click(await screen.findByRole('switch'));
  const dialog = await screen.findByRole('dialog', { name: 'Workflow activated' });
  expect(await within(dialog).findByRole('button', { name: /https:\/\/own\/webhook\/orders/ })).toBeTruthy();
  expect(within(dialog).getByRole('link', { name: 'Show executions' }).getAttribute('href')).toBe(
    '/workflow/5/executions',
  );
  await user.click(within(dialog).getByRole('checkbox', { name: 'Don’t show again' }));
  await user.click(within(dialog).getByRole('button', { name: 'Got it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(isActivatedHidden()).toBe(true);
});
