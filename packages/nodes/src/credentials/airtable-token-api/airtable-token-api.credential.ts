import { defineCredential } from '@millrace/engine/node-api';

export const airtableTokenApi = defineCredential({
  name: 'airtableTokenApi',
  displayName: 'Airtable Personal Access Token API',
  properties: [
    {
      name: 'accessToken',
      displayName: 'Access Token',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      description: 'It needs the scopes data.records:read, data.records:write and schema.bases:read',
    },
  ],
  authenticate: { type: 'fields', headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
  allowedHosts: ['api.airtable.com', 'content.airtable.com'],
  test: { request: { url: 'https://api.airtable.com/v0/meta/whoami' } },
});
