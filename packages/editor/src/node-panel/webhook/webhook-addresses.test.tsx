import type { WorkflowNode } from '@millrace/contract';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../api/queries.ts';
import { type FakeCall, fakeServer } from '../../api/server-for-test.ts';
import { renderInApp } from '../../ui/render-for-test.tsx';
import { documentOf } from '../../workflow/document-for-test.ts';
import { SessionContext } from '../../workflow/hooks.ts';
import { openSession } from '../../workflow/session.ts';
import { FieldValuesContext } from '../panel-context.ts';
import { WebhookAddresses } from './WebhookAddresses.tsx';

beforeEach(() => queryClient.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = (path: string) => {
  const node: WorkflowNode = {
    name: 'Hook',
    type: 'core.webhook',
    typeVersion: 2,
    position: [1, 2],
    parameters: { path },
  };
  const session = openSession(documentOf('A', ''), { id: '4' });
  renderInApp(
    <SessionContext value={session}>
      <FieldValuesContext value={{ node, stored: {}, values: {}, issues: [] }}>
        <WebhookAddresses />
      </FieldValuesContext>
    </SessionContext>,
  );
};

it('shows where the node is called as it is set up, for tests and in production', async () => {
  const server = fakeServer({
    'POST /node-webhooks': ({ body }: FakeCall) => {
      const { path } = (body as { node: { parameters: { path: string } } }).node.parameters;
      const urls = { url: `http://host/webhook/${path}`, testUrl: `http://host/webhook-test/${path}` };
      return { data: [{ name: 'default', method: 'POST', path, responseMode: 'onReceived', ...urls }] };
    },
  });
  show('orders');
  expect(await screen.findByText('http://host/webhook-test/orders')).toBeTruthy();
  await userEvent.click(screen.getByText('Production address'));
  expect(screen.getByText('http://host/webhook/orders')).toBeTruthy();
  expect(server.callsTo('POST /node-webhooks').map(({ body }) => body)).toMatchObject([
    { workflowId: '4', node: { name: 'Hook', type: 'core.webhook', parameters: { path: 'orders' } } },
  ]);
});

it('says why there is none', async () => {
  fakeServer({
    'POST /node-webhooks': {
      status: 400,
      body: { code: 5002, error: 'nodeCallFailed', message: 'The webhook needs a path' },
    },
  });
  show('');
  expect(await screen.findByText('The address cannot be made: The webhook needs a path')).toBeTruthy();
});
