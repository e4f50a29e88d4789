/** Requests to a service that speaks as S3 does. They are signed on their way out. */
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { BinaryData, JsonObject } from '@millrace/contract/data';
import { isObject } from '@millrace/contract/data';
import { type CredentialData, type ExecuteContext, type HttpResponse, NodeError } from '@millrace/engine/node-api';
import { textOf } from '../connections/server.ts';

export interface Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Left out for the list of buckets. */
  bucket?: string;
  /** Left out for the bucket itself. */
  key?: string;
  query?: Readonly<Record<string, string | undefined>>;
  headers?: Readonly<Record<string, string>>;
  body?: string | { file: BinaryData };
}

export interface Entry extends JsonObject {
  Key: string;
  Size: string;
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** A key as part of an address: its slashes stay. */
export const encodeKey = (key: string): string => key.split('/').map(encode).join('/');

const endpointOf = (credential: CredentialData): URL => {
  const text = textOf(credential, 'endpoint').trim();
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new NodeError(`"${text}" is not the address of an S3 service`, {
      description: 'Write it into the credential as https://minio.example.com.',
    });
  return url;
};

/** @throws NodeError where a name cannot be that of a bucket */
export const addressOf = (credential: CredentialData, { bucket, key = '', query = {} }: Request): string => {
  const url = endpointOf(credential);
  const before = url.pathname.replace(/\/$/, '');
  if (bucket === undefined) url.pathname = `${before}/`;
  else {
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(bucket)) throw new NodeError(`"${bucket}" is not the name of a bucket`);
    // An address has no names below it.
    const byPath = credential.forcePathStyle === true || isIP(url.hostname.replace(/^\[|\]$/g, '')) > 0;
    if (!byPath) url.hostname = `${bucket}.${url.hostname}`;
    // Set as text, since a URL would take dots in a key for steps.
    const path = `${before}${byPath ? `/${bucket}` : ''}${key === '' && byPath ? '' : `/${encodeKey(key)}`}`;
    if (path.split('/').some((part) => part === '.' || part === '..'))
      throw new NodeError(`"${key}" cannot be requested: it has a step of dots in it`);
    url.pathname = path;
  }
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  url.search = given.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
  return url.href;
};

const readXml = async (text: string): Promise<JsonObject> => {
  if (text.trim() === '') return {};
  const { Parser } = await import('xml2js');
  try {
    const read: unknown = await new Parser({ explicitArray: false, ignoreAttrs: true }).parseStringPromise(text);
    return isObject(read) ? (JSON.parse(JSON.stringify(read)) as JsonObject) : {};
  } catch (error) {
    throw new NodeError('The S3 service answered with what is no XML', {
      description: text.slice(0, 500),
      cause: error,
    });
  }
};

/** What is at a path of an answer, as a list. */
export const listAt = (answer: JsonObject, ...path: string[]): JsonObject[] => {
  let at: unknown = answer;
  for (const name of path) at = isObject(at) ? (at as JsonObject)[name] : undefined;
  if (Array.isArray(at)) return at as JsonObject[];
  return isObject(at) ? [at as JsonObject] : [];
};

const failure = async (status: number, text: string): Promise<NodeError> => {
  const answer = await readXml(text).catch((): JsonObject => ({}));
  const { Code = '', Message = '' } = (answer.Error ?? {}) as { Code?: string; Message?: string };
  const words = String(Message || Code) || `The S3 service answered with ${status}`;
  const region = (answer.Error as JsonObject | undefined)?.Region;
  const hint = typeof region === 'string' ? ` The region is ${region}: write it into the credential.` : '';
  return new NodeError(words, {
    description: `The S3 service answered with ${[status, Code].filter(Boolean).join(' ')}.${hint}`,
    httpCode: String(status),
  });
};

const hashOf = (body: Request['body']): Record<string, string> =>
  typeof body === 'object'
    ? {}
    : {
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      };

/** @throws NodeError in the words of the service */
export const call = async (
  context: Pick<ExecuteContext, 'http' | 'signal'>,
  credential: CredentialData,
  request: Request,
  streamed = false,
): Promise<HttpResponse> => {
  const { method, headers, body } = request;
  const response = await context.http({
    method,
    url: addressOf(credential, request),
    headers: { ...hashOf(body), ...headers },
    ...(body !== undefined && { body }),
    credential: 's3',
    streamed,
    maxRedirects: 0,
    allowUnauthorizedCerts: credential.ignoreSSLIssues === true,
    signal: context.signal,
  });
  if (response.status < 200 || response.status > 299) throw await failure(response.status, await response.text());
  return response;
};

/** The answer as fields; elements that occur once are no lists. @throws NodeError */
export const ask = async (
  context: Pick<ExecuteContext, 'http' | 'signal'>,
  credential: CredentialData,
  request: Request,
): Promise<JsonObject> => {
  const response = await call(context, credential, request);
  const text = await response.text();
  // Some operations begin their answer before they know how they end.
  const answer = await readXml(text);
  if (answer.Error !== undefined) throw await failure(500, text);
  return answer;
};

/** What a bucket has, page by page, until there are enough that are `wanted`. @throws NodeError */
export const listObjects = async (
  context: Pick<ExecuteContext, 'http' | 'signal'>,
  credential: CredentialData,
  bucket: string,
  query: Readonly<Record<string, string | undefined>>,
  {
    limit = Number.POSITIVE_INFINITY,
    wanted = () => true,
  }: { limit?: number; wanted?: (entry: Entry) => boolean } = {},
): Promise<Entry[]> => {
  const found: Entry[] = [];
  for (let token: string | undefined, isMore = true; isMore && found.length < limit; ) {
    const pageQuery = { 'list-type': '2', ...query, 'continuation-token': token };
    const answer = await ask(context, credential, { method: 'GET', bucket, query: pageQuery });
    found.push(...(listAt(answer, 'ListBucketResult', 'Contents') as Entry[]).filter(wanted));
    const { IsTruncated, NextContinuationToken } = (answer.ListBucketResult ?? {}) as JsonObject;
    token = typeof NextContinuationToken === 'string' ? NextContinuationToken : undefined;
    isMore = IsTruncated === 'true' && token !== undefined;
  }
  return found.slice(0, limit);
};
