import { defineCredential } from '@millrace/engine/node-api';

export const dropboxOAuth2Api = defineCredential({
  name: 'dropboxOAuth2Api',
  displayName: 'Dropbox OAuth2 API',
  extends: ['oAuth2Api'],
  properties: [
    { name: 'grantType', displayName: 'Grant Type', type: 'hidden', default: 'authorizationCode' },
    {
      name: 'authUrl',
      displayName: 'Authorization URL',
      type: 'hidden',
      default: 'https://www.dropbox.com/oauth2/authorize',
    },
    {
      name: 'accessTokenUrl',
      displayName: 'Access Token URL',
      type: 'hidden',
      default: 'https://api.dropboxapi.com/oauth2/token',
    },
    {
      name: 'scope',
      displayName: 'Scope',
      type: 'hidden',
      default: 'files.content.write files.content.read sharing.read account_info.read',
    },
    {
      name: 'authQueryParameters',
      displayName: 'Auth URI Query Parameters',
      type: 'hidden',
      default: 'token_access_type=offline&force_reapprove=true',
    },
    { name: 'authentication', displayName: 'Authentication', type: 'hidden', default: 'header' },
  ],
  allowedHosts: ['api.dropboxapi.com', 'content.dropboxapi.com'],
});
