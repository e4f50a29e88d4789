/**
 * Which headers a workflow may set. Its answers come from the address at which the editor is served too, so a header must say something of this one
 * answer: never of the connection, of the whole address, or of its other visitors. docs/guides/webhooks.md holds the same list.
 */
const settable = new Set([
  'accept-ranges',
  'access-control-expose-headers',
  'age',
  'allow',
  'authentication-info',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-location',
  'content-md5',
  'content-range',
  'content-security-policy',
  'content-type',
  'cross-origin-resource-policy',
  'date',
  'deprecation',
  'digest',
  'etag',
  'expires',
  'idempotency-key',
  'last-modified',
  'link',
  'location',
  'mcp-protocol-version',
  'mcp-session-id',
  'mime-version',
  'pragma',
  'preference-applied',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
  'referrer-policy',
  'repr-digest',
  'request-id',
  'retry-after',
  'server-timing',
  'set-cookie',
  'signature',
  'signature-input',
  'sunset',
  'timing-allow-origin',
  'traceparent',
  'tracestate',
  'vary',
  'warning',
  'www-authenticate',
]);

/** Headers of one's own begin with `x-`. These do not count: the server writes them, or what stands in front of it obeys them. */
const reserved =
  /^x-(content-type-options|execution-id|millrace-.*|accel-(?!buffering$).*|sendfile|lighttpd-.*|litespeed-.*|reproxy-.*)$/;

/** @param name in lower case */
export const isSettable = (name: string): boolean =>
  settable.has(name) || (name.startsWith('x-') && !reserved.test(name));

/** A name and a value: browsers take what has no name for a cookie of the name that its value begins with. */
const cookiePattern = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=/;
/** Prefix of all cookies of this product, also behind those that browsers treat in a special way. */
const ownCookie = /^(__(host|secure|http|host-http)-)*millrace/i;

/** @param line value of a Set-Cookie header */
export const isForeignCookie = (line: string): boolean => {
  const name = cookiePattern.exec(line)?.[1];
  return name !== undefined && !ownCookie.test(name);
};
