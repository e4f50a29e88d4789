import { defineCredential } from '@millrace/engine/node-api';
import { hostKeyField } from '../../connections/ssh-host-key.ts';

export const sftp = defineCredential({
  name: 'sftp',
  displayName: 'SFTP',
  properties: [
    { name: 'host', displayName: 'Host', type: 'string', default: '', required: true },
    { name: 'port', displayName: 'Port', type: 'number', default: 22, required: true },
    { name: 'username', displayName: 'Username', type: 'string', default: '', required: true },
    { name: 'password', displayName: 'Password', type: 'string', default: '', typeOptions: { password: true } },
    {
      name: 'privateKey',
      displayName: 'Private key',
      type: 'string',
      default: '',
      typeOptions: { password: true, rows: 4 },
      description: 'In OpenSSH format, including its first and last line',
    },
    {
      name: 'passphrase',
      displayName: 'Passphrase',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      description: 'The passphrase of the private key. Leave empty if it has none.',
    },
    hostKeyField,
  ],
});
