import { defineCredential } from '@millrace/engine/node-api';

export const httpBasicAuth = defineCredential({
  name: 'httpBasicAuth',
  displayName: 'Basic Auth',
  properties: [
    { name: 'user', displayName: 'User', type: 'string', default: '' },
    { name: 'password', displayName: 'Password', type: 'string', default: '', typeOptions: { password: true } },
  ],
  authenticate: {
    type: 'fields',
    basic: { username: '={{ $credentials.user }}', password: '={{ $credentials.password }}' },
  },
});
