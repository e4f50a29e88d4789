import { defineCredential } from '@millrace/engine/node-api';

export const googleDriveOAuth2Api = defineCredential({
  name: 'googleDriveOAuth2Api',
  displayName: 'Google Drive OAuth2 API',
  extends: ['googleOAuth2Api'],
  properties: [
    {
      name: 'scope',
      displayName: 'Scope',
      type: 'hidden',
      default:
        'https://www.googleapis.com/auth/drive https://www.googleapis.com/auth/drive.appdata https://www.googleapis.com/auth/drive.photos.readonly',
    },
  ],
  allowedHosts: ['*.googleapis.com'],
});
