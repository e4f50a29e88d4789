import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const airtableTokenApi = defineTokenCredential({
  name: 'airtableTokenApi',
  displayName: 'Airtable Personal Access Token API',
  documentationUrl: 'https://airtable.com/developers/web/guides/personal-access-tokens',
  field: {
    name: 'accessToken',
    displayName: 'Access token',
    description: 'The token needs the scopes data.records:read, data.records:write and schema.bases:read',
    required: false,
  },
  allowedHosts: ['api.airtable.com', 'content.airtable.com'],
  test: { request: { url: 'https://api.airtable.com/v0/meta/whoami' } },
});
