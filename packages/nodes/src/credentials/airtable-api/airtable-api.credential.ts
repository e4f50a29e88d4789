import { defineCredential } from '@millrace/engine/node-api';

export const airtableApi = defineCredential({
  name: 'airtableApi',
  displayName: 'Airtable API',
  hidden: true,
  properties: [
    {
      name: 'deprecated',
      displayName: 'Airtable no longer supports API keys. Use a personal access token instead.',
      type: 'notice',
      default: '',
    },
    {
      name: 'apiKey',
      displayName: 'API key',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true },
    },
  ],
  authenticate: { type: 'fields', headers: { Authorization: '=Bearer {{ $credentials.apiKey }}' } },
  allowedHosts: ['api.airtable.com', 'content.airtable.com'],
});
