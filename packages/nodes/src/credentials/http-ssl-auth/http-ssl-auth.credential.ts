import { defineCredential } from '@millrace/engine/node-api';

const pem = { type: 'string', default: '', typeOptions: { password: true, rows: 4 } } as const;

export const httpSslAuth = defineCredential({
  name: 'httpSslAuth',
  displayName: 'SSL Certificates',
  properties: [
    {
      name: 'ca',
      displayName: 'CA',
      ...pem,
      description: 'The certificate authority that verifies the server. Leave empty to use those of the system.',
    },
    {
      name: 'cert',
      displayName: 'Certificate',
      ...pem,
      description: 'In PEM format, including its first and last line',
    },
    {
      name: 'key',
      displayName: 'Private key',
      ...pem,
      description: 'In PEM format, including its first and last line',
    },
    {
      name: 'passphrase',
      displayName: 'Passphrase',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      description: 'The passphrase of the private key. Leave empty if it has none.',
    },
  ],
});
