/**
 * An instance can be served below a path of a host: `https://example.com/automation`. The proxy in front of it may keep that path or strip it;
 * here it is taken off where it is, so that routes know nothing of it. Addresses that are given out have it.
 */
interface Addresses {
  baseUrl: string;
  webhookUrl: string;
}

const pathOf = (address: string): string => (address === '' ? '' : new URL(address).pathname.replace(/\/+$/, ''));

/** Such as `/automation`; empty at the root of a host. */
export const basePathOf = ({ baseUrl }: Pick<Addresses, 'baseUrl'>): string => pathOf(baseUrl);

/** The paths below which requests may come: that of the editor and, if it is another, that of the webhooks. */
export const pathsOf = ({ baseUrl, webhookUrl }: Addresses): string[] =>
  // The longer one first, as it may lie below the other.
  [...new Set([pathOf(baseUrl), pathOf(webhookUrl)])].filter(Boolean).sort((a, b) => b.length - a.length);

/** @returns what takes the path off an address, with or without a query */
export const createPathStripper = (addresses: Addresses): ((url: string) => string) => {
  const paths = pathsOf(addresses);
  if (paths.length === 0) return (url) => url;
  return (url) => {
    const path = paths.find((prefix) => url.startsWith(prefix) && /^(?:[/?]|$)/.test(url.slice(prefix.length)));
    if (path === undefined) return url;
    const rest = url.slice(path.length);
    return rest.startsWith('/') ? rest : `/${rest}`;
  };
};
