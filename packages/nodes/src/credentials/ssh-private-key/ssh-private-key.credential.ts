import { defineCredential } from '@millrace/engine/node-api';
import { hostKeyField } from '../../connections/ssh-host-key.ts';

export const sshPrivateKey = defineCredential({
  name: 'sshPrivateKey',
  displayName: 'SSH Private Key',
  properties: [
    { name: 'host', displayName: 'Host', type: 'string', default: '', required: true, placeholder: 'localhost' },
    { name: 'port', displayName: 'Port', type: 'number', default: 22, required: true },
    { name: 'username', displayName: 'Username', type: 'string', default: '' },
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
