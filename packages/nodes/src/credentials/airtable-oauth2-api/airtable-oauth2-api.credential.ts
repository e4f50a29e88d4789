import { defineOAuth2Service } from '../../service-credentials/oauth2-service.ts';

export const airtableOAuth2Api = defineOAuth2Service({
  name: 'airtableOAuth2Api',
  displayName: 'Airtable OAuth2 API',
  documentationUrl: 'https://airtable.com/developers/web/guides/oauth-integrations',
  grantType: 'pkce',
  authUrl: 'https://airtable.com/oauth2/v1/authorize',
  accessTokenUrl: 'https://airtable.com/oauth2/v1/token',
  scope:
    'schema.bases:read schema.bases:write data.records:read data.records:write data.recordComments:read webhook:manage',
  authentication: 'header',
  allowedHosts: ['api.airtable.com', 'content.airtable.com'],
});
