import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const sendGridApi = defineTokenCredential({
  name: 'sendGridApi',
  displayName: 'SendGrid API',
  field: { name: 'apiKey', displayName: 'API key' },
  allowedHosts: ['api.sendgrid.com'],
  test: { request: { url: 'https://api.sendgrid.com/v3/scopes' } },
});
