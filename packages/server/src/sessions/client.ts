import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { isLoopback } from '../config.ts';
import { sessionTokenOf } from './cookie.ts';

/** From where a request came. */
export interface Client {
  /** Of the network. */
  address: string;
  /** What belongs to one sender: the address, or of IPv6 the 64 bits that a line is given. */
  network: string;
  userAgent: string;
  /** It comes from the machine that the server runs on, and by no proxy. */
  isLocal: boolean;
  /** Of the cookie. */
  sessionToken?: string;
}

const userAgentMaxLength = 256;

const isLoopbackAddress = (address: string): boolean => isLoopback(address.replace(/^::ffff:/, ''));

/** What stands in front of a server tells it by one of these whom it speaks for. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** A proxy on the same machine comes from there too: it is known by its headers, or by the name that it was asked for. */
const isLocal = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopbackAddress(socket.remoteAddress ?? '') &&
  URL.canParse(`http://${headers.host}`) &&
  isLoopback(new URL(`http://${headers.host}`).hostname) &&
  !proxyHeaders.some((name) => headers[name] !== undefined);

export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv6' ? parsed.toByteArray().slice(0, 8).join('.') : parsed.toString();
};

export const clientOf = (request: FastifyRequest): Client => ({
  address: request.ip,
  network: networkOf(request.ip),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentMaxLength),
  isLocal: isLocal(request),
  sessionToken: sessionTokenOf(request.headers.cookie),
});
