import { isIPv6 } from 'node:net';
import { type CredentialData, NodeError } from '@millrace/engine/node-api';
import { evaluateFields, evaluateText } from '../fields.ts';
import type { SigningMaterial } from '../types.ts';

/** Where requests may go that are signed with a credential. */

interface Pattern {
  /** In lower case; `*.` for all below. */
  host: string;
  /** Only of an address, or where one is named: any other port may belong to somebody else. */
  port: string | undefined;
}

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

const portOf = (url: URL): string => url.port || (defaultPorts[url.protocol] ?? '');

/** As addresses have it: names of other scripts in ASCII, addresses in their one form. */
const asInAddresses = (host: string): string => {
  const below = host.startsWith('*.') ? '*.' : '';
  const name = host.slice(below.length).replace(/\.$/, '');
  return below + (URL.parse(`http://${name}`)?.hostname ?? name);
};

const readPattern = (text: string): Pattern | undefined => {
  const trimmed = text.trim().toLowerCase();
  if (trimmed === '') return undefined;
  if (isIPv6(trimmed)) return { host: asInAddresses(`[${trimmed}]`), port: undefined };
  if (trimmed.includes('://')) {
    const url = URL.parse(trimmed);
    return url ? { host: url.hostname, port: portOf(url) } : undefined;
  }
  const [, host = '', port] = /^(\[[^\]]*\]|[^:/]*)(?::(\d+))?(?:\/.*)?$/.exec(trimmed) ?? [];
  return host === '' ? undefined : { host: asInAddresses(host), port };
};

const fits = (url: URL, { host, port }: Pattern): boolean => {
  const hostname = url.hostname.replace(/\.$/, '');
  if (port !== undefined && port !== portOf(url)) return false;
  if (host === '*') return true;
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;
};

type Limited = Pick<SigningMaterial, 'name' | 'data' | 'definition' | 'allowedHosts'>;

/** Patterns of hosts, by who has set them. Undefined: no limit. */
export const hostLists = (fields: CredentialData, material: Limited) => ({
  ofType: material.definition.allowedHosts?.map((text) => String(evaluateText(text, fields, material) ?? '')),
  ofCredential:
    fields.allowedHttpRequestDomains === 'domains' ? String(fields.allowedDomains ?? '').split(/[\s,]+/) : undefined,
  ofStore: material.allowedHosts && [...material.allowedHosts],
});

/** All of them must allow it. */
const listsOf = (fields: CredentialData, material: SigningMaterial): string[][] =>
  Object.values(hostLists(fields, material)).filter((list) => list !== undefined);

/**
 * Looks whether a request may be signed that goes to this address, and to the proxy that could read it.
 *
 * @throws NodeError that names the host
 */
export const assertAllowedHosts = (
  url: URL,
  proxy: URL | undefined,
  fields: CredentialData,
  material: SigningMaterial,
): void => {
  const lists = listsOf(fields, material);
  for (const target of proxy ? [url, proxy] : [url]) {
    for (const list of lists) {
      const patterns = list.map(readPattern).filter((pattern) => pattern !== undefined);
      if (patterns.some((pattern) => fits(target, pattern))) continue;
      const names = patterns.map(({ host, port }) =>
        port && !['80', '443'].includes(port) ? `${host}:${port}` : host,
      );
      throw new NodeError(`The credentials "${material.name}" may not be used for ${target.host}`, {
        description: names.length > 0 ? `They are for ${names.join(', ')}.` : 'They are for no host at all.',
      });
    }
  }
};

/** The same for a connection that a node makes itself with what it reads of the credential. */
export const assertAllowedFor = (url: URL, material: SigningMaterial): void =>
  assertAllowedHosts(url, undefined, evaluateFields(material), material);
