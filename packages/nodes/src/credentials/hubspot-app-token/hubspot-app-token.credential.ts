import { defineCredential } from '@millrace/engine/node-api';

export const hubspotAppToken = defineCredential({
  name: 'hubspotAppToken',
  displayName: 'HubSpot App Token',
  properties: [
    {
      name: 'appToken',
      displayName: 'App Token',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      required: true,
    },
  ],
  authenticate: { type: 'fields', headers: { Authorization: '=Bearer {{ $credentials.appToken }}' } },
  allowedHosts: ['api.hubapi.com'],
  test: { request: { url: 'https://api.hubapi.com/account-info/v3/details' } },
});
