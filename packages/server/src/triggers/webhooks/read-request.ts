import type { JsonObject } from '@millrace/contract';
import type { WebhookRequest, WebhookSpec } from '@millrace/engine/node-api';
import type { FastifyRequest } from 'fastify';
import { readBody } from './body.ts';
import { parseBody, readFields, type WriteBinary } from './parse-body.ts';

const ownCookie = /^\s*(__(host|secure)-)?millrace/i;

/** The session of whoever is signed in here is no business of a workflow. */
const withoutOwnCookies = (headers: FastifyRequest['raw']['headers']): JsonObject => {
  if (headers.cookie === undefined) return headers as JsonObject;
  const { cookie, ...others } = headers;
  const foreign = cookie.split(';').filter((pair) => !ownCookie.test(pair));
  return (foreign.length > 0 ? { ...others, cookie: foreign.join(';').trim() } : others) as JsonObject;
};

const hasBody = ({ headers }: FastifyRequest['raw']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A call without its body. @param address as below */
export const readRequestLine = (
  { raw }: FastifyRequest,
  address: string,
): Pick<WebhookRequest, 'method' | 'url' | 'headers' | 'query'> => {
  const url = raw.url ?? '/';
  const queryAt = url.indexOf('?');
  return {
    method: raw.method ?? 'GET',
    url: address + url.slice(1),
    headers: withoutOwnCookies(raw.headers),
    query: queryAt < 0 ? {} : (readFields(url.slice(queryAt + 1)) as JsonObject),
  };
};

/**
 * A call as plain data. @param address the instance's address for webhooks, with a slash at its end
 * @throws AppError webhookBadBody, bodyTooLarge
 */
export const readWebhookRequest = async (
  request: FastifyRequest,
  about: { spec: WebhookSpec; params: Record<string, string>; address: string; write: WriteBinary },
): Promise<WebhookRequest> => {
  const { raw } = request;
  const parsed = hasBody(raw)
    ? await parseBody(await readBody(raw), { contentType: raw.headers['content-type'], ...about })
    : { body: {} };
  return { ...readRequestLine(request, about.address), params: about.params, ...parsed };
};
