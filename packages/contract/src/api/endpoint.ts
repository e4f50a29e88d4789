import type { z } from 'zod';
import type { ApiScope } from './scopes.ts';

/**
 * Who may call. Deny is the default: an endpoint without `access` does not compile.
 *
 * - `anyone`: no sign-in is needed.
 * - `user`: whoever is signed in. Which rows they see, and what they may do with them, is asked of the permissions.
 * - `owner`: the owner of the instance, and the one user of an instance without accounts.
 *
 * An API key needs the scope; `any` is what every key may, and `session` is for people only.
 */
export type Access =
  | { readonly who: 'anyone' }
  | { readonly who: 'user' | 'owner'; readonly scope: ApiScope | 'any' | 'session' };

/**
 * One call of the API under `/rest`. Path parameters are written `{id}`. Query values are text; objects travel as JSON text
 * (`jsonQuery`). Answers are wrapped in `{data}` unless `raw`.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: `/${string}`;
  /** What it does, in a few words. */
  summary: string;
  /** What there is to know beyond that. */
  description?: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  response: z.ZodType;
  raw?: true;
}

export const defineEndpoints = <const T extends Record<string, Endpoint>>(endpoints: T): T => endpoints;

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a client passes, and what a server's handler receives after validation. */
export interface EndpointInput<E extends Endpoint> {
  params: Input<E['params']>;
  query: Input<E['query']>;
  body: Input<E['body']>;
}
export interface EndpointRequest<E extends Endpoint> {
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
}
export type EndpointResponse<E extends Endpoint> = Output<E['response']>;
