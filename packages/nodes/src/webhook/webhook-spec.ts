import { type NodeContext, NodeError, type WebhookSpec } from '@millrace/engine/node-api';
import { checkStatus, readCallSpec } from './call-spec.ts';
import type { webhookParameters } from './parameters.ts';

type Context = NodeContext<typeof webhookParameters>;

/** The methods that the node answers, in the order of its outputs. */
export const readMethods = (context: Context): string[] => {
  const methods = context.parameter('httpMethod');
  return [...new Set((Array.isArray(methods) ? methods : [methods]).map((method) => method.toUpperCase()))];
};

/** What the editor marks. */
const atPath = { context: { parameter: 'path' } };

/** Path under the endpoint; empty is the node's webhook id. The server puts one with parameters below a place of the node's own. */
export const readPath = ({ node: { webhookId } }: Pick<NodeContext, 'node'>, parameter: unknown): string => {
  const path = String(parameter ?? '')
    .trim()
    .replace(/^\/+|\/+$/g, '');
  if (path === '') {
    if (!webhookId) throw new NodeError('There is no path', { description: 'Fill in the field Path.', ...atPath });
    return webhookId;
  }
  const segments = path.split('/');
  if (segments.some((segment) => segment === '.' || segment === '..' || segment === '')) {
    throw new NodeError(`"${path}" cannot be the path of an address`, {
      description: 'It has an empty part or one of dots.',
      ...atPath,
    });
  }
  if (/[?#\p{Cc}]/u.test(path)) {
    throw new NodeError(`${JSON.stringify(path)} cannot be the path of an address`, {
      description: 'No call could reach it: it has a ?, a # or a control character.',
      ...atPath,
    });
  }
  return path;
};

const readResponseCode = (context: Context, responseMode: string): number | undefined => {
  if (responseMode === 'responseNode') return undefined;
  if (context.node.typeVersion < 2) return checkStatus(context.parameter('responseCode'));
  const chosen = context.parameter('options').responseCode?.values;
  if (chosen?.responseCode === undefined) return undefined;
  return checkStatus(chosen.responseCode === 'customCode' ? (chosen.customCode ?? 200) : chosen.responseCode);
};

/** The addresses of a Webhook node, one a method. @throws NodeError if it cannot be served as it is set up */
export const readWebhookSpecs = (context: Context): WebhookSpec[] => {
  const responseMode = context.parameter('responseMode') as string;
  const methods = readMethods(context);
  if (methods.length === 0) throw new NodeError('The webhook needs at least one method');
  const options = context.parameter('options');
  const shared = readCallSpec({
    authentication: context.parameter('authentication'),
    responseMode,
    responseData: responseMode === 'lastNode' ? context.parameter('responseData') : undefined,
    responseBinaryPropertyName: () => context.parameter('responseBinaryPropertyName'),
    responseCode: readResponseCode(context, responseMode),
    options,
  });
  const keepsBody = context.node.typeVersion > 1 || options.binaryData === true;
  const binaryPropertyName = options.binaryPropertyName || (options.binaryData ? 'data' : undefined);
  if (keepsBody && binaryPropertyName) shared.binaryPropertyName = binaryPropertyName;
  else delete shared.binaryPropertyName;
  const path = readPath(context, context.parameter('path'));
  return methods.map((method) => ({ method, path, ...shared }));
};
