import type { ConnectionOptions } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { ProxyAgent } from 'undici';
import { unbracket } from './resolver.ts';

/** The proxy through which the operator has all requests of the instance go. */
export interface ProxySettings {
  /** With user name and password, where it asks for them. */
  address: string;
  /** Hosts that are called directly, besides this machine: names with all below them, addresses, ranges (`10.0.0.0/8`), each with a port where that is meant alone. */
  except: readonly string[];
}

export interface InstanceProxy {
  /** Undefined: the host is called directly. */
  agentFor(url: URL, rejectUnauthorized: boolean): ProxyAgent | undefined;
  /** One of its own, for a connection that shows a certificate. Whoever asks ends it. */
  createAgent(url: URL, requestTls: ConnectionOptions): ProxyAgent | undefined;
  /** As people know it. */
  readonly host: string;
  close(): Promise<void>;
}

const isLocal = (hostname: string): boolean =>
  /^(?:.*\.)?localhost\.?$/i.test(hostname) ||
  (ipaddr.isValid(hostname) && ipaddr.process(hostname).range() === 'loopback');

const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' };

const isInRange = (hostname: string, range: string): boolean => {
  if (!ipaddr.isValid(hostname) || !ipaddr.isValidCIDR(range)) return false;
  const address = ipaddr.process(hostname);
  const [network, bits] = ipaddr.parseCIDR(range);
  return address.kind() === network.kind() && address.match(network as ipaddr.IPv4, bits);
};

const isExcepted = (url: URL, pattern: string): boolean => {
  const hostname = unbracket(url.hostname).replace(/\.$/, '').toLowerCase();
  if (pattern === '*') return true;
  if (pattern.includes('/')) return isInRange(hostname, pattern);
  const [, host = pattern, port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(pattern) ?? [];
  if (port !== undefined && port !== (url.port || defaultPorts[url.protocol])) return false;
  const name = unbracket(host.toLowerCase()).replace(/^\*?\./, '');
  return name !== '' && (hostname === name || hostname.endsWith(`.${name}`));
};

const tokenOf = ({ username, password }: URL): string | undefined =>
  username || password
    ? `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`
    : undefined;

/** @param settings undefined: everything is called directly */
export const createInstanceProxy = (settings: ProxySettings | undefined): InstanceProxy => {
  if (!settings) return { agentFor: () => undefined, createAgent: () => undefined, host: '', close: async () => {} };
  const address = new URL(settings.address);
  const except = settings.except.map((pattern) => pattern.trim()).filter((pattern) => pattern !== '');
  const create = (requestTls: ConnectionOptions) =>
    new ProxyAgent({ uri: address.origin, token: tokenOf(address), requestTls });
  const agents = { strict: create({ rejectUnauthorized: true }), lenient: create({ rejectUnauthorized: false }) };
  const isDirect = (url: URL): boolean =>
    isLocal(unbracket(url.hostname)) || except.some((pattern) => isExcepted(url, pattern));
  return {
    host: address.host,
    agentFor(url, rejectUnauthorized) {
      if (isDirect(url)) return undefined;
      return rejectUnauthorized ? agents.strict : agents.lenient;
    },
    createAgent: (url, requestTls) => (isDirect(url) ? undefined : create(requestTls)),
    close: async () => {
      await Promise.all([agents.strict.close(), agents.lenient.close()]);
    },
  };
};
