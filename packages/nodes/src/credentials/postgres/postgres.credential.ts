import { defineCredential } from '@millrace/engine/node-api';
import { certificateFields } from '../../connections/tls.ts';
import { sshTunnelFields } from '../../sql/ssh-tunnel.ts';

export const postgres = defineCredential({
  name: 'postgres',
  displayName: 'Postgres',
  properties: [
    { name: 'host', displayName: 'Host', type: 'string', default: 'localhost', required: true },
    { name: 'database', displayName: 'Database', type: 'string', default: 'postgres' },
    { name: 'user', displayName: 'User', type: 'string', default: 'postgres' },
    { name: 'password', displayName: 'Password', type: 'string', default: '', typeOptions: { password: true } },
    { name: 'maxConnections', displayName: 'Maximum number of connections', type: 'number', default: 100 },
    {
      name: 'allowUnauthorizedCerts',
      displayName: 'Ignore SSL issues (insecure)',
      type: 'boolean',
      default: false,
      description: "Whether to connect even if the server's certificate can't be verified",
    },
    {
      name: 'ssl',
      displayName: 'SSL',
      type: 'options',
      default: 'disable',
      options: ['allow', 'disable', 'require'].map((value) => ({
        name: value[0]!.toUpperCase() + value.slice(1),
        value,
      })),
      displayOptions: { show: { allowUnauthorizedCerts: [false] } },
    },
    ...certificateFields({ ssl: ['allow', 'require'] }),
    { name: 'port', displayName: 'Port', type: 'number', default: 5432 },
    ...sshTunnelFields,
  ],
});
