import { defineCredential } from '@millrace/engine/node-api';
import { certificateFields } from '../../connections/tls.ts';

export const redis = defineCredential({
  name: 'redis',
  displayName: 'Redis',
  properties: [
    { name: 'password', displayName: 'Password', type: 'string', default: '', typeOptions: { password: true } },
    {
      name: 'user',
      displayName: 'User',
      type: 'string',
      default: '',
      description: 'Leave empty for servers before version 6',
    },
    { name: 'host', displayName: 'Host', type: 'string', default: 'localhost', required: true },
    { name: 'port', displayName: 'Port', type: 'number', default: 6379 },
    { name: 'database', displayName: 'Database number', type: 'number', default: 0 },
    { name: 'ssl', displayName: 'SSL', type: 'boolean', default: false },
    {
      name: 'disableTlsVerification',
      displayName: 'Disable TLS verification (insecure)',
      type: 'boolean',
      default: false,
      displayOptions: { show: { ssl: [true] } },
    },
    ...certificateFields({ ssl: [true] }),
  ],
});
