import type { NodeTypeDescription, ServerSettings, WorkflowNode } from '@millrace/contract';

export interface WebhookAddress {
  method: string;
  test: string;
  production: string;
}

type AddressSettings = Pick<ServerSettings, 'urlBaseWebhook' | 'endpointWebhook' | 'endpointWebhookTest'>;

const trimSlashes = (path: string) => path.replace(/^\/+|\/+$/g, '');

/**
 * Addresses that a webhook node listens on.
 * @param evaluate gives the value of a text that may be an expression; it may throw.
 * @throws what `evaluate` throws
 */
export const webhookAddresses = (
  description: Pick<NodeTypeDescription, 'webhooks'>,
  node: Pick<WorkflowNode, 'webhookId'>,
  settings: AddressSettings,
  evaluate: (text: string) => unknown,
): WebhookAddress[] =>
  (description.webhooks ?? []).flatMap((webhook) => {
    const path = trimSlashes(String(evaluate(webhook.path) ?? ''));
    const parts = webhook.isFullPath && path !== '' ? [path] : [node.webhookId ?? '', path];
    const methods = evaluate(webhook.httpMethod);
    const address = (endpoint: string) =>
      `${settings.urlBaseWebhook}${[endpoint, ...parts].filter((part) => part !== '').join('/')}`;
    return (Array.isArray(methods) ? methods : [methods]).map((method) => ({
      method: String(method),
      test: address(settings.endpointWebhookTest),
      production: address(settings.endpointWebhook),
    }));
  });
