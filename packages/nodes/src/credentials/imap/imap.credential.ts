import { defineCredential } from '@millrace/engine/node-api';

export const imap = defineCredential({
  name: 'imap',
  displayName: 'IMAP',
  properties: [
    { name: 'user', displayName: 'User', type: 'string', default: '' },
    { name: 'password', displayName: 'Password', type: 'string', default: '', typeOptions: { password: true } },
    { name: 'host', displayName: 'Host', type: 'string', default: '', required: true },
    { name: 'port', displayName: 'Port', type: 'number', default: 993 },
    { name: 'secure', displayName: 'SSL/TLS', type: 'boolean', default: true },
    {
      name: 'allowUnauthorizedCerts',
      displayName: 'Allow self-signed certificates',
      type: 'boolean',
      default: false,
      description: "Whether to connect even if the server's certificate can't be verified",
    },
  ],
});
