import { isObject, type JsonObject } from '@millrace/contract/data';
import { type CredentialData, NodeError } from '@millrace/engine/node-api';

/** What a token says. @throws NodeError unless it is an object */
export const readClaims = (given: unknown): JsonObject => {
  let claims: unknown = given;
  if (typeof given === 'string') {
    try {
      claims = JSON.parse(given);
    } catch (cause) {
      throw new NodeError('The Payload is not valid JSON', { description: (cause as Error).message, cause });
    }
  }
  if (isObject(claims)) return claims as JsonObject;
  throw new NodeError('The Payload must be a JSON object');
};

/** A signed token. @param now epoch milliseconds, the time of its making. @throws NodeError where the credential does not fit its algorithm */
export const signToken = async (credential: CredentialData, claims: JsonObject, now: number): Promise<string> => {
  const { importPKCS8, SignJWT } = await import('jose');
  const algorithm = String(credential.algorithm || 'HS256');
  const isSecret = credential.keyType !== 'pemKey';
  const text = String((isSecret ? credential.secret : credential.privateKey) ?? '');
  if (text === '' || algorithm === 'none' || algorithm.startsWith('HS') !== isSecret)
    throw new NodeError(`The credential has no key for tokens of the algorithm "${algorithm}"`);
  const key = isSecret
    ? new TextEncoder().encode(text)
    : await importPKCS8(text.replaceAll('\\n', '\n').trim(), algorithm).catch((cause: unknown) => {
        throw new NodeError('The private key that tokens are signed with cannot be read', { cause });
      });
  const token = new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ: 'JWT' });
  return (claims.iat === undefined ? token.setIssuedAt(Math.floor(now / 1000)) : token).sign(key);
};
