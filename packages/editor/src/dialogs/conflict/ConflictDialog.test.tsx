import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../api/server-for-test.ts';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { setParameter, setWorkflowName } from '../../workflow/commands/index.ts';
import { documentOf, keyOf } from '../../workflow/document-for-test.ts';
import { SessionContext } from '../../workflow/hooks.ts';
import { openSession, type WorkflowSession } from '../../workflow/session.ts';
import { ConflictDialog } from './ConflictDialog.tsx';

let session: WorkflowSession;
afterEach(() => {
  cleanup();
  session.dispose();
  vi.unstubAllGlobals();
});

/** A save that met another URL, and another name of the workflow. */
const show = async () => {
  const document = documentOf('Fetch');
  const key = keyOf(document, 'Fetch');
  const path = `/nodes/${key}/data/parameters/url`;
  const theirs = [
    { op: 'add', path, value: 'https://theirs.example' },
    { op: 'replace', path: '/name', value: 'Theirs' },
  ];
  const conflict = { revision: 2, changes: [{ revision: 2, patches: theirs }] };
  const server = fakeServer({
    'POST /workflows/5/patches': ({ body }) =>
      (body as { revision: number }).revision === 1
        ? { status: 409, body: { code: 2001, error: 'workflowConflict', message: 'Changed.', conflict } }
        : { data: { revision: 3 } },
    'POST /workflows': { data: { id: '6', active: false, revision: 1 } },
  });
  session = openSession(document, { id: '5', revision: 1 });
  session.dispatch('history.setParameter', setParameter(key, ['url'], 'https://mine.example'));
  session.dispatch('history.setWorkflowName', setWorkflowName('Mine'));
  await session.saves.save();
  const { path: address } = await renderAtAddress(
    <SessionContext value={session}>
      <ConflictDialog />
    </SessionContext>,
    '/workflow/5',
  );
  const place = (name: RegExp) => within(screen.getByRole('group', { name }));
  return { server, key, place, address, user: userEvent.setup() };
};

test('each place shows both values in the words of the canvas, and is stored as chosen', async () => {
  const { server, key, place, user } = await show();
  const url = place(/Fetch.*url/);
  expect(url.getByText('https://mine.example')).toBeTruthy();
  expect(url.getByText('https://theirs.example')).toBeTruthy();
  expect(url.getByRole('radio', { name: /Mine/ })).toHaveProperty('checked', true);
  await user.click(url.getByRole('radio', { name: /Theirs/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(session.state().conflict).toBeNull());
  expect(session.state().document.nodes[key]?.data.parameters).toEqual({ url: 'https://theirs.example' });
  expect(server.callsTo('POST /workflows/5/patches')[1]?.body).toEqual({
    revision: 2,
    patches: [{ op: 'replace', path: '/name', value: 'Mine' }],
  });
});

test('the first choice has the focus, so that Enter saves nothing that was not looked at', async () => {
  const { place } = await show();
  await waitFor(() =>
    expect(document.activeElement).toBe(place(/Workflow.*Name/).getByRole('radio', { name: /Mine/ })),
  );
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
});

test('all places can be taken from one side', async () => {
  const { place, user } = await show();
  await user.click(screen.getByRole('button', { name: 'Take all of theirs' }));
  expect(place(/Workflow.*Name/).getByRole('radio', { name: /Theirs/ })).toHaveProperty('checked', true);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(session.state().document.name).toBe('Theirs'));
});

test('mine can be kept as a copy, which is then open', async () => {
  const { address, server, user } = await show();
  await user.click(screen.getByRole('button', { name: 'Save mine as a copy' }));
  await waitFor(() => expect(address()).toBe('/workflow/6'));
  expect(server.callsTo('POST /workflows')[0]?.body).toMatchObject({ name: 'Mine copy' });
});

test('put aside, it leaves everything as it was', async () => {
  const { user } = await show();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(session.state()).toMatchObject({ conflict: null, document: { name: 'Mine' }, revision: 1 });
});
