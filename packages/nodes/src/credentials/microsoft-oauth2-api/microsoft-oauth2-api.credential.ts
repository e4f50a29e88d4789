import { defineCredential } from '@millrace/engine/node-api';

export const microsoftOAuth2Api = defineCredential({
  name: 'microsoftOAuth2Api',
  displayName: 'Microsoft OAuth2 API',
  extends: ['oAuth2Api'],
  properties: [
    { name: 'grantType', displayName: 'Grant Type', type: 'hidden', default: 'authorizationCode' },
    {
      name: 'authUrl',
      displayName: 'Authorization URL',
      type: 'hidden',
      default: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    },
    {
      name: 'accessTokenUrl',
      displayName: 'Access Token URL',
      type: 'hidden',
      default: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    },
    { name: 'scope', displayName: 'Scope', type: 'string', default: 'openid offline_access' },
    {
      name: 'authQueryParameters',
      displayName: 'Auth URI Query Parameters',
      type: 'hidden',
      default: 'response_mode=query',
    },
    { name: 'authentication', displayName: 'Authentication', type: 'hidden', default: 'body' },
  ],
  allowedHosts: ['graph.microsoft.com'],
});
