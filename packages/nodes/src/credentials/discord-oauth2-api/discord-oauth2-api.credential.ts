import { defineOAuth2Service } from '../../service-credentials/oauth2-service.ts';

export const discordOAuth2Api = defineOAuth2Service({
  name: 'discordOAuth2Api',
  displayName: 'Discord OAuth2 API',
  documentationUrl: 'https://discord.com/developers/docs/topics/oauth2',
  authUrl: 'https://discord.com/api/oauth2/authorize',
  accessTokenUrl: 'https://discord.com/api/oauth2/token',
  scope: 'identify guilds guilds.join bot',
  authQueryParameters: 'permissions=1642758929655',
  authentication: 'body',
  allowedHosts: ['discord.com'],
});
