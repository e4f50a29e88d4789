import type { Json, JsonObject } from '@millrace/contract/data';
import { type ExecuteContext, NodeError, type WebhookResponse } from '@millrace/engine/node-api';
import { checkStatus } from '../webhook/call-spec.ts';
import { readResponseHeaders } from '../webhook/response-headers.ts';
import type { respondParameters } from './parameters.ts';
import { readClaims, signToken } from './token.ts';

type Context = ExecuteContext<typeof respondParameters>;

interface Content {
  body: WebhookResponse['body'];
  /** What the second output shows as body. */
  shown: Json;
  headers?: Record<string, string>;
  status?: number;
}

const json = (value: Json, text = JSON.stringify(value)): Content => ({
  body: { kind: 'text', text },
  shown: value,
  headers: { 'content-type': 'application/json; charset=utf-8' },
});

/** `a.b` and data give `{ a: { b: data } }`. */
const wrap = (path: string | undefined, data: Json): Json =>
  path ? path.split('.').reduceRight<Json>((inner, key) => Object.fromEntries([[key, inner]]), data) : data;

const readJsonBody = (body: unknown): Content => {
  if (typeof body !== 'string') return json((body ?? null) as Json);
  try {
    return json(JSON.parse(body), body);
  } catch (error) {
    throw new NodeError('The Response Body is not valid JSON', {
      description: `${(error as Error).message}. An expression inside quotes must not give quotes or line breaks of its own; JSON.stringify(…) helps.`,
    });
  }
};

const readFile = (context: Context): Content => {
  const binary = context.items[0]?.binary ?? {};
  const names = Object.keys(binary);
  const name = context.parameter('responseDataSource') === 'set' ? context.parameter('inputFieldName') : names[0];
  const data = name !== undefined && Object.hasOwn(binary, name) ? binary[name] : undefined;
  if (!data) {
    throw new NodeError(
      name === undefined ? 'The first item has no file to respond with' : `The first item has no file in "${name}"`,
      { description: names.length > 0 ? `It has: ${names.join(', ')}.` : undefined, itemIndex: 0 },
    );
  }
  return {
    body: { kind: 'binary', data },
    shown: data.fileName ?? name ?? null,
    headers: { 'content-type': data.mimeType },
  };
};

const readRedirect = (context: Context): Content => {
  const address = String(context.parameter('redirectURL') ?? '').trim();
  const target = URL.parse(address, 'http://relative.invalid');
  const isPath = target?.hostname === 'relative.invalid';
  // What looks like a path and names a host, as `//host` does, would lead elsewhere than it says.
  if (address === '' || !target || !(isPath || /^https?:\/\//i.test(address))) {
    throw new NodeError(`"${address}" is not an address to redirect to`, {
      description: 'It must be a path, or begin with http:// or https://.',
    });
  }
  const location = isPath ? encodeURI(decodeSafely(address)) : target.href;
  return { body: { kind: 'none' }, shown: null, headers: { location }, status: 307 };
};

const decodeSafely = (text: string): string => {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
};

const readContent = async (context: Context): Promise<Content> => {
  const { items } = context;
  const respondWith = context.parameter('respondWith');
  switch (respondWith) {
    case 'firstIncomingItem':
      return json(wrap(context.parameter('options').responseKey, items[0]?.json ?? {}));
    case 'allIncomingItems':
      return json(
        wrap(
          context.parameter('options').responseKey,
          items.map((item) => item.json),
        ),
      );
    case 'json':
      return readJsonBody(context.parameter('responseBody'));
    case 'text': {
      const text = readText(context.parameter('responseBody'));
      return { body: { kind: 'text', text }, shown: text, headers: { 'content-type': 'text/html; charset=utf-8' } };
    }
    case 'binary':
      return readFile(context);
    case 'redirect':
      return readRedirect(context);
    case 'noData':
      return { body: { kind: 'none' }, shown: null };
    case 'jwt':
      return json({
        token: await signToken(
          await context.credential('jwtAuth'),
          readClaims(context.parameter('payload')),
          context.now(),
        ),
      });
    default:
      throw new NodeError(`Unknown kind of answer "${String(respondWith)}"`);
  }
};

const readText = (body: unknown): string =>
  typeof body === 'string' ? body : body === undefined || body === null ? '' : JSON.stringify(body);

/** What the node sends, and the same as data for its second output. @throws NodeError */
export const readAnswer = async (context: Context): Promise<{ response: WebhookResponse; shown: JsonObject }> => {
  const options = context.parameter('options');
  const { body, shown, headers = {}, status = 200 } = await readContent(context);
  const response: WebhookResponse = {
    status: options.responseCode === undefined ? status : checkStatus(options.responseCode),
    headers: { ...headers, ...readResponseHeaders(options.responseHeaders) },
    body,
  };
  return { response, shown: { body: shown, headers: response.headers, statusCode: response.status } };
};
