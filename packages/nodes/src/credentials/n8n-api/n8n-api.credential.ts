import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const n8nApi = defineTokenCredential({
  name: 'n8nApi',
  displayName: 'n8n API',
  field: { name: 'apiKey', displayName: 'API key', description: 'The API key of the instance to call' },
  header: 'X-N8N-API-KEY',
  authorization: (key) => key,
  properties: [
    {
      name: 'baseUrl',
      displayName: 'Base URL',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://flows.example.com/api/v1',
      description: "The URL of the instance's public API. You can't call the instance that runs the workflow.",
    },
  ],
  allowedHosts: ['={{ $credentials.baseUrl }}'],
  test: {
    request: { url: '={{ $credentials.baseUrl.replace(/\\/$/, "") }}/workflows?limit=1' },
    rules: [{ type: 'status', status: 401, message: 'The API key is wrong' }],
  },
});
