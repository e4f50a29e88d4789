import { type Api, type Endpoint, type EndpointInput, type EndpointResponse, isObject } from '@millrace/contract';
import { basePath } from '../base-path.ts';
import { endpoints } from './endpoints.ts';
import { errorFromBody, networkFailure } from './errors.ts';
import { sessionId } from './session.ts';
import { hasSessionEnded, isSignedIn, sessionResumed } from './session-end.ts';

/** A method for each endpoint of the contract: `client.workflows.get({ params: { id } })`. All throw ApiError. */

export const apiBase = `${basePath}/rest`;

/** What the endpoint takes; a part that may be empty may be left out. */
type Given<T> = {
  [K in keyof T as T[K] extends undefined ? never : EmptyAllowed<T[K]> extends true ? never : K]: T[K];
} & {
  [K in keyof T as T[K] extends undefined ? never : EmptyAllowed<T[K]> extends true ? K : never]?: T[K];
};
type EmptyAllowed<T> = Record<never, never> extends T ? true : false;
type Request<E extends Endpoint> = Given<EndpointInput<E>> & { signal?: AbortSignal };

type Method<E extends Endpoint> =
  EmptyAllowed<Request<E>> extends true
    ? (request?: Request<E>) => Promise<EndpointResponse<E>>
    : (request: Request<E>) => Promise<EndpointResponse<E>>;

export type Client = {
  [Resource in keyof Api]: {
    [Name in keyof Api[Resource]]: Api[Resource][Name] extends Endpoint ? Method<Api[Resource][Name]> : never;
  };
};

/** What a call needs of an endpoint. */
type Address = Pick<Endpoint, 'method' | 'path' | 'raw'>;

interface AnyRequest {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
}

const addressOf = (endpoint: Address, { params = {}, query = {} }: AnyRequest): string => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return `${apiBase}${path}${search.size > 0 ? `?${search}` : ''}`;
};

interface Answer {
  response: Response;
  text: string;
}

const send = async (endpoint: Address, request: AnyRequest): Promise<Answer> => {
  const hasBody = request.body !== undefined;
  try {
    const response = await fetch(addressOf(endpoint, request), {
      method: endpoint.method,
      headers: { sessionid: sessionId, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
      body: hasBody ? JSON.stringify(request.body) : undefined,
      signal: request.signal,
    });
    return { response, text: await response.text() };
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw networkFailure();
  }
};

/** Who asks there whether he is signed in, or to be it, is answered at once. */
const signIn = endpoints.signIn.current;

const isRefused = ({ response }: Answer): boolean => response.status === 401;

/** Ends with the last call that gave this browser a new session in place of its own: what is refused until then is not refused for good. */
let replacement: Promise<unknown> = Promise.resolve();

const sendOnce = async (endpoint: Address, request: AnyRequest): Promise<Answer> => {
  const answer = send(endpoint, request);
  if (endpoint.path === endpoints.me.changePassword.path) replacement = answer.catch(() => undefined);
  return answer;
};

const askWhoIsSignedIn = async (request: AnyRequest): Promise<Answer> => {
  await replacement;
  return send(signIn, request);
};

/**
 * Sends; where the session has ended, again when the person is signed in again. A refusal alone is no end: the call may have been sent before a
 * sign-in or with the session that another one has replaced, so it is asked once who is signed in.
 */
const sendSignedIn = async (endpoint: Address, request: AnyRequest): Promise<Answer> => {
  if (endpoint.path === signIn.path) {
    return endpoint.method === signIn.method ? askWhoIsSignedIn(request) : send(endpoint, request);
  }
  const answer = await sendOnce(endpoint, request);
  if (!isRefused(answer)) return answer;
  if (isSignedIn() && !hasSessionEnded()) {
    const isOver = isRefused(await askWhoIsSignedIn({ signal: request.signal }));
    if (!isOver && !hasSessionEnded()) return sendOnce(endpoint, request);
  }
  const resumed = sessionResumed();
  if (!resumed) return answer;
  await resumed;
  request.signal?.throwIfAborted();
  return sendSignedIn(endpoint, request);
};

/** Paths of the only calls that this page makes; null: all. */
let onlyPaths: ReadonlySet<string> | null = null;

/** From here on this page makes no other calls than these. Returns the end of that. */
export const callOnly = (paths: readonly string[]): (() => void) => {
  onlyPaths = new Set(paths);
  return () => {
    onlyPaths = null;
  };
};

const call = async (endpoint: Address, request: AnyRequest = {}): Promise<unknown> => {
  if (onlyPaths && !onlyPaths.has(endpoint.path)) throw networkFailure();
  const { response, text } = await sendSignedIn(endpoint, request);
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    // A gateway answers in its own words when the server behind it is down.
    throw response.status >= 502 && response.status <= 504
      ? networkFailure()
      : errorFromBody(response.status, undefined);
  }
  if (!response.ok) throw errorFromBody(response.status, body);
  return endpoint.raw || !isObject(body) ? body : body.data;
};

const methodsOf = (ofResource: Record<string, Address>) =>
  Object.fromEntries(
    Object.entries(ofResource).map(([name, endpoint]) => [name, (request?: AnyRequest) => call(endpoint, request)]),
  );

export const client = Object.fromEntries(
  Object.entries(endpoints).map(([resource, ofResource]) => [resource, methodsOf(ofResource)]),
) as unknown as Client;
