import { defineGoogleService } from '../../service-credentials/oauth2-service.ts';

export const googleBigQueryOAuth2Api = defineGoogleService({
  name: 'googleBigQueryOAuth2Api',
  displayName: 'Google BigQuery OAuth2 API',
  scopes: ['bigquery', 'cloud-platform', 'drive'],
});
