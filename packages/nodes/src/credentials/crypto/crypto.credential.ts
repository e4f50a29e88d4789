import { defineCredential } from '@millrace/engine/node-api';

/** For the Crypto node. Requests are not signed by it. */
export const crypto = defineCredential({
  name: 'crypto',
  displayName: 'Crypto',
  properties: [
    {
      name: 'hmacSecret',
      displayName: 'HMAC Secret',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      description: 'For checksums that only those can make who know it',
    },
    {
      name: 'signPrivateKey',
      displayName: 'Private Key',
      type: 'string',
      default: '',
      typeOptions: { password: true, rows: 4 },
      description: 'To sign with, in PEM form: -----BEGIN PRIVATE KEY-----',
    },
  ],
});
