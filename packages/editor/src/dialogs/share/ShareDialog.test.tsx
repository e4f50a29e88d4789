import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/queries.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { allTypes, credential } from '../../credentials/for-test.ts';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { DialogStack } from '../DialogStack.tsx';
import { closeAllDialogs, type DialogProps, openDialog } from '../stack.ts';

const me = { id: 'me', email: 'me@a.example', firstName: 'Me', lastName: 'Myself' };
const ada = { id: 'ada', email: 'ada@a.example', firstName: 'Ada', lastName: 'Example' };
const header = (data = {}) =>
  credential('7', {
    name: 'Header',
    type: 'httpHeaderAuth',
    data: { name: 'X-Key', value: 'stored', allowedHttpRequestDomains: 'all', ...data },
  });
const types = allTypes.map((type) =>
  type.name === 'httpHeaderAuth'
    ? { ...type, properties: [...type.properties, { name: 'allowedHttpRequestDomains', type: 'options' }] }
    : type,
);

const show = async (props: Partial<DialogProps['share']> = {}, data = {}) => {
  const server = fakeServer({
    'GET /credential-types': { data: types },
    'GET /credentials/7': { data: header(data) },
    'GET /credentials': { data: [] },
    'PATCH /credentials/7': { data: header() },
    'GET /users/names': { data: [me, ada] },
    'GET /credentials/7/shares': { data: [] },
    'PUT /credentials/7/shares': { data: [] },
    'GET /workflows/3/shares': { data: [] },
    'PUT /workflows/3/shares': { data: [] },
    'GET /workflows/3': {
      data: { id: '3', nodes: [{ name: 'Call', credentials: { httpHeaderAuth: { id: '7', name: 'Header' } } }] },
    },
  });
  await renderAtAddress(<DialogStack />, '/workflow');
  openDialog('share', { resource: 'credential', id: '7', name: 'Header', ownedBy: me, ...props });
  const user = userEvent.setup();
  const add = async () => {
    await user.click(await screen.findByPlaceholderText('Add a person'));
    await user.click(await screen.findByRole('option', { name: /Ada/ }));
  };
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  return { server, user, add, save };
};

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  closeAllDialogs();
  vi.unstubAllGlobals();
});

test('a credential that may go to any host is shared for the hosts that are named', async () => {
  const { server, user, add, save } = await show();
  await add();
  await user.type(await screen.findByLabelText('Hosts for “Header”'), 'api.example.com');
  await save();
  await waitFor(() => expect(server.callsTo('PUT /credentials/7/shares')).toHaveLength(1));
  expect(server.callsTo('PATCH /credentials/7')[0]?.body).toEqual({
    data: {
      name: 'X-Key',
      value: 'stored',
      allowedHttpRequestDomains: 'domains',
      allowedDomains: 'api.example.com',
    },
  });
});

test('without hosts it is shared only after a question that says what that means', async () => {
  const { server, user, add, save } = await show();
  await add();
  await save();
  expect(await screen.findByText(/have the secret of “Header” sent to any host/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Name hosts' }));
  expect(server.callsTo('PUT /credentials/7/shares')).toEqual([]);
  await save();
  await user.click(await screen.findByRole('button', { name: 'Share anyway' }));
  await waitFor(() => expect(server.callsTo('PUT /credentials/7/shares')).toHaveLength(1));
  expect(server.callsTo('PATCH /credentials/7')).toEqual([]);
});

test('one that is limited is shared without a question', async () => {
  const { server, add, save } = await show({}, { allowedHttpRequestDomains: 'domains', allowedDomains: 'a.example' });
  await add();
  expect(screen.queryByLabelText('Hosts for “Header”')).toBeNull();
  await save();
  await waitFor(() => expect(server.callsTo('PUT /credentials/7/shares')).toHaveLength(1));
});

test('of a workflow it is asked who may edit it: they say where its nodes call', async () => {
  const { server, user, add, save } = await show({ resource: 'workflow', id: '3', name: 'Orders' });
  await add();
  expect(screen.queryByLabelText('Hosts for “Header”')).toBeNull();
  await user.click(screen.getByLabelText('What Ada Example may do', { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: 'Can edit' }));
  await user.type(await screen.findByLabelText('Hosts for “Header”'), '*.example.com');
  await save();
  await waitFor(() => expect(server.callsTo('PUT /workflows/3/shares')).toHaveLength(1));
  expect(server.callsTo('PATCH /credentials/7')).toHaveLength(1);
});

test('what was changed is not lost to the Escape key without a question', async () => {
  const { user, add } = await show();
  await add();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole('dialog', { name: /^Share/ })).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Close without saving' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
