import { defineCredential } from '@millrace/engine/node-api';
import { certificateFields } from '../../connections/tls.ts';
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
      name: 'allowUnauthorizedCerts',
      displayName: 'Ignore SSL issues (insecure)',
      type: 'boolean',
      default: false,
      displayOptions: { show: { ssl: [true] } },
      description: "Whether to connect even if the server's certificate can't be verified",
    },
    ...certificateFields({ ssl: [true] }),
    ...sshTunnelFields,
  ],
});
