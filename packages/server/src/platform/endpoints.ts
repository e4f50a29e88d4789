import { Readable } from 'node:stream';
import type { Endpoint, EndpointRequest, EndpointResponse } from '@millrace/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller } from '../users/access.ts';
import { badRequest } from './errors.ts';
import { JsonStream, JsonText } from './json-text.ts';

/** One handler for each endpoint of a resource: a missing one does not compile. */
export type Handlers<E extends Record<string, Endpoint>> = {
  [K in keyof E]: (
    request: EndpointRequest<E[K]>,
    caller: Caller,
  ) => Answer<EndpointResponse<E[K]>> | Promise<Answer<EndpointResponse<E[K]>>>;
};

/** What is given as text must parse to what the endpoint promises. */
type Answer<T> = T | JsonText | JsonStream;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of every route under `/rest` whose access is not public, and of public ones if known. */
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

const maxIssues = 20;

const pathText = (path: readonly PropertyKey[]): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('');

/** Of the alternatives of a union, the one that the value came nearest to: its first issue lies deepest. */
const nearest = (issue: z.core.$ZodIssue): z.core.$ZodIssue => {
  if (issue.code !== 'invalid_union') return issue;
  const candidates = issue.errors.flatMap((issues) => issues.slice(0, 1)).map(nearest);
  const deepest = candidates.reduce<z.core.$ZodIssue | undefined>(
    (best, candidate) => (best && best.path.length >= candidate.path.length ? best : candidate),
    undefined,
  );
  return deepest && deepest.path.length > 0 ? { ...deepest, path: [...issue.path, ...deepest.path] } : issue;
};

const issueLine = (place: string, issue: z.core.$ZodIssue): string => {
  const { path, message } = nearest(issue);
  const where = [place, pathText(path)].filter((part) => part !== '').join('.');
  return where === '' ? message : `${where}: ${message}`;
};

/**
 * @param place what the value is called in the message; empty for the body
 * @throws AppError badRequest with a line for each field
 */
const validate = <S extends z.ZodType>(
  schema: S | undefined,
  value: unknown,
  place: string,
): z.output<S> | undefined => {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { issues } = result.error;
  const lines = issues.slice(0, maxIssues).map((issue) => issueLine(place, issue));
  if (issues.length > maxIssues) lines.push(`and ${issues.length - maxIssues} more`);
  throw badRequest(lines.join('\n'));
};

const callerOf = (request: FastifyRequest): Caller => {
  if (!request.caller) throw new Error(`No caller was found for ${request.method} ${request.url}`);
  return request.caller;
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
  options: EndpointOptions,
): void => {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handle = handlers[name] as (request: unknown, caller: Caller) => unknown;
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { access: endpoint.access },
      handler: async (request, reply) => {
        const answer = await handle(
          {
            params: validate(endpoint.params, request.params, ''),
            query: validate(endpoint.query, request.query, 'query'),
            body: validate(endpoint.body, request.body, ''),
          },
          callerOf(request),
        );
        const data = options.checkResponses && answer instanceof JsonStream ? await answer.toText() : answer;
        if (options.checkResponses) endpoint.response.parse(data instanceof JsonText ? data.parse() : data);
        if (data instanceof JsonStream)
          return reply.type('application/json; charset=utf-8').send(Readable.from(wrapped(data, endpoint)));
        if (data instanceof JsonText)
          return reply.type('application/json; charset=utf-8').send(endpoint.raw ? data.text : `{"data":${data.text}}`);
        return endpoint.raw ? data : { data };
      },
    });
  }
};
