import dns from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressRefusal, refusalOf } from './addresses.ts';
import { RequestError } from './request-error.ts';

export interface AddressPolicy {
  /** Whether loopback, private and other special ranges may be called. Metadata services never are. */
  allowPrivateNetworks: boolean;
  /** All addresses of a name. Default: the system's name service. */
  resolve?: (hostname: string) => Promise<HostAddress[]>;
}

export interface HostAddress {
  address: string;
  family: number;
}

/** Names, resolved and judged in one step: what is connected to is what was looked at. */
export interface Resolver {
  /** All addresses of a name. @param what is refused where one of them is: `Requests`, `Connections`. @throws RequestError, or what the look-up throws */
  addressesOf(hostname: string, what?: string): Promise<HostAddress[]>;
  /** The same, as sockets use it. */
  lookup: LookupFunction;
  /** Addresses written as numbers never reach the look-up of a socket. @throws RequestError */
  assertLiteralAllowed(url: URL): void;
}

/** Names that mean this machine wherever they are asked for. */
const localName = /^(?:.*\.)?localhost\.?$/i;

const reasons: Record<AddressRefusal, string> = {
  metadata: 'It is, or leads to, the metadata service of a cloud, which gives out credentials of the machine.',
  private: 'It lies in a private network, which this instance does not allow.',
  unusable: 'It is not the address of a single machine.',
};

const refuse = (host: string, refusal: AddressRefusal, what = 'Requests') =>
  new RequestError('refusedAddress', `${what} to ${host} are not allowed`, { description: reasons[refusal] });

export const unbracket = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

export const createResolver = (policy: AddressPolicy): Resolver => {
  const { allowPrivateNetworks, resolve = (hostname) => dns.lookup(hostname, { all: true }) } = policy;

  const addressesOf: Resolver['addressesOf'] = async (hostname, what) => {
    const addresses = await resolve(localName.test(hostname) ? 'localhost' : hostname);
    for (const { address } of addresses) {
      const refusal = refusalOf(address, allowPrivateNetworks);
      if (refusal) throw refuse(hostname, refusal, what);
    }
    return addresses;
  };

  return {
    addressesOf,

    lookup(hostname, options, callback) {
      addressesOf(hostname).then(
        (addresses) => {
          const usable = options.family ? addresses.filter(({ family }) => family === options.family) : addresses;
          const first = usable[0];
          if (!first) callback(Object.assign(new Error(`No address for ${hostname}`), { code: 'ENOTFOUND' }), '');
          else if (options.all) callback(null, usable);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      );
    },

    assertLiteralAllowed({ hostname, host }) {
      const address = unbracket(hostname);
      const refusal = isIP(address) ? refusalOf(address, allowPrivateNetworks) : undefined;
      if (refusal) throw refuse(host, refusal);
    },
  };
};
