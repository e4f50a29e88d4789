/**
 * Which addresses may be called. Every spelling of an address is reduced to its bytes first, and an IPv6 address that stands for
 * an IPv4 one (mapped, translated, tunnelled) is judged by both.
 */
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

const ranges = (...texts: string[]): Range[] => texts.map((text) => ipaddr.parseCIDR(text) as Range);

/** Where clouds keep the credentials of their machines: no workflow has business there. */
const metadata = ranges(
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::254/128',
  'fd00:ec2::23/128',
  'fd20:ce::254/128',
);
const neverCalled = new Set(['multicast', 'broadcast', 'linkLocal']);

const isWithin = (address: Address, list: Range[]): boolean =>
  list.some(([network, bits]) => network.kind() === address.kind() && address.match(network as ipaddr.IPv4, bits));

const fromBytes = (bytes: number[]): ipaddr.IPv4 => new ipaddr.IPv4(bytes);

/** IPv4 addresses that an IPv6 address leads to. */
const embedded = (address: ipaddr.IPv6): ipaddr.IPv4[] => {
  const bytes = address.toByteArray();
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6145':
    case 'rfc6052':
      return [fromBytes(bytes.slice(12))];
    case '6to4':
      return [fromBytes(bytes.slice(2, 6))];
    case 'teredo':
      return [fromBytes(bytes.slice(4, 8)), fromBytes(bytes.slice(12).map((byte) => byte ^ 0xff))];
  }
  const isCompatible = bytes.slice(0, 12).every((byte) => byte === 0) && address.range() === 'unicast';
  return isCompatible ? [fromBytes(bytes.slice(12))] : [];
};

export type AddressRefusal = 'metadata' | 'private' | 'unusable';

const judge = (address: Address, allowPrivateNetworks: boolean): AddressRefusal | undefined => {
  if (isWithin(address, metadata)) return 'metadata';
  const range = address.range();
  if (neverCalled.has(range)) return 'unusable';
  const isCarrier = ['ipv4Mapped', 'rfc6145', 'rfc6052', '6to4', 'teredo'].includes(range);
  return range === 'unicast' || isCarrier || allowPrivateNetworks ? undefined : 'private';
};

/** Why this address is not called; undefined if it is. @param text an IP address without brackets */
export const refusalOf = (text: string, allowPrivateNetworks: boolean): AddressRefusal | undefined => {
  if (!ipaddr.isValid(text)) return 'unusable';
  const address = ipaddr.parse(text);
  const all: Address[] = address.kind() === 'ipv6' ? [address, ...embedded(address as ipaddr.IPv6)] : [address];
  for (const each of all) {
    const refusal = judge(each, allowPrivateNetworks);
    if (refusal) return refusal;
  }
  return undefined;
};
