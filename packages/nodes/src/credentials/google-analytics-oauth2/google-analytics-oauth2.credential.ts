import { defineGoogleService } from '../../service-credentials/oauth2-service.ts';

export const googleAnalyticsOAuth2 = defineGoogleService({
  name: 'googleAnalyticsOAuth2',
  displayName: 'Google Analytics OAuth2 API',
  scopes: ['analytics', 'analytics.readonly'],
});
