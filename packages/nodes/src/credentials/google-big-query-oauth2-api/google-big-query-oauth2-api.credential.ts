import { defineCredential } from '@millrace/engine/node-api';

export const googleBigQueryOAuth2Api = defineCredential({
  name: 'googleBigQueryOAuth2Api',
  displayName: 'Google BigQuery OAuth2 API',
  extends: ['googleOAuth2Api'],
  properties: [
    {
      name: 'scope',
      displayName: 'Scope',
      type: 'hidden',
      default:
        'https://www.googleapis.com/auth/bigquery https://www.googleapis.com/auth/cloud-platform https://www.googleapis.com/auth/drive',
    },
  ],
  allowedHosts: ['*.googleapis.com'],
});
