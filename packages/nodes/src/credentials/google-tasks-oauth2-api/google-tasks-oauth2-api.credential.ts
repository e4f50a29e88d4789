import { defineGoogleService } from '../../service-credentials/oauth2-service.ts';

export const googleTasksOAuth2Api = defineGoogleService({
  name: 'googleTasksOAuth2Api',
  displayName: 'Google Tasks OAuth2 API',
  scopes: ['tasks'],
});
