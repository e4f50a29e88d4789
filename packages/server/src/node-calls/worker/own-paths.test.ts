import type { WebhookSpec } from '@millrace/engine/node-api';
import { expect, it } from 'vitest';
import { withOwnPaths } from './own-paths.ts';

const pathOf = (path: string, { webhookId, id = '7' }: { webhookId?: string; id?: string | null } = {}) => {
  const node = { name: 'Orders / new', type: 'core.webhook', typeVersion: 2, webhookId, notes: undefined };
  const workflow = { id, name: 'W', active: true, settings: {} };
  return withOwnPaths([{ method: 'GET', path } as WebhookSpec], { node, workflow })[0]?.path;
};

it('leaves fixed paths as they are', () => {
  expect(pathOf('orders/new', { webhookId: '0b0c7b5e' })).toBe('orders/new');
  expect(pathOf('/orders')).toBe('/orders');
});

it('puts paths with parameters below the webhook id of the node', () => {
  expect(pathOf('orders/:id', { webhookId: '0b0c7b5e' })).toBe('0b0c7b5e/orders/:id');
  expect(pathOf('/:id', { webhookId: '0b0c7b5e' })).toBe('0b0c7b5e/:id');
  expect(pathOf('0b0c7b5e/:id', { webhookId: '0b0c7b5e' })).toBe('0b0c7b5e/:id');
});

it('puts them below workflow and node where there is no webhook id', () => {
  expect(pathOf(':id')).toBe('7/orders-new/:id');
  expect(pathOf('orders/:id', { id: null })).toBe('orders-new/orders/:id');
});

it.each([':x', ':x/:y', 'a/b', ''])('takes %j for no webhook id, which would catch more than its own', (webhookId) => {
  expect(pathOf(':id', { webhookId })).toBe('7/orders-new/:id');
});
