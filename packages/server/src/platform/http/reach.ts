import { connect, isIP } from 'node:net';
import { explainFailure, RequestError } from './request-error.ts';
import { type HostAddress, type Resolver, unbracket } from './resolver.ts';

/** Milliseconds for a machine to answer at one of its addresses. */
const answerLimit = 5000;

/** The host as an address of the web writes it: names in ASCII, numbers in their usual form, IPv6 in brackets. @throws RequestError */
export const toHostUrl = (host: string, port: number): URL => {
  const trimmed = host.trim();
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  const isName = trimmed !== '' && !/[\s/\\@?#]/.test(trimmed);
  const written = isIP(trimmed) === 6 ? `[${trimmed}]` : trimmed;
  const url = isPort && isName ? URL.parse(`https://${written}:${port}`) : null;
  if (url && unbracket(url.hostname) !== '') return url;
  const what = isPort ? `"${trimmed}" is not the name of a host` : `${port} is not a port`;
  throw new RequestError('invalidRequest', trimmed === '' ? 'There is no host to connect to' : what, {
    description: 'A host is a name such as mail.example.com, or an IP address; a port is a number from 1 to 65535.',
  });
};

/** The one of several addresses that answers first; the first of them where none does, so that whoever connects learns why. */
const firstToAnswer = (addresses: readonly HostAddress[], port: number): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect({
      host: 'host',
      port,
      autoSelectFamily: true,
      lookup: (_hostname, _options, callback) => callback(null, [...addresses]),
    });
    const end = (address: string | undefined) => {
      socket.destroy();
      resolve(address ?? addresses[0]!.address);
    };
    socket.setTimeout(answerLimit, () => end(undefined));
    socket.once('connect', () => end(socket.remoteAddress));
    socket.once('error', () => end(undefined));
  });

/**
 * The IP address at which a client of another protocol than HTTP connects to a host. It is one that the policy allows, so the name is not to be resolved
 * again. Where a name has addresses of both kinds, it is one that answers.
 *
 * @throws RequestError
 */
export const reachHost = async (resolver: Resolver, host: string, port: number): Promise<string> => {
  const { hostname } = toHostUrl(host, port);
  const addresses = await resolver.addressesOf(unbracket(hostname), 'Connections').catch((error: unknown) => {
    throw explainFailure(error, hostname);
  });
  const [first] = addresses;
  if (!first) throw explainFailure({ code: 'ENOTFOUND' }, hostname);
  const hasBothKinds = addresses.some(({ family }) => family !== first.family);
  return hasBothKinds ? firstToAnswer(addresses, port) : first.address;
};
