import { defineGoogleService } from '../../service-credentials/oauth2-service.ts';

export const googleContactsOAuth2Api = defineGoogleService({
  name: 'googleContactsOAuth2Api',
  displayName: 'Google Contacts OAuth2 API',
  scopes: ['contacts'],
});
