import { defineCredential } from '@millrace/engine/node-api';

export const airtableOAuth2Api = defineCredential({
  name: 'airtableOAuth2Api',
  displayName: 'Airtable OAuth2 API',
  extends: ['oAuth2Api'],
  properties: [
    { name: 'grantType', displayName: 'Grant Type', type: 'hidden', default: 'pkce' },
    {
      name: 'authUrl',
      displayName: 'Authorization URL',
      type: 'hidden',
      default: 'https://airtable.com/oauth2/v1/authorize',
    },
    {
      name: 'accessTokenUrl',
      displayName: 'Access Token URL',
      type: 'hidden',
      default: 'https://airtable.com/oauth2/v1/token',
    },
    {
      name: 'scope',
      displayName: 'Scope',
      type: 'hidden',
      default:
        'schema.bases:read schema.bases:write data.records:read data.records:write data.recordComments:read webhook:manage',
    },
    { name: 'authQueryParameters', displayName: 'Auth URI Query Parameters', type: 'hidden', default: '' },
    { name: 'authentication', displayName: 'Authentication', type: 'hidden', default: 'header' },
  ],
  allowedHosts: ['api.airtable.com', 'content.airtable.com'],
});
