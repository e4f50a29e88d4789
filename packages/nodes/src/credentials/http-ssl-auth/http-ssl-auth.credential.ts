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
      description: 'What the certificate of the server is verified by. Empty: what the system trusts.',
    },
    { name: 'cert', displayName: 'Certificate', ...pem, description: 'As PEM, with its first and last line' },
    { name: 'key', displayName: 'Private Key', ...pem, description: 'As PEM, with its first and last line' },
    {
      name: 'passphrase',
      displayName: 'Passphrase',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      description: 'Of the private key. Leave it empty if it has none.',
    },
  ],
});
