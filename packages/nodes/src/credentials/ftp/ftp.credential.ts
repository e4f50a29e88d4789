import { defineCredential } from '@millrace/engine/node-api';

export const ftp = defineCredential({
  name: 'ftp',
  displayName: 'FTP',
  properties: [
    { name: 'host', displayName: 'Host', type: 'string', default: '', required: true, placeholder: 'localhost' },
    { name: 'port', displayName: 'Port', type: 'number', default: 21, required: true },
    { name: 'username', displayName: 'Username', type: 'string', default: '' },
    { name: 'password', displayName: 'Password', type: 'string', default: '', typeOptions: { password: true } },
  ],
});
