/** The request and its options as version 3 and later state them. */
import { isObject, type Json, type JsonObject } from '@millrace/contract/data';
import { type ExecuteContext, NodeError, setField } from '@millrace/engine/node-api';
import { evaluateDeep } from '../http/evaluate-deep.ts';
import { findFile } from '../http/find-file.ts';
import type { Pagination } from '../http/pagination.ts';
import { readNumber } from '../http/read-number.ts';
import type { RequestBody, RequestPlan } from '../http/request.ts';
import type { Batch } from '../http/send-all.ts';
import type { httpRequestParameters } from './parameters.ts';

type Context = ExecuteContext<typeof httpRequestParameters>;

/** The collection Options, evaluated, as far as it holds for a request and not for its pages. */
export interface RequestOptions {
  batching?: { batch?: { batchSize?: number; batchInterval?: number } };
  allowUnauthorizedCerts?: boolean;
  queryParameterArrays?: 'repeat' | 'brackets' | 'indices';
  lowercaseHeaders?: boolean;
  redirect?: { redirect?: { followRedirects?: boolean; maxRedirects?: number } };
  response?: {
    response?: {
      fullResponse?: boolean;
      neverError?: boolean;
      responseFormat?: 'autodetect' | 'json' | 'text' | 'file';
      outputPropertyName?: string;
    };
  };
  proxy?: string;
  timeout?: number;
}

/** Pagination keeps its expressions, which speak of an answer that is not there yet. */
export const readOptions = (
  context: Context,
  itemIndex: number,
): { options: RequestOptions; pagination: Pagination | undefined } => {
  const raw = context.rawParameter('options');
  if (!isObject(raw)) return { options: {}, pagination: undefined };
  const { pagination, ...rest } = raw;
  const mode =
    isObject(pagination) && isObject(pagination.pagination) ? (pagination.pagination as Pagination) : undefined;
  return {
    options: evaluateDeep(context, rest, itemIndex) as RequestOptions,
    pagination: mode && mode.paginationMode !== 'off' ? mode : undefined,
  };
};

export const readBatch = (size: unknown, interval: unknown): Batch | undefined => {
  const batch = { size: Math.floor(readNumber(size, 50)), interval: readNumber(interval, 1000) };
  if (!(batch.interval > 0) || !(batch.size >= 0)) return undefined;
  return { ...batch, size: Math.max(batch.size, 1) };
};

/** @throws NodeError that names the parameter */
export const parseJsonObject = (value: unknown, parameter: string, itemIndex: number): Record<string, unknown> => {
  const parsed = parseJson(value, parameter, itemIndex);
  if (parsed === undefined) return {};
  if (isObject(parsed)) return parsed;
  throw new NodeError(`${parameter} must be a JSON object`, { itemIndex });
};

/** JSON text, or a value that an expression gave; undefined for empty text. @throws NodeError that names the parameter */
export const parseJson = (value: unknown, parameter: string, itemIndex: number): unknown => {
  if (typeof value !== 'string') return value ?? undefined;
  if (value.trim() === '') return undefined;
  try {
    return JSON.parse(value);
  } catch (error) {
    throw new NodeError(`${parameter} is not valid JSON`, {
      description: `${(error as Error).message}. An expression inside quotes must not give quotes or line breaks of its own; JSON.stringify(…) helps.`,
      itemIndex,
    });
  }
};

interface Pair {
  parameterType?: unknown;
  name?: unknown;
  value?: unknown;
  inputDataFieldName?: unknown;
}

/** Name and value pairs with the types that their expressions give; pairs without a name are left out. */
const readPairs = (context: Context, parameter: string, itemIndex: number): Pair[] => {
  const collection = evaluateDeep(context, context.rawParameter(parameter), itemIndex);
  const pairs = isObject(collection) && Array.isArray(collection.parameters) ? collection.parameters : [];
  return pairs.filter((pair): pair is Pair => isObject(pair) && String(pair.name ?? '') !== '');
};

const namedValues = (pairs: Pair[]): [string, unknown][] => pairs.map(({ name, value }) => [String(name), value]);

/** Path of a dotted name: `a.b[0]` is a, b, 0. */
const toPath = (name: string): string[] =>
  name
    .replace(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter((key) => key !== '');

/** From version 4 on dots in names lead into objects. */
const toJsonBody = (pairs: [string, unknown][], typeVersion: number): Record<string, unknown> => {
  const body: JsonObject = {};
  for (const [name, value] of pairs) {
    const path = typeVersion >= 4 ? toPath(name) : [name];
    // Nobody means to send it, and not every server that reads it takes care.
    if (!path.includes('__proto__')) setField(body, path.length > 0 ? path : [name], value as Json);
  }
  return body;
};

const readBody = (context: Context, itemIndex: number): RequestBody | undefined => {
  const item = context.items[itemIndex];
  const contentType = context.parameter('contentType', itemIndex) as string;
  switch (contentType) {
    case 'json': {
      if (context.parameter('specifyBody', itemIndex) !== 'json') {
        const pairs = namedValues(readPairs(context, 'bodyParameters', itemIndex));
        return { kind: 'json', value: toJsonBody(pairs, context.node.typeVersion) };
      }
      const given: unknown = context.parameter('jsonBody', itemIndex);
      const value = parseJson(given, 'The JSON body', itemIndex);
      if (value === undefined) return undefined;
      return { kind: 'json', value, text: typeof given === 'string' ? given : undefined };
    }
    case 'form-urlencoded': {
      if (context.parameter('specifyBody', itemIndex) !== 'string') {
        return { kind: 'form', fields: namedValues(readPairs(context, 'bodyParameters', itemIndex)) };
      }
      const text = context.parameter('body', itemIndex);
      return { kind: 'form', fields: [...new URLSearchParams(text)] };
    }
    case 'multipart-form-data':
      return {
        kind: 'multipart',
        fields: readPairs(context, 'bodyParameters', itemIndex).map(
          ({ parameterType, name, value, inputDataFieldName }) =>
            parameterType === 'formBinaryData'
              ? { name: String(name), file: findFile(item, String(inputDataFieldName ?? ''), itemIndex) }
              : {
                  name: String(name),
                  value: typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''),
                },
        ),
      };
    case 'binaryData':
      return { kind: 'file', file: findFile(item, context.parameter('inputDataFieldName', itemIndex), itemIndex) };
    case 'raw':
      return {
        kind: 'text',
        text: context.parameter('body', itemIndex),
        contentType: context.parameter('rawContentType', itemIndex) || undefined,
      };
    default:
      throw new NodeError(`Unknown body content type "${contentType}"`, { itemIndex });
  }
};

const readList = (context: Context, itemIndex: number, kind: 'Query' | 'Headers'): [string, unknown][] => {
  if (!context.parameter(`send${kind}`, itemIndex)) return [];
  if (context.parameter(`specify${kind}`, itemIndex) === 'json') {
    const label = kind === 'Query' ? 'The JSON of the query' : 'The JSON of the headers';
    return Object.entries(parseJsonObject(context.parameter(`json${kind}`, itemIndex), label, itemIndex));
  }
  return namedValues(readPairs(context, kind === 'Query' ? 'queryParameters' : 'headerParameters', itemIndex));
};

/** @throws NodeError for parameters that make no request */
export const readRequest = (context: Context, itemIndex: number): RequestPlan => {
  return {
    method: String(context.parameter('method', itemIndex)).toUpperCase(),
    url: context.parameter('url', itemIndex),
    query: readList(context, itemIndex, 'Query'),
    headers: readList(context, itemIndex, 'Headers'),
    body: context.parameter('sendBody', itemIndex) ? readBody(context, itemIndex) : undefined,
  };
};
