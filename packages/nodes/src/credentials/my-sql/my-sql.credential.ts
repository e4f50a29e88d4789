import { defineCredential } from '@millrace/engine/node-api';
import { sshTunnelFields } from '../../sql/ssh-tunnel.ts';

export const mySql = defineCredential({
  name: 'mySql',
  displayName: 'MySQL',
  properties: [
    { name: 'host', displayName: 'Host', type: 'string', default: 'localhost', required: true },
    { name: 'database', displayName: 'Database', type: 'string', default: 'mysql' },
    { name: 'user', displayName: 'User', type: 'string', default: 'mysql' },
    { name: 'password', displayName: 'Password', type: 'string', default: '', typeOptions: { password: true } },
    { name: 'port', displayName: 'Port', type: 'number', default: 3306 },
    {
      name: 'connectTimeout',
      displayName: 'Connect timeout',
      type: 'number',
      default: 10000,
      description: 'In milliseconds',
    },
    { name: 'ssl', displayName: 'SSL', type: 'boolean', default: false },
    {
      name: 'caCertificate',
      displayName: 'CA certificate',
      type: 'string',
      default: '',
      typeOptions: { password: true, rows: 4 },
      displayOptions: { show: { ssl: [true] } },
    },
    {
      name: 'clientPrivateKey',
      displayName: 'Client private key',
      type: 'string',
      default: '',
      typeOptions: { password: true, rows: 4 },
      displayOptions: { show: { ssl: [true] } },
    },
    {
      name: 'clientCertificate',
      displayName: 'Client certificate',
      type: 'string',
      default: '',
      typeOptions: { password: true, rows: 4 },
      displayOptions: { show: { ssl: [true] } },
    },
    ...sshTunnelFields,
  ],
});
