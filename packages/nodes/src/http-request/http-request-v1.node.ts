import { isObject } from '@millrace/contract/data';
import { defineNode, type ExecuteContext } from '@millrace/engine/node-api';
import { evaluateDeep } from '../http/evaluate-deep.ts';
import { findFile } from '../http/find-file.ts';
import type { RequestBody, RequestPlan } from '../http/request.ts';
import { genericCredentials, readCredentialType, version1Credentials } from './authentication.ts';
import { httpRequestDescription } from './description.ts';
import { httpRequestV1Parameters } from './parameters-v1.ts';
import { parseJson, parseJsonObject, readBatch } from './read-request.ts';
import { readsOnly } from './repeatable.ts';
import { type Exchange, runRequests } from './run.ts';

interface Options {
  batchInterval?: number;
  batchSize?: number;
  bodyContentType?: 'json' | 'raw' | 'multipart-form-data' | 'form-urlencoded';
  bodyContentCustomMimeType?: string;
  followRedirect?: boolean;
  fullResponse?: boolean;
  ignoreResponseCode?: boolean;
  proxy?: string;
  splitIntoItems?: boolean;
  timeout?: number;
  useQueryString?: boolean;
}

const methodsWithBody = new Set(['PATCH', 'POST', 'PUT', 'DELETE']);

const readPairs = (context: ExecuteContext, parameter: string, itemIndex: number): [string, unknown][] => {
  const collection = evaluateDeep(context, context.rawParameter(parameter), itemIndex);
  const pairs = isObject(collection) && Array.isArray(collection.parameter) ? collection.parameter : [];
  return pairs
    .filter((pair) => isObject(pair) && String(pair.name ?? '') !== '')
    .map((pair) => [String(pair.name), pair.value]);
};

const readFields = (
  context: ExecuteContext,
  kind: 'body' | 'header' | 'query',
  label: string,
  itemIndex: number,
): [string, unknown][] =>
  context.parameter('jsonParameters', itemIndex) === true
    ? Object.entries(parseJsonObject(context.parameter(`${kind}ParametersJson`, itemIndex), label, itemIndex))
    : readPairs(context, `${kind}ParametersUi`, itemIndex);

/** `data`, or for forms `field:property` pairs joined by commas. */
const readBinaryBody = (context: ExecuteContext, options: Options, itemIndex: number): RequestBody => {
  const item = context.items[itemIndex];
  const names = String(context.parameter('binaryPropertyName', itemIndex) ?? 'data');
  if (options.bodyContentType !== 'multipart-form-data') {
    return {
      kind: 'file',
      file: findFile(item, names.trim(), itemIndex),
      contentType: options.bodyContentCustomMimeType || undefined,
    };
  }
  const files = names.split(',').map((entry) => {
    const [field = '', property = field] = entry.split(':').map((part) => part.trim());
    return { name: field, file: findFile(item, property, itemIndex) };
  });
  const fields = readFields(context, 'body', 'The body', itemIndex);
  return { kind: 'multipart', fields: [...files, ...fields.map(toFormField)] };
};

const toFormField = ([name, value]: [string, unknown]) => ({
  name,
  value: typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''),
});

const readBody = (context: ExecuteContext, options: Options, itemIndex: number): RequestBody | undefined => {
  if (context.parameter('sendBinaryData', itemIndex) === true) return readBinaryBody(context, options, itemIndex);
  const isJson = context.parameter('jsonParameters', itemIndex) === true;
  const given = isJson ? context.parameter('bodyParametersJson', itemIndex) : undefined;
  if (options.bodyContentType === 'raw') {
    const text = typeof given === 'string' ? given : given === undefined ? '' : JSON.stringify(given);
    return { kind: 'text', text, contentType: options.bodyContentCustomMimeType || undefined };
  }
  if (isJson && (options.bodyContentType ?? 'json') === 'json') {
    const value = parseJson(given, 'The body', itemIndex);
    if (value === undefined) return undefined;
    return { kind: 'json', value, text: typeof given === 'string' ? given : undefined };
  }
  const fields = readFields(context, 'body', 'The body', itemIndex);
  if (fields.length === 0) return undefined;
  switch (options.bodyContentType) {
    case 'form-urlencoded':
      return { kind: 'form', fields };
    case 'multipart-form-data':
      return { kind: 'multipart', fields: fields.map(toFormField) };
    default:
      return { kind: 'json', value: Object.fromEntries(fields) };
  }
};

const readPlan = (context: ExecuteContext, options: Options, itemIndex: number): RequestPlan => {
  const method = String(context.parameter('requestMethod', itemIndex)).toUpperCase();
  return {
    method,
    url: String(context.parameter('url', itemIndex)),
    query: readFields(context, 'query', 'The query', itemIndex),
    headers: readFields(context, 'header', 'The headers', itemIndex),
    body: methodsWithBody.has(method) ? readBody(context, options, itemIndex) : undefined,
  };
};

const readExchange = (context: ExecuteContext, itemIndex: number): Exchange => {
  const options = context.parameter('options', itemIndex) as Options;
  const format = context.parameter('responseFormat', itemIndex);
  return {
    plan: readPlan(context, options, itemIndex),
    credential: readCredentialType(context, itemIndex),
    transport: {
      timeout: options.timeout,
      maxRedirects: options.followRedirect === false ? 0 : undefined,
      allowUnauthorizedCerts: context.parameter('allowUnauthorizedCerts', itemIndex) === true,
      proxy: options.proxy,
      queryArrays: options.useQueryString ? 'repeat' : 'indices',
      lowercaseHeaders: false,
    },
    answer: {
      format: format === 'string' ? 'text' : format === 'file' ? 'file' : 'json',
      fullResponse: options.fullResponse === true,
      property: format === 'json' ? 'data' : String(context.parameter('dataPropertyName', itemIndex) || 'data'),
      splitLists: options.splitIntoItems === true,
      forgiving: options.ignoreResponseCode === true,
      textFormatName: '"String"',
    },
    neverError: options.ignoreResponseCode === true,
  };
};

export const httpRequestV1 = defineNode({
  ...httpRequestDescription,
  versions: [1, 2],
  subtitle: '={{ $parameter.requestMethod }}: {{ $parameter.url }}',
  parameters: httpRequestV1Parameters,
  credentials: [...version1Credentials, ...genericCredentials],
  repeatable: readsOnly('requestMethod'),
  execute(context: ExecuteContext) {
    if (context.items.length === 0) return [[]];
    const { batchSize, batchInterval } = context.parameter('options', 0) as Options;
    const batch =
      batchSize === undefined && batchInterval === undefined ? undefined : readBatch(batchSize, batchInterval);
    return runRequests(context, batch, (itemIndex) => readExchange(context, itemIndex));
  },
});
