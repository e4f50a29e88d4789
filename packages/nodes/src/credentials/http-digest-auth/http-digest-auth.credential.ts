import { defineCredential } from '@millrace/engine/node-api';

export const httpDigestAuth = defineCredential({
  name: 'httpDigestAuth',
  displayName: 'Digest Auth',
  properties: [
    { name: 'user', displayName: 'User', type: 'string', default: '' },
    { name: 'password', displayName: 'Password', type: 'string', default: '', typeOptions: { password: true } },
  ],
  authenticate: { type: 'digest', username: '={{ $credentials.user }}', password: '={{ $credentials.password }}' },
});
