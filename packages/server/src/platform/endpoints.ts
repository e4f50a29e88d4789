import { Readable } from 'node:stream';
import type { Endpoint, EndpointRequest, EndpointResponse } from '@millrace/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from '../users/access.ts';
import { badRequest } from './errors.ts';
import { isKnown } from './etag.ts';
import { JsonStream, JsonText, StableJson } from './json-text.ts';
import { validate } from './validation.ts';

/** For the few handlers that have to do with the exchange itself. */
export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborts when the caller hangs up before the answer. */
  hungUp: () => AbortSignal;
}

/** One handler for each endpoint of a resource: a missing one does not compile. */
export type Handlers<E extends Record<string, Endpoint>> = {
  [K in keyof E]: (
    request: EndpointRequest<E[K]>,
    caller: E[K]['access'] extends { who: 'anyone' } ? Caller | undefined : Caller,
    exchange: Exchange,
  ) => Answer<EndpointResponse<E[K]>> | Promise<Answer<EndpointResponse<E[K]>>>;
};

/** What is given as text must parse to what the endpoint promises. */
type Answer<T> = T | JsonText | JsonStream;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of every route under `/rest` that is not for anyone, and of those if known. */
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    /** Who may call. A route under `/rest` without it is refused when it is registered. */
    access?: Endpoint['access'];
  }
}

export interface EndpointOptions {
  /** Also holds answers against the contract; for tests. */
  checkResponses: boolean;
}

/** For endpoints that take more than their schema: what it means in the schema's terms. */
type BodyReaders<E extends Record<string, Endpoint>> = { readonly [K in keyof E]?: (body: unknown) => unknown };

const asSent = (body: unknown): unknown => body;

/** Of what an endpoint does not take, nothing may be sent. */
const nothing = { params: z.strictObject({}), query: z.strictObject({}), body: z.strictObject({}).nullish() };

const hangUpOf = ({ raw }: FastifyReply): AbortSignal => {
  const hangUp = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) hangUp.abort(badRequest('The caller has hung up.'));
  });
  return hangUp.signal;
};

const wrapped = async function* ({ pieces }: JsonStream, { raw }: Endpoint): AsyncGenerator<string> {
  if (!raw) yield '{"data":';
  yield* pieces;
  if (!raw) yield '}';
};

/**
 * Registers all endpoints of a resource. Answers are wrapped in `{data}`; an answer of undefined gives `{}`.
 *
 * @param app a scope that has the prefix of the API
 */
export const registerEndpoints = <const E extends Record<string, Endpoint>>(
  app: FastifyInstance,
  endpoints: E,
  handlers: Handlers<E>,
  { checkResponses, readBody }: EndpointOptions & { readBody?: BodyReaders<NoInfer<E>> },
): void => {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const read = readBody?.[name] ?? asSent;
    const handle = handlers[name] as (request: unknown, caller: Caller | undefined, exchange: Exchange) => unknown;
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access: endpoint.access },
      handler: async (request, reply) => {
        const answer = await handle(
          {
            params: validate(endpoint.params ?? nothing.params, request.params, 'path'),
            query: validate(endpoint.query ?? nothing.query, request.query, 'query'),
            body: validate(endpoint.body ?? nothing.body, read(request.body), 'body'),
          },
          request.caller,
          { request, reply, hungUp: () => hangUpOf(reply) },
        );
        const data = checkResponses && answer instanceof JsonStream ? await answer.toText() : answer;
        if (checkResponses) endpoint.response.parse(data instanceof JsonText ? data.parse() : data);
        if (data instanceof JsonStream)
          return reply.type('application/json; charset=utf-8').send(Readable.from(wrapped(data, endpoint)));
        if (data instanceof StableJson && isKnown(request, reply, data.etag)) return reply.code(304).send();
        if (data instanceof JsonText)
          return reply.type('application/json; charset=utf-8').send(endpoint.raw ? data.text : `{"data":${data.text}}`);
        return endpoint.raw ? data : { data };
      },
    });
  }
};
