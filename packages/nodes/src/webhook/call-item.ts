import type { ExecutionMode, Item, Json } from '@millrace/contract/data';
import type { WebhookRequest } from '@millrace/engine/node-api';

/** A call as an item. */
export const toCallItem = (request: WebhookRequest, mode: ExecutionMode): Item => {
  const item: Item = {
    json: {
      headers: request.headers,
      params: request.params,
      query: request.query,
      body: request.body as Json,
      webhookUrl: request.url.replace(/[?#].*$/s, ''),
      executionMode: mode === 'manual' ? 'test' : 'production',
    },
  };
  if (request.jwtPayload) item.json.jwtPayload = request.jwtPayload;
  if (request.binary && Object.keys(request.binary).length > 0) item.binary = request.binary;
  return item;
};
