import { type NodeContext, NodeError, type WebhookResponseMode, type WebhookSpec } from '@millrace/engine/node-api';
import type { webhookParameters } from './parameters.ts';
import { readResponseHeaders } from './response-headers.ts';

type Context = NodeContext<typeof webhookParameters>;

const responseModes: readonly string[] = ['onReceived', 'lastNode', 'responseNode'] satisfies WebhookResponseMode[];

/** The methods that the node answers, in the order of its outputs. */
export const readMethods = (context: Context): string[] => {
  const methods = context.parameter('httpMethod');
  return [...new Set((Array.isArray(methods) ? methods : [methods]).map((method) => method.toUpperCase()))];
};

/**
 * Path under the webhook endpoint. One with parameters lies under the node's own webhook id, so that it cannot catch the calls of
 * other workflows; the same rule stands as an expression in the node's `webhooks`, for display.
 */
const readPath = (context: Context): string => {
  const { webhookId } = context.node;
  const path = String(context.parameter('path') ?? '')
    .trim()
    .replace(/^\/+|\/+$/g, '');
  if (path === '') {
    if (!webhookId) throw new NodeError('The webhook needs a path', { description: 'Fill in the field Path.' });
    return webhookId;
  }
  const segments = path.split('/');
  if (segments.some((segment) => segment === '.' || segment === '..' || segment === '')) {
    throw new NodeError(`"${path}" cannot be a webhook path`, { description: 'It has an empty part or one of dots.' });
  }
  if (/[?#\p{Cc}]/u.test(path)) {
    throw new NodeError(`${JSON.stringify(path)} cannot be a webhook path`, {
      description: 'No call could reach it: it has a ?, a # or a control character.',
    });
  }
  return webhookId && segments.some((segment) => segment.startsWith(':')) ? `${webhookId}/${path}` : path;
};

const readResponseCode = (context: Context, responseMode: string): number | undefined => {
  if (responseMode === 'responseNode') return undefined;
  if (context.node.typeVersion < 2) return checkStatus(context.parameter('responseCode'));
  const chosen = context.parameter('options').responseCode?.values;
  if (chosen?.responseCode === undefined) return undefined;
  return checkStatus(chosen.responseCode === 'customCode' ? (chosen.customCode ?? 200) : chosen.responseCode);
};

/** @throws NodeError unless it is a status that ends an exchange */
export const checkStatus = (code: unknown): number => {
  const status = Number(code);
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new NodeError(`${String(code)} is not a status that an answer can have`, {
      description: 'Use a whole number from 200 to 599.',
    });
  }
  return status;
};

/** The addresses of a Webhook node, one a method. @throws NodeError if it cannot be served as it is set up */
export const readWebhookSpecs = (context: Context): WebhookSpec[] => {
  const authentication = context.parameter('authentication');
  if (authentication !== 'none') {
    throw new NodeError('Webhook authentication is not available yet, so this webhook cannot be opened', {
      description: 'Set Authentication to None to let everyone who knows the address call it.',
      context: { authentication },
    });
  }
  const responseMode = context.parameter('responseMode') as string;
  if (!responseModes.includes(responseMode)) {
    throw new NodeError(`A webhook cannot respond in the mode "${responseMode}"`);
  }
  const methods = readMethods(context);
  if (methods.length === 0) throw new NodeError('The webhook needs at least one method');

  const options = context.parameter('options');
  const responseHeaders = readResponseHeaders(options.responseHeaders);
  const responseData = responseMode === 'lastNode' ? context.parameter('responseData') : undefined;
  if (responseData === 'firstEntryJson' && options.responseContentType) {
    Object.assign(
      responseHeaders,
      readResponseHeaders({ entries: [{ name: 'content-type', value: options.responseContentType }] }),
    );
  }
  const keepsBody = context.node.typeVersion > 1 || options.binaryData === true;

  const shared: Omit<WebhookSpec, 'method'> = {
    path: readPath(context),
    responseMode: responseMode as WebhookResponseMode,
    responseData,
    responsePropertyName: (responseData === 'firstEntryJson' && options.responsePropertyName) || undefined,
    responseBinaryPropertyName:
      responseData === 'firstEntryBinary' ? context.parameter('responseBinaryPropertyName') : undefined,
    responseCode: readResponseCode(context, responseMode),
    responseHeaders: Object.keys(responseHeaders).length > 0 ? responseHeaders : undefined,
    responseText: responseMode === 'onReceived' ? readResponseText(options) : undefined,
    binaryPropertyName: keepsBody ? options.binaryPropertyName || (options.binaryData ? 'data' : undefined) : undefined,
    rawBody: options.rawBody === true || undefined,
    ignoreBots: options.ignoreBots === true || undefined,
    allowedOrigins: options.allowedOrigins || undefined,
    ipAllowList: options.ipWhitelist || undefined,
  };
  return methods.map((method) => dropUndefined({ method, ...shared }));
};

const readResponseText = (options: { noResponseBody?: boolean; responseData?: string }): string | undefined =>
  options.noResponseBody ? '' : options.responseData || undefined;

const dropUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
