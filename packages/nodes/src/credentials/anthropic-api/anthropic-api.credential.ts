import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const anthropicApi = defineTokenCredential({
  name: 'anthropicApi',
  displayName: 'Anthropic',
  documentationUrl: 'https://docs.anthropic.com/en/api/getting-started',
  field: { name: 'apiKey', displayName: 'API key' },
  header: 'x-api-key',
  authorization: (token) => token,
  headers: { 'anthropic-version': '2023-06-01' },
  allowedHosts: ['api.anthropic.com'],
  test: { request: { url: 'https://api.anthropic.com/v1/models' } },
});
