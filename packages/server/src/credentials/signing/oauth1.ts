import { createHmac, randomBytes } from 'node:crypto';
import { isObject } from '@millrace/contract/data';
import { type CredentialData, NodeError } from '@millrace/engine/node-api';
import type { Hop } from '../../platform/http/redirects.ts';
import { tokenField } from '../fields.ts';
import { bodyText, isForm, withHeaders } from './edit-request.ts';

/** OAuth 1.0, RFC 5849. */

export interface OAuth1Keys {
  consumerKey: string;
  consumerSecret: string;
  token?: string;
  tokenSecret?: string;
  signatureMethod: string;
  /** For `Authorization`. */
  realm?: string;
}

const hashes: Readonly<Record<string, string>> = {
  'HMAC-SHA1': 'sha1',
  'HMAC-SHA256': 'sha256',
  'HMAC-SHA512': 'sha512',
};

/** Section 3.6: all but letters, digits, `-`, `.`, `_` and `~`. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Section 3.4.1: what is signed. */
const baseText = (hop: Hop, own: readonly [string, string][]): string => {
  const form = isForm(hop) ? [...new URLSearchParams(bodyText(hop))] : [];
  const parameters = [...hop.url.searchParams, ...form, ...own]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return [hop.method, hop.url.origin + hop.url.pathname, parameters].map(encode).join('&');
};

/** @param values.own further parameters of the protocol, where tokens are asked for. @throws NodeError for a method that nobody knows */
export const signByOAuth1 = (
  hop: Hop,
  keys: OAuth1Keys,
  { nonce, timestamp, own: further = {} }: { nonce: string; timestamp: number; own?: Readonly<Record<string, string>> },
): Hop => {
  const { consumerKey, consumerSecret, token, tokenSecret = '', signatureMethod, realm } = keys;
  const own: [string, string][] = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', signatureMethod],
    ['oauth_timestamp', String(timestamp)],
    ...(token === undefined ? [] : [['oauth_token', token] as [string, string]]),
    ['oauth_version', '1.0'],
    ...Object.entries(further),
  ];
  const key = `${encode(consumerSecret)}&${encode(tokenSecret)}`;
  const hash = hashes[signatureMethod];
  if (hash === undefined && signatureMethod !== 'PLAINTEXT')
    throw new NodeError(`The signature method "${signatureMethod}" of OAuth1 is not supported`, {
      description: `Choose ${Object.keys(hashes).join(', ')} or PLAINTEXT in the credentials.`,
    });
  const signature = hash === undefined ? key : createHmac(hash, key).update(baseText(hop, own)).digest('base64');
  const parts = [...own, ['oauth_signature', signature] as const].map(([name, value]) => `${name}="${encode(value)}"`);
  const named = realm === undefined ? parts : [`realm="${realm}"`, ...parts];
  return withHeaders(hop, { Authorization: `OAuth ${named.join(', ')}` });
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** What a credential with the fields of OAuth1 signs with. */
export const oAuth1Keys = (fields: CredentialData): OAuth1Keys => {
  const tokens = isObject(fields[tokenField]) ? fields[tokenField] : {};
  return {
    consumerKey: String(fields.consumerKey ?? ''),
    consumerSecret: String(fields.consumerSecret ?? ''),
    signatureMethod: textOf(fields.signatureMethod) ?? 'HMAC-SHA1',
    token: textOf(tokens.oauth_token),
    tokenSecret: textOf(tokens.oauth_token_secret),
  };
};

export const freshOAuth1Values = () => ({
  nonce: randomBytes(16).toString('hex'),
  timestamp: Math.floor(Date.now() / 1000),
});
