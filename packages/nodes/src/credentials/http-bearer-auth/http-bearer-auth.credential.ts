import { defineCredential } from '@millrace/engine/node-api';

export const httpBearerAuth = defineCredential({
  name: 'httpBearerAuth',
  displayName: 'Bearer Auth',
  properties: [
    {
      name: 'token',
      displayName: 'Bearer token',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true },
    },
    {
      name: 'useCustomAuth',
      displayName: 'The token is sent in the Authorization header. To use another header, choose Custom Auth.',
      type: 'notice',
      default: '',
    },
  ],
  authenticate: { type: 'fields', headers: { Authorization: '=Bearer {{ $credentials.token }}' } },
});
