import type { ClientBody } from './exchange.ts';

/** What is sent where after an answer that points elsewhere: method, body and headers of the next request. */

export interface Hop {
  url: URL;
  method: string;
  /** Name in lower case → name as it is sent, and value. */
  headers: Map<string, [name: string, value: string]>;
  body: ClientBody | undefined;
}

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export const isRedirect = (status: number): boolean => redirectStatuses.has(status);

/** Headers that are, or by their name may be, proof of who the sender is. */
const secretName =
  /^(authorization|proxy-authorization|cookie2?|host)$|auth|token|secret|api-?key|access-?key|session|signature|password|credential/;

/** Where what proves who the sender is may go on from one address to another. */
export const isSameSite = (from: URL, to: URL): boolean =>
  from.origin === to.origin ||
  (from.hostname === to.hostname && from.protocol === 'http:' && to.protocol === 'https:' && !from.port && !to.port);

/**
 * The next hop. A 303, or a 301 or 302 that answers a POST, becomes a GET without body; credentials stay with the origin they were meant for.
 */
export const followRedirect = (hop: Hop, status: number, target: URL): Hop => {
  const dropsBody =
    (status === 303 && hop.method !== 'HEAD') || ((status === 301 || status === 302) && hop.method === 'POST');
  const leaves = !isSameSite(hop.url, target);
  const headers = new Map(
    [...hop.headers].filter(
      ([name]) => !(dropsBody && name.startsWith('content-')) && !(leaves && secretName.test(name)) && name !== 'host',
    ),
  );
  return {
    url: target,
    method: dropsBody ? 'GET' : hop.method,
    headers,
    body: dropsBody ? undefined : hop.body,
  };
};
