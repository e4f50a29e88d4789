import type { Credential, NodeTypeDescription, WorkflowNode } from '@millrace/contract';
import { withDefaults } from '@millrace/engine';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../api/queries.ts';
import { fakeServer } from '../../api/server-for-test.ts';
import { allTypes, credential } from '../../credentials/for-test.ts';
import { DialogStack } from '../../dialogs/DialogStack.tsx';
import { closeAllDialogs } from '../../dialogs/stack.ts';
import { renderAtAddress } from '../../ui/render-for-test.tsx';
import { Toasts } from '../../ui/Toasts.tsx';
import { documentOf, keyOf, nodeNamed } from '../../workflow/document-for-test.ts';
import { SessionContext, useNode } from '../../workflow/hooks.ts';
import { openSession } from '../../workflow/session.ts';
import { FieldsProvider, FieldValuesContext, type PanelContext } from '../panel-context.ts';
import { NodeCredentials } from './NodeCredentials.tsx';

const slackNode = {
  name: 'core.slack',
  aliases: [],
  version: 1,
  properties: [{ name: 'mode', displayName: 'Mode', type: 'string', default: 'token' }],
  credentials: [{ name: 'slackApi', required: true, displayOptions: { show: { mode: ['token'] } } }],
} as unknown as NodeTypeDescription;

interface Given {
  credentials?: Credential[];
  /** Of the nodes A and B. */
  held?: WorkflowNode['credentials'];
  parameters?: WorkflowNode['parameters'];
  readOnly?: boolean;
  ownedBy?: Credential['ownedBy'];
  answers?: Parameters<typeof fakeServer>[0];
}

const Panel = ({ nodeKey, readOnly }: { nodeKey: string; readOnly: boolean }) => {
  const node = useNode(nodeKey)?.data;
  if (!node) return null;
  const panel = { key: nodeKey, description: slackNode, readOnly, showsRequired: true, typeVersion: 1 };
  const stored = node.parameters ?? {};
  const values = withDefaults(slackNode.properties ?? [], stored, 1);
  return (
    <FieldsProvider value={panel as unknown as PanelContext}>
      <FieldValuesContext value={{ node, stored, values, issues: [] }}>
        <NodeCredentials />
      </FieldValuesContext>
    </FieldsProvider>
  );
};

const show = async ({ credentials = [], held, parameters, readOnly = false, ownedBy, answers }: Given) => {
  const server = fakeServer({
    'GET /node-types': { data: [] },
    'GET /settings': { data: {} },
    'GET /credential-types': { data: allTypes },
    'GET /credentials': () => ({ data: credentials }),
    'GET /credentials/new': { data: { name: 'Slack account' } },
    'POST /credentials/test': { data: { status: 'OK', message: '' } },
    'POST /credentials': ({ body }) => ({ data: { ...credential('9'), ...(body as object), data: undefined } }),
    ...answers,
  });
  const document = documentOf('A B');
  for (const { data } of Object.values(document.nodes)) {
    if (held) data.credentials = held;
    if (parameters) data.parameters = parameters;
  }
  const session = openSession(document, { id: '1', readOnly, ownedBy });
  await renderAtAddress(
    <SessionContext value={session}>
      <Panel nodeKey={keyOf(document, 'A')} readOnly={readOnly} />
      <DialogStack />
      <Toasts />
    </SessionContext>,
    '/workflow',
  );
  const heldBy = (name: string) => nodeNamed(session.state().document, name).data.credentials;
  return { server, session, heldBy, user: userEvent.setup() };
};

const choice = () => screen.findByRole<HTMLInputElement>('combobox', { name: /^Credential for Slack API/ });

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  closeAllDialogs();
  vi.unstubAllGlobals();
});

test('one of the type that the node may use is chosen, and can be undone', async () => {
  const closed = credential('3', { name: 'Closed', nodesAccess: [] });
  const { user, heldBy, session } = await show({
    credentials: [credential('2', { name: 'Zeta' }), credential('1', { name: 'Alpha' }), closed],
  });
  expect(await screen.findByText('Credentials for "Slack API" are not set.')).toBeTruthy();
  await user.click(await choice());
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Alpha', 'Zeta', 'Create new…']);
  await user.click(options[0]!);
  expect(heldBy('A')).toEqual({ slackApi: { id: '1', name: 'Alpha' } });
  expect(heldBy('B')).toBeUndefined();
  await waitFor(() => expect(screen.queryByText(/are not set/)).toBeNull());
  session.undo();
  expect(heldBy('A')).toBeUndefined();
});

test('none is asked for where the parameters ask for none', async () => {
  await show({ parameters: { mode: 'none' } });
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('one that is not there is told of with what to do; the next choice replaces it in all nodes', async () => {
  const { user, heldBy, session } = await show({
    credentials: [credential('1', { name: 'Alpha' })],
    held: { slackApi: { id: '77', name: 'Gone' } },
  });
  expect(await screen.findByText(/Credentials with name "Gone" do not exist for "Slack API"\./)).toBeTruthy();
  expect(screen.getByText(/exactly this name/)).toBeTruthy();
  expect((await choice()).value).toBe('Gone (not found)');
  await user.click(await choice());
  await user.click(await screen.findByRole('option', { name: 'Alpha' }));
  expect([heldBy('A'), heldBy('B')]).toEqual(Array(2).fill({ slackApi: { id: '1', name: 'Alpha' } }));
  expect(await screen.findByText('Node credential updated')).toBeTruthy();
  expect(screen.getByText('1 other node that had “Gone” uses “Alpha” now, too.')).toBeTruthy();
  session.undo();
  expect(heldBy('B')).toEqual({ slackApi: { id: '77', name: 'Gone' } });
});

test('several of one name are not clearly meant', async () => {
  const twins = ['1', '2'].map((id) => credential(id, { name: 'Twin' }));
  await show({ credentials: twins, held: { slackApi: 'Twin' } });
  expect(await screen.findByText(/Credentials with name "Twin" exist for "Slack API"/)).toBeTruthy();
  expect(screen.getByText(/not clearly identified. Please select the correct credentials/)).toBeTruthy();
});

test('a new one is made in place, with the name that the node asks for, and taken', async () => {
  const { user, heldBy } = await show({ held: { slackApi: 'Gone' } });
  await user.click(await screen.findByRole('button', { name: 'Create “Gone”' }));
  const dialog = await screen.findByRole('dialog', { name: 'Gone' });
  await user.type(await within(dialog).findByLabelText('Access Token', { selector: 'input' }), 'x');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(heldBy('A')).toEqual({ slackApi: { id: '9', name: 'Gone' } }));
});

test('one that is shared for use names its owner and is not opened', async () => {
  const owner = { id: 'u', email: 'ada@a.example', firstName: null, lastName: null };
  await show({
    credentials: [credential('1', { name: 'Theirs', ownedBy: owner, permissions: ['use'] })],
    held: { slackApi: { id: '1', name: 'Theirs' } },
  });
  expect(await screen.findByText('Shared by ada@a.example', { selector: 'p' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
});

test('in a workflow of somebody else, one that only its owner sees counts as there', async () => {
  const ownedBy = { id: 'ada', email: 'ada@a.example', firstName: null, lastName: null };
  await show({ ownedBy, held: { slackApi: { id: '5', name: 'Of Ada' } } });
  expect(await screen.findByText(/You cannot see these credentials/)).toBeTruthy();
  expect(screen.queryByText(/do not exist/)).toBeNull();
  expect((await choice()).value).toBe('Of Ada');
});

test('nothing is chosen where the workflow is only read', async () => {
  await show({
    credentials: [credential('1', { name: 'Alpha' })],
    held: { slackApi: { id: '1', name: 'Alpha' } },
    readOnly: true,
  });
  await waitFor(async () => expect((await choice()).value).toBe('Alpha'));
  expect((await choice()).readOnly).toBe(true);
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
});

test('credentials that cannot be loaded are told of, and asked for again', async () => {
  let fails = true;
  const { user } = await show({
    answers: {
      'GET /credentials': () => (fails ? { status: 500, body: { message: 'Locked' } } : { data: [] }),
    },
  });
  expect(await screen.findByText(/could not be loaded: Locked/)).toBeTruthy();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/Locked/)).toBeNull());
});
