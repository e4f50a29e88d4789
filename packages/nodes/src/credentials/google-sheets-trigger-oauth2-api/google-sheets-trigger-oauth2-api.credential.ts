import { defineCredential } from '@millrace/engine/node-api';

export const googleSheetsTriggerOAuth2Api = defineCredential({
  name: 'googleSheetsTriggerOAuth2Api',
  displayName: 'Google Sheets Trigger OAuth2 API',
  extends: ['googleOAuth2Api'],
  properties: [
    {
      name: 'scope',
      displayName: 'Scope',
      type: 'hidden',
      default:
        'https://www.googleapis.com/auth/drive.file https://www.googleapis.com/auth/spreadsheets https://www.googleapis.com/auth/drive.metadata https://www.googleapis.com/auth/drive.readonly',
    },
  ],
  allowedHosts: ['*.googleapis.com'],
});
