import { NodeError } from '@millrace/engine/node-api';

const encode = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const part = (value: object): string => encode(new TextEncoder().encode(JSON.stringify(value)));

/**
 * A JSON web token, signed with RS256.
 *
 * @param privateKey PKCS #8 in PEM; its line breaks may be written as `\\n`
 * @throws NodeError for what is no such key
 */
export const signToken = async (claims: object, privateKey: string): Promise<string> => {
  const base64 = privateKey
    .replaceAll('\\n', '\n')
    .replace(/-----[^-]+-----/g, '')
    .replace(/\s+/g, '');
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  let key: CryptoKey;
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    key = await crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign']);
  } catch (cause) {
    throw new NodeError('The private key of the service account cannot be read', {
      description: 'Copy the value of private_key from the JSON file of the account, with its first and last line.',
      cause,
    });
  }
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  const signature = await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(text));
  return `${text}.${encode(new Uint8Array(signature))}`;
};
