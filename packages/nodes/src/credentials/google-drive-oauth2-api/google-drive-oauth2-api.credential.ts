import { defineGoogleService } from '../../service-credentials/oauth2-service.ts';

export const googleDriveOAuth2Api = defineGoogleService({
  name: 'googleDriveOAuth2Api',
  displayName: 'Google Drive OAuth2 API',
  scopes: ['drive', 'drive.appdata', 'drive.photos.readonly'],
});
