import { defineGoogleService } from '../../service-credentials/oauth2-service.ts';

export const googleDocsOAuth2Api = defineGoogleService({
  name: 'googleDocsOAuth2Api',
  displayName: 'Google Docs OAuth2 API',
  scopes: ['documents', 'drive', 'drive.file'],
});
