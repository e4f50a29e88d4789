import { defineCredential } from '@millrace/engine/node-api';

export const linearOAuth2Api = defineCredential({
  name: 'linearOAuth2Api',
  displayName: 'Linear OAuth2 API',
  extends: ['oAuth2Api'],
  properties: [
    { name: 'grantType', displayName: 'Grant Type', type: 'hidden', default: 'authorizationCode' },
    {
      name: 'authUrl',
      displayName: 'Authorization URL',
      type: 'hidden',
      default: 'https://linear.app/oauth/authorize',
    },
    {
      name: 'accessTokenUrl',
      displayName: 'Access Token URL',
      type: 'hidden',
      default: 'https://api.linear.app/oauth/token',
    },
    { name: 'scope', displayName: 'Scope', type: 'hidden', default: 'read write issues:create comments:create' },
    { name: 'authQueryParameters', displayName: 'Auth URI Query Parameters', type: 'hidden', default: '' },
    { name: 'authentication', displayName: 'Authentication', type: 'hidden', default: 'body' },
  ],
  allowedHosts: ['api.linear.app'],
});
