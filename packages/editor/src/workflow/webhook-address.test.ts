import { expect, it } from 'vitest';
import { webhookAddresses } from './webhook-address.ts';

const settings = { urlBaseWebhook: 'http://host:1/', endpointWebhook: 'webhook', endpointWebhookTest: 'webhook-test' };

it('gives one address a method, with the node’s id before relative paths', () => {
  const webhook = { name: 'default', httpMethod: '=method', path: '/orders/' };
  const evaluate = (text: string) => (text === '=method' ? ['GET', 'POST'] : text);
  expect(webhookAddresses({ webhooks: [webhook] }, { webhookId: 'uuid' }, settings, evaluate)).toEqual([
    { method: 'GET', test: 'http://host:1/webhook-test/uuid/orders', production: 'http://host:1/webhook/uuid/orders' },
    { method: 'POST', test: 'http://host:1/webhook-test/uuid/orders', production: 'http://host:1/webhook/uuid/orders' },
  ]);
});

it('takes a full path as it is', () => {
  const webhook = { name: 'default', httpMethod: 'GET', path: 'orders/:id', isFullPath: true };
  expect(
    webhookAddresses({ webhooks: [webhook] }, { webhookId: 'uuid' }, settings, (text) => text)[0]?.production,
  ).toBe('http://host:1/webhook/orders/:id');
});
