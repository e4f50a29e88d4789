import type { IncomingHttpHeaders } from 'node:http';
import type { WebhookSpec } from '@millrace/engine/node-api';
import ipaddr from 'ipaddr.js';

/** Who may call a webhook, and from where. */

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** One address, or a range such as 10.0.0.0/8; undefined if it is neither. */
const parseRange = (text: string): Range | undefined => {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return undefined;
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return undefined;
  }
};

/** @throws Error that names what is no address */
export const parseAllowList = (list: string): Range[] =>
  list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const range = parseRange(text);
      if (!range) throw new Error(`"${text}" is neither an IP address nor a range such as 10.0.0.0/8`);
      return range;
    });

/** Compares numbers, not text; an IPv4 address inside an IPv6 one is the IPv4 address. */
export const isAllowedAddress = (address: string, ranges: readonly Range[]): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return ranges.some(([network, bits]) => caller.kind() === network.kind() && caller.match(network, bits));
};

const botPattern =
  /bot\b|bot[/;_-]|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|embedly|quora link|pinterest|bingpreview|skypeuripreview|headlesschrome|lighthouse|validator/i;

export const isBot = (userAgent: string | undefined): boolean => userAgent !== undefined && botPattern.test(userAgent);

const originsOf = (allowed: string): string[] => allowed.split(',').map((text) => text.trim().replace(/\/$/, ''));

/**
 * Whether a browser sends it for a page of another site. Programs say nothing of that, nor do old browsers; browsers that do not trust the connection
 * name the origin only. @param address of this instance, as others reach it
 */
export const isOfOtherSite = (
  { origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders,
  address: string,
  allowedOrigins = '',
): boolean => {
  if (origin !== undefined && originsOf(allowedOrigins).includes(origin)) return false;
  if (site !== undefined) return site !== 'same-origin';
  if (origin === undefined) return false;
  return ![address, `http://${host}`, `https://${host}`].some((own) => URL.parse(own)?.origin === origin);
};

/** Headers that let pages of an origin read the answer; none where they may not. */
export const corsHeaders = (
  spec: Pick<WebhookSpec, 'allowedOrigins'>,
  origin: string | undefined,
): Record<string, string> => {
  if (origin === undefined) return {};
  const allowed = originsOf(spec.allowedOrigins ?? '*');
  if (allowed.includes('*')) return { 'access-control-allow-origin': '*' };
  return allowed.includes(origin) ? { 'access-control-allow-origin': origin, vary: 'Origin' } : { vary: 'Origin' };
};
