import { storeFixedText } from '../../../expression/expression-text.ts';
import { type CurlRequest, queryPairs } from './read-curl.ts';

/** The parameters of an HTTP Request node that make the same request. Those that it does not need are undefined, so that they go back to their defaults. */

const names = [
  ...['method', 'url', 'authentication', 'sendQuery', 'specifyQuery', 'queryParameters', 'jsonQuery', 'sendHeaders'],
  ...['specifyHeaders', 'headerParameters', 'jsonHeaders', 'sendBody', 'contentType', 'specifyBody', 'bodyParameters'],
  ...['jsonBody', 'body', 'inputDataFieldName', 'rawContentType'],
] as const;
export type HttpParameters = { [Name in (typeof names)[number]]: unknown } & { options?: object };

const pairs = (list: readonly { name: string; value: string }[]) => ({
  parameters: list.map(({ name, value }) => ({ name: storeFixedText(name), value: storeFixedText(value) })),
});

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const bodyParameters = (body: CurlRequest['body'], contentType: string): Partial<HttpParameters> => {
  if (!body) return {};
  if (body.kind === 'file') return { sendBody: true, contentType: 'binaryData', inputDataFieldName: 'data' };
  if (body.kind === 'form') {
    const parameters = body.fields.map(({ name, value, isFile }) =>
      isFile
        ? { parameterType: 'formBinaryData', name, inputDataFieldName: 'data' }
        : { parameterType: 'formData', name, value: storeFixedText(value) },
    );
    return { sendBody: true, contentType: 'multipart-form-data', bodyParameters: { parameters } };
  }
  const { text } = body;
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (
    /[/+]json$/.test(type) ||
    (type === 'application/x-www-form-urlencoded' && /^\s*[{[]/.test(text) && isJson(text))
  ) {
    return { sendBody: true, contentType: 'json', specifyBody: 'json', jsonBody: text };
  }
  if (type === 'application/x-www-form-urlencoded') {
    return { sendBody: true, contentType: 'form-urlencoded', bodyParameters: pairs(queryPairs(text)) };
  }
  return { sendBody: true, contentType: 'raw', rawContentType: contentType, body: storeFixedText(text) };
};

/** Headers that the node makes by itself, of the body and its kind. */
const isMade = (name: string): boolean => /^(?:content-type|content-length|host)$/i.test(name);

export const httpParameters = (request: CurlRequest): HttpParameters => {
  const { method, url, headers, query, body, insecure, proxy, timeout } = request;
  const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  const others = headers.filter(({ name }) => !(body && isMade(name)));
  const options = {
    ...(insecure && { allowUnauthorizedCerts: true }),
    ...(proxy !== undefined && { proxy }),
    ...(timeout !== undefined && { timeout }),
  };
  const found: Partial<HttpParameters> = {
    method,
    url: storeFixedText(url),
    ...(query.length > 0 && { sendQuery: true, queryParameters: pairs(query) }),
    ...(others.length > 0 && { sendHeaders: true, headerParameters: pairs(others) }),
    ...bodyParameters(body, contentType),
  };
  const parameters = Object.fromEntries(names.map((name) => [name, found[name]])) as HttpParameters;
  return Object.keys(options).length > 0 ? { ...parameters, options } : parameters;
};
