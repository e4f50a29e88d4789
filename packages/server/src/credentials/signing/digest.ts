import { createHash, randomBytes } from 'node:crypto';
import type { Hop } from '../../platform/http/redirects.ts';
import { bodyText, withHeaders } from './edit-request.ts';

/** Digest access authentication, RFC 7616: an answer to a server's challenge, which serves until the server wants another. */

interface Challenge {
  realm: string;
  nonce: string;
  opaque: string | undefined;
  algorithm: string;
  /** Undefined: a server of RFC 2069. */
  qop: 'auth' | 'auth-int' | undefined;
  isUserHashed: boolean;
}

export interface DigestSession {
  challenge: Challenge;
  /** Answers to it so far. */
  count: number;
}

/** Strongest first. */
const hashes: Readonly<Record<string, string>> = { 'SHA-512-256': 'sha512-256', 'SHA-256': 'sha256', MD5: 'md5' };

const parameter = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g;

const readChallenge = (text: string): Challenge | undefined => {
  const given = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of text.matchAll(parameter))
    given.set(name.toLowerCase(), quoted === undefined ? plain : quoted.replace(/\\(.)/g, '$1'));
  const nonce = given.get('nonce');
  const algorithm = given.get('algorithm') ?? 'MD5';
  if (nonce === undefined || !(algorithm.replace(/-sess$/i, '').toUpperCase() in hashes)) return undefined;
  const qops = given.get('qop')?.split(/[\s,]+/);
  return {
    realm: given.get('realm') ?? '',
    nonce,
    opaque: given.get('opaque'),
    algorithm,
    qop: !qops ? undefined : qops.includes('auth') ? 'auth' : qops.includes('auth-int') ? 'auth-int' : undefined,
    isUserHashed: given.get('userhash')?.toLowerCase() === 'true',
  };
};

const strengthOf = ({ algorithm }: Challenge): number =>
  Object.keys(hashes).indexOf(algorithm.replace(/-sess$/i, '').toUpperCase());

/** The strongest challenge in an answer; undefined where there is none that can be met. */
export const digestChallenge = (header: string | string[] | undefined): Challenge | undefined => {
  const lines = header === undefined ? [] : [header].flat();
  const challenges = lines
    // Several challenges may stand in one line; each begins with the name of its scheme.
    .flatMap((line) => line.split(/(?:^|,)\s*(?=\w+\s+\w+\s*=)/))
    .filter((text) => /^\s*digest\s/i.test(text))
    .map((text) => readChallenge(text.replace(/^\s*digest\s+/i, '')))
    .filter((challenge) => challenge !== undefined);
  return challenges.sort((a, b) => strengthOf(a) - strengthOf(b))[0];
};

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

export interface DigestSigner {
  username: string;
  password: string;
  /** Default: random. */
  clientNonce?: string;
}

/** Counts one more answer of the session. */
export const signByDigest = (
  hop: Hop,
  { username, password, clientNonce }: DigestSigner,
  session: DigestSession,
): Hop => {
  const { realm, nonce, opaque, algorithm, qop, isUserHashed } = session.challenge;
  const isSession = /-sess$/i.test(algorithm);
  const name = hashes[algorithm.replace(/-sess$/i, '').toUpperCase()] ?? 'md5';
  const hash = (...parts: (string | Uint8Array)[]): string => {
    const digest = createHash(name);
    for (const [index, part] of parts.entries()) digest.update(index === 0 ? '' : ':').update(part);
    return digest.digest('hex');
  };
  const count = (++session.count).toString(16).padStart(8, '0');
  const ownNonce = clientNonce ?? randomBytes(16).toString('hex');
  const uri = hop.url.pathname + hop.url.search;
  const secret = hash(username, realm, password);
  const user = isSession ? hash(secret, nonce, ownNonce) : secret;
  const body = hop.body instanceof Uint8Array ? hop.body : bodyText(hop);
  const what = qop === 'auth-int' ? hash(hop.method, uri, hash(body)) : hash(hop.method, uri);
  const response = qop ? hash(user, nonce, count, ownNonce, qop, what) : hash(user, nonce, what);
  const parts = [
    `username=${quote(isUserHashed ? hash(username, realm) : username)}`,
    `realm=${quote(realm)}`,
    `nonce=${quote(nonce)}`,
    `uri=${quote(uri)}`,
    `algorithm=${algorithm}`,
    ...(qop ? [`qop=${qop}`, `nc=${count}`] : []),
    ...(qop || isSession ? [`cnonce=${quote(ownNonce)}`] : []),
    `response="${response}"`,
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ...(isUserHashed ? ['userhash=true'] : []),
  ];
  return withHeaders(hop, { Authorization: `Digest ${parts.join(', ')}` });
};
