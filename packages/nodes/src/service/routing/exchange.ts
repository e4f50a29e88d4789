import { isObject, type Json } from '@millrace/contract/data';
import { parseJson } from '@millrace/engine/node-api';
import { textOf } from '../../http/answer.ts';
import { exchange, type HttpContext } from '../../http/exchange.ts';
import { flatQuery, isPlain } from '../../http/flat-query.ts';
import { encodeFormData } from '../../http/multipart.ts';
import type { QueryArrays, RequestBody, RequestPlan } from '../../http/request.ts';
import type { RoutedOptions, RoutedResponse } from './types.ts';

const methodsWithoutBody = new Set(['GET', 'HEAD', 'OPTIONS']);
const defaultTimeout = 300_000;

const addressOf = ({ baseURL = '', url = '' }: RoutedOptions): string => {
  if (/^https?:\/\//i.test(url) || baseURL === '') return url;
  return url === '' ? baseURL : `${baseURL.replace(/\/+$/, '')}/${url.replace(/^\/+/, '')}`;
};

const contentTypeOf = (headers: Readonly<Record<string, unknown>>): string =>
  String(Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '');

const toBody = async (method: string, { body, headers = {} }: RoutedOptions): Promise<RequestBody | undefined> => {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body === '' ? undefined : { kind: 'text', text: body };
  if (body instanceof Uint8Array) return { kind: 'bytes', bytes: body };
  if (body instanceof URLSearchParams) return { kind: 'form', fields: [...body] };
  if (body instanceof FormData) return { kind: 'bytes', ...(await encodeFormData(body)) };
  if (body instanceof Blob) {
    const encoded = new Response(body);
    const contentType = encoded.headers.get('content-type') ?? undefined;
    return { kind: 'bytes', bytes: new Uint8Array(await encoded.arrayBuffer()), contentType };
  }
  if (isPlain(body) && Object.keys(body).length === 0 && methodsWithoutBody.has(method)) return undefined;
  const type = contentTypeOf(headers);
  if (isPlain(body) && /x-www-form-urlencoded/i.test(type)) return { kind: 'form', fields: flatQuery(body) };
  return { kind: 'json', value: body };
};

const toPlan = async (options: RoutedOptions): Promise<RequestPlan> => {
  const method = String(options.method ?? 'GET').toUpperCase();
  const query = flatQuery(options.qs ?? {});
  return {
    method,
    url: addressOf(options),
    query: options.arrayFormat === 'comma' ? query.map(([name, value]) => [name, String(value)]) : query,
    headers: Object.entries(options.headers ?? {}).filter(([, value]) => value !== undefined && value !== null),
    body: await toBody(method, options),
  };
};

const accepts =
  ({ ignoreHttpStatusErrors: ignored }: RoutedOptions) =>
  (status: number): boolean =>
    isObject(ignored) ? ignored.ignore !== false && !ignored.except?.includes(status) : ignored === true;

const proxyOf = ({ proxy }: RoutedOptions): string | undefined => {
  if (typeof proxy === 'string') return proxy || undefined;
  if (!isObject(proxy) || typeof proxy.host !== 'string') return undefined;
  const port = proxy.port === undefined ? '' : `:${proxy.port}`;
  return `${String(proxy.protocol ?? 'http').replace(/:$/, '')}://${proxy.host}${port}`;
};

const readBody = (text: string): Json => {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
};

/** Makes a routed request. @throws NodeError in the service's words for an answer that counts as a failure */
export const routedExchange = async (
  context: HttpContext,
  options: RoutedOptions,
  credential: string | undefined,
  itemIndex: number,
): Promise<RoutedResponse> => {
  const queryArrays: QueryArrays =
    options.arrayFormat === undefined || options.arrayFormat === 'comma' ? 'brackets' : options.arrayFormat;
  const { response } = await exchange(context, await toPlan(options), {
    transport: {
      timeout: options.timeout || defaultTimeout,
      maxRedirects: options.disableFollowRedirect ? 0 : undefined,
      allowUnauthorizedCerts: options.skipSslCertificateValidation === true,
      proxy: proxyOf(options),
      queryArrays,
      lowercaseHeaders: true,
    },
    answer: {
      format: 'text',
      fullResponse: false,
      property: 'data',
      splitLists: true,
      forgiving: true,
      textFormatName: '"Text"',
    },
    accepts: accepts(options),
    credential,
    itemIndex,
  });
  const isBytes = options.encoding === 'arraybuffer' || options.encoding === 'stream';
  const text = () => textOf(response);
  return {
    body: isBytes ? response.body : options.encoding === 'text' ? text() : readBody(text()),
    headers: response.headers,
    statusCode: response.status,
    statusMessage: response.statusText,
  };
};
