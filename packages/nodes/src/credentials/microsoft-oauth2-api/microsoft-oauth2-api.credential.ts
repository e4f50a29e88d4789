import { defineOAuth2Service } from '../../service-credentials/oauth2-service.ts';

export const microsoftOAuth2Api = defineOAuth2Service({
  name: 'microsoftOAuth2Api',
  displayName: 'Microsoft OAuth2 API',
  documentationUrl: 'https://learn.microsoft.com/en-us/entra/identity-platform/quickstart-register-app',
  authUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  accessTokenUrl: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  scope: 'openid offline_access',
  scopeIsOpen: true,
  authQueryParameters: 'response_mode=query',
  authentication: 'body',
  allowedHosts: ['graph.microsoft.com'],
});
