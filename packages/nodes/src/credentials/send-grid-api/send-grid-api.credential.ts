import { defineCredential } from '@millrace/engine/node-api';

export const sendGridApi = defineCredential({
  name: 'sendGridApi',
  displayName: 'SendGrid API',
  properties: [
    {
      name: 'apiKey',
      displayName: 'API Key',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      required: true,
    },
  ],
  authenticate: { type: 'fields', headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  allowedHosts: ['api.sendgrid.com'],
  test: { request: { url: 'https://api.sendgrid.com/v3/scopes' } },
});
