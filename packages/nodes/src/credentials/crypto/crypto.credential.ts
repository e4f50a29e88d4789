import { defineCredential } from '@millrace/engine/node-api';

/** For the Crypto node. Requests are not signed by it. */
export const crypto = defineCredential({
  name: 'crypto',
  displayName: 'Crypto',
  properties: [
    {
      name: 'hmacSecret',
      displayName: 'HMAC secret',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      description: 'The secret for HMACs',
    },
    {
      name: 'signPrivateKey',
      displayName: 'Private key',
      type: 'string',
      default: '',
      typeOptions: { password: true, rows: 4 },
      description: 'The private key for signatures, in PEM format: -----BEGIN PRIVATE KEY-----',
    },
  ],
});
