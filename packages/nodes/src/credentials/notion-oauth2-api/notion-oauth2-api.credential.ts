import { defineOAuth2Service } from '../../service-credentials/oauth2-service.ts';

export const notionOAuth2Api = defineOAuth2Service({
  name: 'notionOAuth2Api',
  displayName: 'Notion OAuth2 API',
  documentationUrl: 'https://developers.notion.com/docs/authorization',
  authUrl: 'https://api.notion.com/v1/oauth/authorize',
  accessTokenUrl: 'https://api.notion.com/v1/oauth/token',
  scope: '',
  authQueryParameters: 'response_type=code&owner=user',
  authentication: 'header',
  allowedHosts: ['api.notion.com'],
});
