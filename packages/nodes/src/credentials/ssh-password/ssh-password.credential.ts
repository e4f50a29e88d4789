import { defineCredential } from '@millrace/engine/node-api';
import { hostKeyField } from '../../connections/ssh-host-key.ts';

export const sshPassword = defineCredential({
  name: 'sshPassword',
  displayName: 'SSH Password',
  properties: [
    { name: 'host', displayName: 'Host', type: 'string', default: '', required: true, placeholder: 'localhost' },
    { name: 'port', displayName: 'Port', type: 'number', default: 22, required: true },
    { name: 'username', displayName: 'Username', type: 'string', default: '' },
    { name: 'password', displayName: 'Password', type: 'string', default: '', typeOptions: { password: true } },
    hostKeyField,
  ],
});
