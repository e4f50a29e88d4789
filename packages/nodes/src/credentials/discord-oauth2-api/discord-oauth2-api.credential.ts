import { defineCredential } from '@millrace/engine/node-api';

export const discordOAuth2Api = defineCredential({
  name: 'discordOAuth2Api',
  displayName: 'Discord OAuth2 API',
  extends: ['oAuth2Api'],
  properties: [
    { name: 'grantType', displayName: 'Grant Type', type: 'hidden', default: 'authorizationCode' },
    {
      name: 'authUrl',
      displayName: 'Authorization URL',
      type: 'hidden',
      default: 'https://discord.com/api/oauth2/authorize',
    },
    {
      name: 'accessTokenUrl',
      displayName: 'Access Token URL',
      type: 'hidden',
      default: 'https://discord.com/api/oauth2/token',
    },
    { name: 'scope', displayName: 'Scope', type: 'hidden', default: 'identify guilds guilds.join bot' },
    {
      name: 'authQueryParameters',
      displayName: 'Auth URI Query Parameters',
      type: 'hidden',
      default: 'permissions=1642758929655',
    },
    { name: 'authentication', displayName: 'Authentication', type: 'hidden', default: 'body' },
  ],
  allowedHosts: ['discord.com'],
});
