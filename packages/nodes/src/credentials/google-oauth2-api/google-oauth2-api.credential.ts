import { defineCredential } from '@millrace/engine/node-api';

export const googleOAuth2Api = defineCredential({
  name: 'googleOAuth2Api',
  displayName: 'Google OAuth2 API',
  extends: ['oAuth2Api'],
  properties: [
    { name: 'grantType', displayName: 'Grant Type', type: 'hidden', default: 'authorizationCode' },
    {
      name: 'authUrl',
      displayName: 'Authorization URL',
      type: 'hidden',
      default: 'https://accounts.google.com/o/oauth2/v2/auth',
    },
    {
      name: 'accessTokenUrl',
      displayName: 'Access Token URL',
      type: 'hidden',
      default: 'https://oauth2.googleapis.com/token',
    },
    { name: 'scope', displayName: 'Scope', type: 'string', default: '' },
    {
      name: 'authQueryParameters',
      displayName: 'Auth URI Query Parameters',
      type: 'hidden',
      default: 'access_type=offline&prompt=consent',
    },
    { name: 'authentication', displayName: 'Authentication', type: 'hidden', default: 'body' },
  ],
  allowedHosts: ['*.googleapis.com'],
});
