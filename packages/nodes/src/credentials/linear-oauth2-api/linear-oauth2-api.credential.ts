import { defineOAuth2Service } from '../../service-credentials/oauth2-service.ts';

export const linearOAuth2Api = defineOAuth2Service({
  name: 'linearOAuth2Api',
  displayName: 'Linear OAuth2 API',
  documentationUrl: 'https://linear.app/developers/oauth-2-0-authentication',
  authUrl: 'https://linear.app/oauth/authorize',
  accessTokenUrl: 'https://api.linear.app/oauth/token',
  scope: 'read write issues:create comments:create',
  authentication: 'body',
  allowedHosts: ['api.linear.app'],
});
