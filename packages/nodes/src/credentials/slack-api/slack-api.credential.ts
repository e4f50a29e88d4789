import { secretField } from '../../service-credentials/secret-field.ts';
import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const slackApi = defineTokenCredential({
  name: 'slackApi',
  displayName: 'Slack API',
  field: { name: 'accessToken', displayName: 'Access Token' },
  properties: [
    secretField('signatureSecret', 'Signature Secret', {
      description: 'By which the Slack Trigger knows that a call comes from Slack',
    }),
  ],
  allowedHosts: ['slack.com', '*.slack.com'],
  test: {
    request: { url: 'https://slack.com/api/auth.test' },
    rules: [{ type: 'field', field: 'ok', value: false, message: 'The access token is wrong' }],
  },
});
