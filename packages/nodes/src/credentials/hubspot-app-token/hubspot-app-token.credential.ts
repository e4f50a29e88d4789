import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const hubspotAppToken = defineTokenCredential({
  name: 'hubspotAppToken',
  displayName: 'HubSpot App Token',
  field: { name: 'appToken', displayName: 'App token' },
  allowedHosts: ['api.hubapi.com'],
  test: { request: { url: 'https://api.hubapi.com/account-info/v3/details' } },
});
