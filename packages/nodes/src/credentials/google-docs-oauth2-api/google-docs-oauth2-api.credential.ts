import { defineCredential } from '@millrace/engine/node-api';

export const googleDocsOAuth2Api = defineCredential({
  name: 'googleDocsOAuth2Api',
  displayName: 'Google Docs OAuth2 API',
  extends: ['googleOAuth2Api'],
  properties: [
    {
      name: 'scope',
      displayName: 'Scope',
      type: 'hidden',
      default:
        'https://www.googleapis.com/auth/documents https://www.googleapis.com/auth/drive https://www.googleapis.com/auth/drive.file',
    },
  ],
  allowedHosts: ['*.googleapis.com'],
});
