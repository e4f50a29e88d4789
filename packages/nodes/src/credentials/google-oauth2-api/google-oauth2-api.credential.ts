import { defineOAuth2Service, googleDocumentation } from '../../service-credentials/oauth2-service.ts';

export const googleOAuth2Api = defineOAuth2Service({
  name: 'googleOAuth2Api',
  displayName: 'Google OAuth2 API',
  documentationUrl: googleDocumentation,
  authUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  accessTokenUrl: 'https://oauth2.googleapis.com/token',
  scope: '',
  scopeIsOpen: true,
  authQueryParameters: 'access_type=offline&prompt=consent',
  authentication: 'body',
  allowedHosts: ['*.googleapis.com'],
});
