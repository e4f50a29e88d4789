import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const n8nApi = defineTokenCredential({
  name: 'n8nApi',
  displayName: 'n8n API',
  field: { name: 'apiKey', displayName: 'API Key', description: 'Of the instance that is called' },
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
      description:
        'Where the public API of the instance is. The API of the instance that runs the workflow cannot be called.',
    },
  ],
  allowedHosts: ['={{ $credentials.baseUrl }}'],
  test: {
    request: { url: '={{ $credentials.baseUrl.replace(/\\/$/, "") }}/workflows?limit=1' },
    rules: [{ type: 'status', status: 401, message: 'The API key is wrong' }],
  },
});
