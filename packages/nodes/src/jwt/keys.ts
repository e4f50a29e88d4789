import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { NodeError } from '@millrace/engine/node-api';
import { asPem } from '../crypto/pem.ts';

/** As the credential `jwtAuth` has them. */
export interface JwtKeys {
  keyType?: string;
  secret?: string;
  privateKey?: string;
  publicKey?: string;
  algorithm?: string;
}

/**
 * The key to sign or to verify with. A passphrase goes with the algorithms HS…, a pair of keys with the others: a public key must never count as a secret
 * that both sides know.
 * @throws NodeError
 */
export const keyFor = (use: 'sign' | 'verify', keys: JwtKeys, algorithm: string): KeyObject => {
  const isShared = algorithm.startsWith('HS');
  if (isShared !== (keys.keyType !== 'pemKey')) {
    throw new NodeError(`The algorithm ${algorithm} does not go with the key of the credential`, {
      description: 'HS256, HS384 and HS512 need a passphrase, all others a pair of keys.',
    });
  }
  if (isShared) {
    if (!keys.secret) throw new NodeError('The credential has no secret');
    return createSecretKey(Buffer.from(keys.secret));
  }
  const text = use === 'sign' ? keys.privateKey : keys.publicKey;
  if (!text) throw new NodeError(`The credential has no ${use === 'sign' ? 'private' : 'public'} key`);
  try {
    return use === 'sign' ? createPrivateKey(asPem(text)) : createPublicKey(asPem(text));
  } catch (error) {
    throw new NodeError(`The ${use === 'sign' ? 'private' : 'public'} key of the credential cannot be read`, {
      description: 'It must be whole and in PEM form, without a passphrase.',
      cause: error,
    });
  }
};
