import { defineCredential } from '@millrace/engine/node-api';

export const notionOAuth2Api = defineCredential({
  name: 'notionOAuth2Api',
  displayName: 'Notion OAuth2 API',
  extends: ['oAuth2Api'],
  properties: [
    { name: 'grantType', displayName: 'Grant Type', type: 'hidden', default: 'authorizationCode' },
    {
      name: 'authUrl',
      displayName: 'Authorization URL',
      type: 'hidden',
      default: 'https://api.notion.com/v1/oauth/authorize',
    },
    {
      name: 'accessTokenUrl',
      displayName: 'Access Token URL',
      type: 'hidden',
      default: 'https://api.notion.com/v1/oauth/token',
    },
    { name: 'scope', displayName: 'Scope', type: 'hidden', default: '' },
    {
      name: 'authQueryParameters',
      displayName: 'Auth URI Query Parameters',
      type: 'hidden',
      default: 'response_type=code&owner=user',
    },
    { name: 'authentication', displayName: 'Authentication', type: 'hidden', default: 'header' },
  ],
  allowedHosts: ['api.notion.com'],
});
