import { defineCredential } from '@millrace/engine/node-api';

export const googleContactsOAuth2Api = defineCredential({
  name: 'googleContactsOAuth2Api',
  displayName: 'Google Contacts OAuth2 API',
  extends: ['googleOAuth2Api'],
  properties: [
    { name: 'scope', displayName: 'Scope', type: 'hidden', default: 'https://www.googleapis.com/auth/contacts' },
  ],
  allowedHosts: ['*.googleapis.com'],
});
