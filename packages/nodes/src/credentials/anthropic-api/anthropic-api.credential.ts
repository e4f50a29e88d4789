import { defineCredential } from '@millrace/engine/node-api';

export const anthropicApi = defineCredential({
  name: 'anthropicApi',
  displayName: 'Anthropic',
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
  authenticate: {
    type: 'fields',
    headers: { 'x-api-key': '={{ $credentials.apiKey }}', 'anthropic-version': '2023-06-01' },
  },
  allowedHosts: ['api.anthropic.com'],
  test: { request: { url: 'https://api.anthropic.com/v1/models' } },
});
