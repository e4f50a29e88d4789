import type { NodeCredentialUse } from '@millrace/contract/data';
import { NodeError, type WebhookResponseMode, type WebhookSpec } from '@millrace/engine/node-api';
import { type HeaderEntries, readResponseHeaders } from './response-headers.ts';

/** How a call is taken and answered, from the parameters that the Webhook node and a wait for a call have in common. */

export interface CallParameters {
  authentication: string;
  responseMode: string;
  /** Only for `lastNode`. */
  responseData: WebhookSpec['responseData'];
  responseBinaryPropertyName(): string;
  responseCode: number | undefined;
  /** As of `callOptions`. */
  options: {
    allowedOrigins?: string;
    binaryPropertyName?: string;
    ignoreBots?: boolean;
    ipWhitelist?: string;
    noResponseBody?: boolean;
    rawBody?: boolean;
    responseContentType?: string;
    responseData?: string;
    responseHeaders?: HeaderEntries;
    responsePropertyName?: string;
  };
}

export const responseModes: readonly string[] = [
  'onReceived',
  'lastNode',
  'responseNode',
  'streaming',
] satisfies WebhookResponseMode[];

/** Types of the credentials that callers prove to know, by the choice of Authentication. */
const credentialsOf: Readonly<Record<string, Exclude<WebhookSpec['authentication'], 'user'>>> = {
  basicAuth: 'httpBasicAuth',
  headerAuth: 'httpHeaderAuth',
  jwtAuth: 'jwtAuth',
};

/** @param parameter the one that holds that choice */
export const callCredentials = (parameter: string): NodeCredentialUse[] =>
  Object.entries(credentialsOf).map(([choice, name]) => ({
    name: name!,
    required: true,
    displayOptions: { show: { [parameter]: [choice] } },
  }));

/** People must be signed in to this instance. A choice of nodes that have a page. */
export const userAuthentication = {
  name: 'Users of this instance',
  value: 'n8nUserAuth',
  description: 'Only people who are signed in here',
} as const;

/** How callers prove who they are. @throws NodeError */
export const readAuthentication = (choice: string): WebhookSpec['authentication'] => {
  if (choice === userAuthentication.value) return 'user';
  if (choice === 'none' || Object.hasOwn(credentialsOf, choice)) return credentialsOf[choice];
  throw new NodeError(`Callers cannot be asked for "${choice}"`, { description: 'Choose another Authentication.' });
};

/** @throws NodeError for what cannot be served */
export const readCallSpec = (parameters: CallParameters): Omit<WebhookSpec, 'method' | 'path'> => {
  const { responseMode, responseData, responseCode, options } = parameters;
  if (!responseModes.includes(responseMode)) {
    throw new NodeError(`A webhook cannot respond in the mode "${responseMode}"`);
  }
  const responseHeaders = readResponseHeaders(options.responseHeaders);
  if (responseData === 'firstEntryJson' && options.responseContentType) {
    const type = { name: 'content-type', value: options.responseContentType };
    Object.assign(responseHeaders, readResponseHeaders({ entries: [type] }));
  }
  return dropUndefined({
    responseMode: responseMode as WebhookResponseMode,
    responseData,
    responsePropertyName: (responseData === 'firstEntryJson' && options.responsePropertyName) || undefined,
    responseBinaryPropertyName:
      responseData === 'firstEntryBinary' ? parameters.responseBinaryPropertyName() : undefined,
    responseCode,
    responseHeaders: Object.keys(responseHeaders).length > 0 ? responseHeaders : undefined,
    responseText: responseMode === 'onReceived' ? readResponseText(options) : undefined,
    binaryPropertyName: options.binaryPropertyName || undefined,
    rawBody: options.rawBody === true || undefined,
    ignoreBots: options.ignoreBots === true || undefined,
    allowedOrigins: options.allowedOrigins || undefined,
    authentication: readAuthentication(parameters.authentication),
    ipAllowList: options.ipWhitelist || undefined,
  });
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

const readResponseText = (options: CallParameters['options']): string | undefined =>
  options.noResponseBody ? '' : options.responseData || undefined;

const dropUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
