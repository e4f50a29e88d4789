import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What credentials are encrypted with: AES-256-GCM under a key that is derived from the text of the instance's key. */
export interface EncryptionKey {
  /** A fingerprint: it tells keys apart, and nothing about them. */
  readonly id: string;
  /** @param bound what the result belongs to: it cannot be read as that of anything else */
  encrypt(text: string, bound: string): string;
  /** @throws Error where it was encrypted with another key, belongs to something else, or was changed */
  decrypt(encrypted: string, bound: string): string;
}

/** Of what is stored. */
const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

const derive = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'millrace credentials', purpose, bytes));

/** The text of a new key. */
export const makeKeyText = (): string => randomBytes(32).toString('base64url');

export const createEncryptionKey = (keyText: string): EncryptionKey => {
  const key = derive(keyText, 'encryption', 32);
  return {
    id: derive(keyText, 'fingerprint', 8).toString('hex'),

    encrypt(text, bound) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bound));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${sealed.toString('base64url')}`;
    },

    decrypt(encrypted, bound) {
      const [found, text = ''] = encrypted.split('.', 2);
      const sealed = Buffer.from(text, 'base64url');
      if (found !== version || sealed.length < ivBytes + tagBytes)
        throw new Error('It is not encrypted in a known way');
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(bound))
        .setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
    },
  };
};
