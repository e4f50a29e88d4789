import { defineCredential } from '@millrace/engine/node-api';

export const smtp = defineCredential({
  name: 'smtp',
  displayName: 'SMTP',
  properties: [
    { name: 'user', displayName: 'User', type: 'string', default: '' },
    { name: 'password', displayName: 'Password', type: 'string', default: '', typeOptions: { password: true } },
    { name: 'host', displayName: 'Host', type: 'string', default: '', required: true },
    { name: 'port', displayName: 'Port', type: 'number', default: 465 },
    { name: 'secure', displayName: 'SSL/TLS', type: 'boolean', default: true },
    {
      name: 'disableStartTls',
      displayName: 'Disable STARTTLS',
      type: 'boolean',
      default: false,
      displayOptions: { show: { secure: [false] } },
    },
    {
      name: 'hostName',
      displayName: 'Client host name',
      type: 'string',
      default: '',
      description: 'The host name to report to the server. Leave empty for that of the operating system.',
    },
  ],
});
