import { defineNode, NodeError } from '@millrace/engine/node-api';
import { toCallItem } from './call-item.ts';
import { callCredentials } from './call-spec.ts';
import { webhookParameters } from './parameters.ts';
import { readMethods, readWebhookSpecs } from './webhook-spec.ts';

export const webhook = defineNode({
  name: 'core.webhook',
  displayName: 'Webhook',
  description: 'Starts the workflow when its URL is called',
  versions: [1, 1.1, 2, 2.1],
  defaultVersion: 2.1,
  aliases: ['n8n-nodes-base.webhook'],
  group: ['trigger'],
  defaults: { name: 'Webhook', color: '#d9602b' },
  subtitle:
    '={{ Array.isArray($parameter.httpMethod) ? $parameter.httpMethod.join(", ") : $parameter.httpMethod }}: {{ $parameter.path }}',
  inputs: [],
  outputs:
    '={{ Array.isArray($parameter.httpMethod) ? $parameter.httpMethod.map((method) => ({ type: "main", displayName: method })) : ["main"] }}',
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['HTTP', 'API', 'endpoint', 'callback', 'receive', 'REST'],
  },
  activationMessage: 'The production URL is now live.',
  eventTriggerDescription: 'Waiting for a call to the test URL',
  credentials: callCredentials('authentication'),
  parameters: webhookParameters,
  repeatable: true,
  webhooks: [
    {
      name: 'default',
      httpMethod: '={{ Array.isArray($parameter.httpMethod) ? $parameter.httpMethod[0] : $parameter.httpMethod }}',
      path: '={{ $parameter.path }}',
      isFullPath: true,
    },
  ],
  webhook: readWebhookSpecs,
  execute(context) {
    const { trigger } = context;
    if (trigger?.kind === 'items') return [trigger.items];
    if (trigger?.kind !== 'webhook') {
      throw new NodeError('A webhook starts with a call of its address', {
        description: 'Listen for a test call and call the test address, or pin data to the node.',
      });
    }
    const { request } = trigger;
    const item = toCallItem(request, context.execution.mode);
    const methods = readMethods(context);
    if (methods.length < 2) return [[item]];
    const called = methods.indexOf(request.method.toUpperCase());
    return methods.map((_, output) => (output === Math.max(called, 0) ? [item] : []));
  },
});
