import { defineGoogleService } from '../../service-credentials/oauth2-service.ts';

export const googleSheetsOAuth2Api = defineGoogleService({
  name: 'googleSheetsOAuth2Api',
  displayName: 'Google Sheets OAuth2 API',
  scopes: ['drive.file', 'spreadsheets', 'drive.metadata'],
});
