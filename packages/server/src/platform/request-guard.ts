import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type Config, isLoopback } from '../config.ts';
import { AppError, badRequest } from './errors.ts';

/**
 * Keeps foreign pages away from the API of a user's browser. A page that rebinds its DNS name to this machine is known by
 * its Host; a page that posts from elsewhere by its Origin, or by what the browser says of the fetch.
 */
type GuardConfig = Pick<Config, 'host' | 'baseUrl'>;

/** A name or an address, and perhaps a port: no path, no user, nothing that a URL parser would read as something else. */
const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const hostNameOf = (host: string): string | undefined =>
  hostPattern.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;

/** @param host value of the Host header */
export const isServedHost = (host: string, config: GuardConfig): boolean => {
  const name = hostNameOf(host);
  if (name === undefined) return false;
  if (isLoopback(name)) return true;
  if (config.baseUrl !== '' && new URL(config.baseUrl).hostname === name) return true;
  // Listening for others was the operator's decision. An address cannot be rebound, a name can.
  return !isLoopback(config.host) && (name === config.host || isIP(name.replace(/^\[|\]$/g, '')) !== 0);
};

const isOwnOrigin = (origin: string, host: string, config: GuardConfig): boolean => {
  if (!URL.canParse(origin)) return false;
  const { origin: normal, host: originHost } = new URL(origin);
  if (config.baseUrl !== '' && normal === new URL(config.baseUrl).origin) return true;
  return originHost === new URL(`http://${host}`).host;
};

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Node keeps the first of several; what stands in front of the server may have gone by another. */
const hasOneHost = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length === 1;

type GuardedRequest = Pick<FastifyRequest, 'method' | 'headers'> & {
  raw: Pick<FastifyRequest['raw'], 'rawHeaders'>;
};

/** @throws AppError forbiddenHost; badRequest for more than one Host */
export const refuseForeign = (request: GuardedRequest, config: GuardConfig): void => {
  if (!hasOneHost(request.raw.rawHeaders)) throw badRequest('The request must have one Host header.');
  const { host = '', origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers;
  if (!isServedHost(host, config))
    throw new AppError('forbiddenHost', `This instance is not served under the host "${host}".`, {
      hint: 'Set MILLRACE_BASE_URL to the address that browsers use.',
    });
  // Of a GET too: it may open a stream of events, and not every browser says more of itself.
  if (origin !== undefined && !isOwnOrigin(origin, host, config))
    throw new AppError('forbiddenHost', `Requests from pages of "${origin}" are refused.`);
  const isForeignFetch = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (isForeignFetch && (mode !== 'navigate' || !safeMethods.has(request.method)))
    throw new AppError('forbiddenHost', 'Requests from pages of other sites are refused.');
};
