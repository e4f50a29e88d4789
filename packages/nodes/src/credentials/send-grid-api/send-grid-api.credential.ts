import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const sendGridApi = defineTokenCredential({
  name: 'sendGridApi',
  displayName: 'SendGrid API',
  documentationUrl: 'https://www.twilio.com/docs/sendgrid/ui/account-and-settings/api-keys',
  field: { name: 'apiKey', displayName: 'API key' },
  allowedHosts: ['api.sendgrid.com'],
  test: { request: { url: 'https://api.sendgrid.com/v3/scopes' } },
});
