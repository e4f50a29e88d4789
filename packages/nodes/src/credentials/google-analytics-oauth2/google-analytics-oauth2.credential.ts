import { defineCredential } from '@millrace/engine/node-api';

export const googleAnalyticsOAuth2 = defineCredential({
  name: 'googleAnalyticsOAuth2',
  displayName: 'Google Analytics OAuth2 API',
  extends: ['googleOAuth2Api'],
  properties: [
    {
      name: 'scope',
      displayName: 'Scope',
      type: 'hidden',
      default: 'https://www.googleapis.com/auth/analytics https://www.googleapis.com/auth/analytics.readonly',
    },
  ],
  allowedHosts: ['*.googleapis.com'],
});
