import { defineCredential } from '@millrace/engine/node-api';

export const googleSheetsOAuth2Api = defineCredential({
  name: 'googleSheetsOAuth2Api',
  displayName: 'Google Sheets OAuth2 API',
  extends: ['googleOAuth2Api'],
  properties: [
    {
      name: 'scope',
      displayName: 'Scope',
      type: 'hidden',
      default:
        'https://www.googleapis.com/auth/drive.file https://www.googleapis.com/auth/spreadsheets https://www.googleapis.com/auth/drive.metadata',
    },
  ],
  allowedHosts: ['*.googleapis.com'],
});
