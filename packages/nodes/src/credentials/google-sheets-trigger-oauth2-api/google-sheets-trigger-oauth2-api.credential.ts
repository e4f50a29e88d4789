import { defineGoogleService } from '../../service-credentials/oauth2-service.ts';

export const googleSheetsTriggerOAuth2Api = defineGoogleService({
  name: 'googleSheetsTriggerOAuth2Api',
  displayName: 'Google Sheets Trigger OAuth2 API',
  scopes: ['drive.file', 'spreadsheets', 'drive.metadata', 'drive.readonly'],
});
