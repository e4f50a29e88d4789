import { type Credential, credentialPlaceholder } from '@millrace/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/queries.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { allTypes, credential } from '../../credentials/for-test.ts';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { DialogStack } from '../DialogStack.tsx';
import { closeAllDialogs, type DialogProps, openDialog } from '../stack.ts';

type Answers = Parameters<typeof fakeServer>[0];

const slack = credential('7', {
  name: 'Team',
  data: { token: credentialPlaceholder, workspace: 'acme' },
});
const account = (more: Partial<Credential> = {}) =>
  credential('8', {
    name: 'Mine',
    type: 'accountOAuth2Api',
    data: { clientId: 'me', clientSecret: credentialPlaceholder },
    nodesAccess: [{ nodeType: 'core.httpRequest' }],
    ...more,
  });

const stored = (one: Credential): Answers => ({
  [`GET /credentials/${one.id}`]: { data: one },
  [`PATCH /credentials/${one.id}`]: ({ body }) => ({ data: { ...one, ...(body as object), data: undefined } }),
});

const ok = { 'POST /credentials/test': { data: { status: 'OK', message: 'fine' } } };

const show = async (props: DialogProps['credentialEdit'], answers: Answers = {}) => {
  const server = fakeServer({
    'GET /credential-types': { data: allTypes },
    'GET /credentials': { data: [] },
    'GET /credentials/new': { data: { name: 'Slack account 2' } },
    'GET /node-types': { data: [] },
    'GET /settings': {
      data: { oauthCallbackUrls: { oauth1: 'https://m.example/1', oauth2: 'https://m.example/2' } },
    },
    'POST /credentials': ({ body }) => ({ data: { ...credential('9'), ...(body as object), data: undefined } }),
    ...ok,
    ...answers,
  });
  await renderAtAddress(<DialogStack />, '/workflow');
  openDialog('credentialEdit', props);
  const user = userEvent.setup();
  return { server, user };
};

const dialog = () => screen.findByRole('dialog');
const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name, { selector: 'input' });
const button = (name: string | RegExp) => screen.queryByRole('button', { name });

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  closeAllDialogs();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('a new credential', () => {
  test('has the name that the server gives, its type below, its fields, and nothing to save or delete', async () => {
    const { server } = await show({ type: 'slackApi' });
    expect(await screen.findByRole('button', { name: 'Rename credentials: Slack account 2' })).toBeTruthy();
    expect(server.callsTo('GET /credentials/new')[0]?.path).toContain('name=Slack+account');
    expect(within(await dialog()).getByText('Slack API')).toBeTruthy();
    expect((await field('Retries')).value).toBe('3');
    expect((await field('Workspace')).placeholder).toBe('my-team');
    expect(screen.getByText('It begins with xoxb')).toBeTruthy();
    expect(button('Save')).toBeNull();
    expect(button('Delete credentials')).toBeNull();
    expect(screen.getByRole('link', { name: 'How to set up Slack' }).getAttribute('href')).toBe(
      'https://docs.example/slack',
    );
  });

  test('falls back to a name where none can be had', async () => {
    await show({ type: 'slackApi' }, { 'GET /credentials/new': { status: 500, body: { message: 'no' } } });
    expect(await screen.findByRole('button', { name: /Unnamed credential/ })).toBeTruthy();
  });

  test('is stored with its defaults for all nodes, then tested, and told to whoever asked for it', async () => {
    const onSaved = vi.fn();
    const { server, user } = await show({ type: 'slackApi', onSaved });
    await user.type(await field('Access Token'), 'xoxb');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Connection tested successfully')).toBeTruthy();
    expect(server.callsTo('POST /credentials')[0]?.body).toEqual({
      name: 'Slack account 2',
      type: 'slackApi',
      data: { token: 'xoxb', retries: 3, workspace: '' },
      nodesAccess: [{ nodeType: 'core.slack' }],
    });
    expect(server.callsTo('POST /credentials/test')[0]?.body).toMatchObject({ credentials: { id: '9' } });
    expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ id: '9' }));
    expect(await screen.findByRole('button', { name: 'Saved' })).toHaveProperty('disabled', true);
    expect(button('Delete credentials')).toBeTruthy();
  });

  test('with a name that is wanted has that one', async () => {
    await show({ type: 'slackApi', name: 'From import' });
    expect(await screen.findByRole('button', { name: /From import/ })).toBeTruthy();
  });

  test('that cannot be stored is told of, and stays open', async () => {
    const { user } = await show(
      { type: 'slackApi' },
      { 'POST /credentials': { status: 500, body: { message: 'Full' } } },
    );
    await user.type(await field('Access Token'), 'x');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false));
    expect(await dialog()).toBeTruthy();
  });
});

describe('a stored credential', () => {
  test('is shown with its secrets as dots, defaults where it lacks a field, and tested at once', async () => {
    const { server } = await show({ id: '7' }, stored(slack));
    expect((await field('Access Token')).value).toMatch(/^•+$/);
    expect((await field('Workspace')).value).toBe('acme');
    expect((await field('Retries')).value).toBe('3');
    expect(await screen.findByText('Connection tested successfully')).toBeTruthy();
    expect(server.callsTo('POST /credentials/test')[0]?.body).toMatchObject({
      credentials: { id: '7', data: { token: credentialPlaceholder } },
    });
  });

  test('keeps its secrets unless they are typed anew', async () => {
    const { server, user } = await show({ id: '7' }, stored(slack));
    await user.type(await field('Workspace'), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Saved' });
    const token = await field('Access Token');
    await user.click(token);
    await user.keyboard('new');
    expect((await field('Access Token')).value).toBe('new');
    expect(document.activeElement).toBe(token);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsTo('PATCH /credentials/7')).toHaveLength(2));
    const sent = server.callsTo('PATCH /credentials/7').map(({ body }) => (body as { data: object }).data);
    expect(sent).toMatchObject([{ token: credentialPlaceholder, workspace: 'acme!' }, { token: 'new' }]);
  });

  test('that is not complete is not tested: what is missing is told', async () => {
    const { server } = await show({ id: '7' }, stored({ ...slack, data: { workspace: 'acme' } }));
    expect(await screen.findByText('Please check the errors below.')).toBeTruthy();
    expect(screen.getByText('This field is required')).toBeTruthy();
    expect(server.callsTo('POST /credentials/test')).toEqual([]);
  });

  test('is renamed; an empty name becomes one with the type', async () => {
    const { server, user } = await show({ id: '7' }, stored(slack));
    await user.click(await screen.findByRole('button', { name: 'Rename credentials: Team' }));
    const name = screen.getByRole('textbox', { name: 'Rename credentials' });
    expect(name).toHaveProperty('maxLength', 64);
    await user.clear(name);
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: /Untitled Slack API/ })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.callsTo('PATCH /credentials/7')[0]?.body).toMatchObject({ name: 'Untitled Slack API' }),
    );
  });

  test('says who may use it, when it was made, and its id', async () => {
    const { server, user } = await show({ id: '7' }, stored(slack));
    await user.click(await screen.findByRole('tab', { name: 'Details' }));
    const node = await screen.findByRole('checkbox', { name: /core.slack/ });
    expect(node).toHaveProperty('checked', true);
    expect(screen.getByText('Created').nextSibling?.textContent).toMatch(/^2026-01-01/);
    expect(screen.getByText('Last modified').nextSibling?.textContent).toMatch(/^2026-01-02/);
    expect(screen.getByRole('textbox', { name: 'ID' })).toHaveProperty('value', '7');
    await user.click(node);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsTo('PATCH /credentials/7')[0]?.body).toMatchObject({ nodesAccess: [] }));
  });

  test('that is gone, or of a type that is not known, is told of and not shown', async () => {
    await show({ id: '5' }, { 'GET /credentials/5': { status: 404, body: { message: 'x' } } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    cleanup();
    closeAllDialogs();
    await show({ type: 'nothingApi' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('of somebody else is read and neither changed nor deleted', async () => {
    const owner = { id: 'u', email: 'ada@a.example', firstName: 'Ada', lastName: 'L' };
    await show({ id: '7' }, stored({ ...slack, ownedBy: owner, permissions: ['use', 'read'] }));
    expect((await field('Workspace')).readOnly).toBe(true);
    expect(screen.getByText('Slack API · Shared by Ada L')).toBeTruthy();
    expect(button(/^Save/)).toBeNull();
    expect(button('Delete credentials')).toBeNull();
  });

  test('is shared where there are accounts', async () => {
    const ada = {
      id: 'me',
      email: 'ada@a.example',
      firstName: 'Ada',
      lastName: 'L',
      globalRole: { id: '1', name: 'owner' },
    };
    const { user } = await show(
      { id: '7' },
      {
        ...stored(slack),
        'GET /login': { data: ada },
        'GET /settings': { data: { userManagement: { enabled: true }, templates: { enabled: false } } },
        'GET /credentials/7/shares': { data: [] },
        'GET /users/names': { data: [{ id: 'u2', email: 'bo@a.example', firstName: 'Bo', lastName: null }] },
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Share credentials' }));
    expect(await screen.findByRole('dialog', { name: 'Share “Team”' })).toBeTruthy();
  });

  test('is deleted after a question that names the workflows that use it', async () => {
    const { server, user } = await show(
      { id: '7' },
      {
        ...stored(slack),
        'GET /credentials/7/uses': {
          data: { workflows: [{ id: '1', name: 'Orders', active: true, nodes: ['Slack'] }], others: 2 },
        },
        'DELETE /credentials/7': { data: true },
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Delete credentials' }));
    expect(await screen.findByText(/“Orders” \(active\), 2 that you cannot see/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Yes, delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo('DELETE /credentials/7')).toHaveLength(1);
  });
});

describe('a test', () => {
  test('that fails says so with details, and is tried again', async () => {
    let times = 0;
    const { server, user } = await show(
      { id: '7' },
      {
        ...stored(slack),
        'POST /credentials/test': () => ({
          data: times++ === 0 ? { status: 'Error', message: 'The key is wrong' } : { status: 'OK', message: '' },
        }),
      },
    );
    const banner = await screen.findByRole('alert');
    expect(within(banner).getByText('Couldn’t connect with these settings')).toBeTruthy();
    expect(screen.queryByText('The key is wrong')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More details' }));
    expect(screen.getByText('The key is wrong')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Connection tested successfully')).toBeTruthy();
    expect(screen.queryByText('Couldn’t connect with these settings')).toBeNull();
    expect(server.callsTo('POST /credentials/test')).toHaveLength(2);
  });

  test('that could not be asked for has failed', async () => {
    await show({ id: '7' }, { ...stored(slack), 'POST /credentials/test': { status: 500, body: { message: 'Down' } } });
    expect(await screen.findByText('Couldn’t connect with these settings')).toBeTruthy();
  });

  test('is not made of what cannot be tried', async () => {
    const { server } = await show({ id: '7' }, stored({ ...slack, data: { token: '={{ 1 }}' } }));
    await field('Workspace');
    await screen.findByRole('button', { name: 'Saved' });
    expect(server.callsTo('POST /credentials/test')).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('asks for the secrets again where they would go elsewhere', async () => {
    const body = { error: 'secretsNeeded', message: 'The host was changed.', hint: 'Type again: Access Token' };
    const { user } = await show({ id: '7' }, { ...stored(slack), 'PATCH /credentials/7': { status: 400, body } });
    await user.type(await field('Workspace'), '2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Type the secrets again')).toBeTruthy();
    expect(screen.getByText('The host was changed. Type again: Access Token')).toBeTruthy();
  });
});

describe('closing', () => {
  test('asks about changes, and tells what is missing if the person stays', async () => {
    const { user } = await show({ type: 'slackApi' });
    await user.type(await field('Workspace'), 'x');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const stay = await screen.findByRole('button', { name: 'Keep editing' });
    await waitFor(() => expect(document.activeElement).toBe(stay));
    await user.click(stay);
    expect(await screen.findByText('Please check the errors below.')).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Close without saving' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('asks where no account was connected', async () => {
    const { user } = await show({ id: '8' }, stored(account()));
    await field('Client ID');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Close without connecting?')).toBeTruthy();
  });

  test('asks nothing where nothing was changed', async () => {
    const { user } = await show({ type: 'slackApi' });
    await field('Workspace');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test('a field that was left empty is required from then on', async () => {
  const { user } = await show({ type: 'slackApi' });
  const token = await field('Access Token');
  expect(screen.queryByText('This field is required')).toBeNull();
  await user.click(token);
  await user.tab();
  expect(await screen.findByText('This field is required')).toBeTruthy();
});

describe('an account', () => {
  const opened = () => {
    const sign = { closed: false, close: vi.fn(), location: { replace: vi.fn() } };
    const open = vi.fn(() => sign);
    vi.stubGlobal('open', open);
    return { sign, open };
  };
  const address = { 'GET /oauth2-credential/auth': { data: 'https://provider.example/authorize?state=1' } };
  const tell = (message: object) => new BroadcastChannel('millrace-oauth').postMessage(message);

  test('is connected in a window of its own, after the credential was stored', async () => {
    const { sign, open } = opened();
    const { server, user } = await show({ id: '8' }, { ...stored(account()), ...address });
    expect(await screen.findByRole('textbox', { name: 'OAuth redirect URL' })).toHaveProperty(
      'value',
      'https://m.example/2',
    );
    await user.type(await field('Scope'), 'a');
    await user.click(screen.getByRole('button', { name: 'Connect my account' }));
    expect(open).toHaveBeenCalledWith('', expect.any(String), expect.stringMatching(/width=500,height=700/));
    await waitFor(() =>
      expect(sign.location.replace).toHaveBeenCalledWith('https://provider.example/authorize?state=1'),
    );
    const order = server.calls.map(({ method, path }) => `${method} ${path}`);
    expect(order.indexOf('PATCH /credentials/8')).toBeLessThan(order.indexOf('GET /oauth2-credential/auth?id=8'));
    tell({ credentialId: '8', result: 'success' });
    expect(await screen.findByText('Account connected')).toBeTruthy();
    expect(sign.close).toHaveBeenCalled();
    expect(button('Connect my account')).toBeNull();
    expect(button('Reconnect')).toBeTruthy();
  });

  test('of the first version of OAuth is connected by that', async () => {
    const { sign } = opened();
    const one = account({ type: 'accountOAuth1Api' });
    const { user } = await show(
      { id: '8' },
      {
        ...stored(one),
        'GET /oauth1-credential/auth': { data: 'https://provider.example/1' },
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Connect my account' }));
    await waitFor(() => expect(sign.location.replace).toHaveBeenCalledWith('https://provider.example/1'));
    expect(screen.getByRole('textbox', { name: 'OAuth redirect URL' })).toHaveProperty('value', 'https://m.example/1');
  });

  test('that is connected is given up by a change of a field', async () => {
    const one = account();
    const { user } = await show({ id: '8' }, stored({ ...one, data: { ...one.data, oauthTokenData: true } }));
    expect(await screen.findByText('Account connected')).toBeTruthy();
    expect(button('Connect my account')).toBeNull();
    await user.type(await field('Scope'), 'a');
    expect(await screen.findByRole('button', { name: 'Connect my account' })).toBeTruthy();
    expect(screen.queryByText('Account connected')).toBeNull();
  });

  test('of Google has the button by which people know it', async () => {
    await show({ type: 'googleSheetsOAuth2Api' });
    expect(await screen.findByRole('button', { name: 'Sign in with Google' })).toBeTruthy();
    expect(button('Connect my account')).toBeNull();
  });

  test('needs the required fields first', async () => {
    const { open } = opened();
    const { user } = await show({ type: 'accountOAuth2Api' });
    await user.click(await screen.findByRole('button', { name: 'Connect my account' }));
    expect(await screen.findByText('Please check the errors below.')).toBeTruthy();
    expect(open).not.toHaveBeenCalled();
  });

  test('that the service refuses is told with its reason', async () => {
    opened();
    const { user } = await show({ id: '8' }, { ...stored(account()), ...address });
    await user.click(await screen.findByRole('button', { name: 'Connect my account' }));
    await screen.findByText(/Waiting for you/);
    tell({ credentialId: '8', result: 'error', message: 'access_denied' });
    expect(await screen.findByText('The account was not connected')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'More details' }));
    expect(screen.getByText('access_denied')).toBeTruthy();
  });

  test('whose window was closed is asked for at the server, and else told to be missing', async () => {
    const { sign } = opened();
    const { user } = await show({ id: '8' }, { ...stored(account()), ...address });
    await user.click(await screen.findByRole('button', { name: 'Connect my account' }));
    await screen.findByText(/Waiting for you/);
    sign.closed = true;
    expect(await screen.findByText('The account was not connected')).toBeTruthy();
  });

  test('of which nothing can be opened or asked is told so', async () => {
    const open = vi.fn((): null | { close: () => void } => null);
    vi.stubGlobal('open', open);
    const { user } = await show(
      { id: '8' },
      {
        ...stored(account()),
        'GET /oauth2-credential/auth': { status: 400, body: { message: 'No authorization URL' } },
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Connect my account' }));
    expect(await screen.findByText('The browser blocked the sign-in window')).toBeTruthy();
    const close = vi.fn();
    open.mockReturnValue({ close });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(close).toHaveBeenCalled());
    expect(button('Connect my account')).toBeTruthy();
  });
});

test('Ctrl+S stores the credential, not the workflow behind it', async () => {
  const { server, user } = await show({ id: '7' }, stored(slack));
  await user.type(await field(/Workspace/), 'x');
  await user.keyboard('{Control>}[KeyS]{/Control}');
  await waitFor(() => expect(server.callsTo('PATCH /credentials/7')).toHaveLength(1));
});

test('after it was stored the focus is still in the dialog, so that Escape closes it', async () => {
  const { user } = await show({ id: '7' }, stored(slack));
  await user.type(await field(/Workspace/), 'x');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Saved' });
  const opened = await dialog();
  await waitFor(() => expect(opened.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('with an empty required field it is not stored: the field has the focus, on whichever tab the person was', async () => {
  const { server, user } = await show({ type: 'slackApi' });
  await user.type(await field('Workspace'), 'x');
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Please check the errors below.')).toBeTruthy();
  const token = await field('Access Token');
  await waitFor(() => expect(document.activeElement).toBe(token));
  expect(server.callsTo('POST /credentials')).toEqual([]);
});
