import { secretField } from '../../service-credentials/secret-field.ts';
import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const slackApi = defineTokenCredential({
  name: 'slackApi',
  displayName: 'Slack API',
  documentationUrl: 'https://api.slack.com/authentication',
  field: { name: 'accessToken', displayName: 'Access token' },
  properties: [
    secretField('signatureSecret', 'Signature secret', {
      description: 'The signing secret with which the Slack Trigger verifies calls',
    }),
  ],
  allowedHosts: ['slack.com', '*.slack.com'],
  test: {
    request: { url: 'https://slack.com/api/auth.test' },
    rules: [{ type: 'field', field: 'ok', value: false, message: 'The access token is wrong' }],
  },
});
