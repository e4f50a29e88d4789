import { defineCredential } from '@millrace/engine/node-api';

export const slackApi = defineCredential({
  name: 'slackApi',
  displayName: 'Slack API',
  properties: [
    {
      name: 'accessToken',
      displayName: 'Access Token',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      required: true,
    },
    {
      name: 'signatureSecret',
      displayName: 'Signature Secret',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      description: 'By which the Slack Trigger knows that a call comes from Slack',
    },
  ],
  authenticate: { type: 'fields', headers: { Authorization: '=Bearer {{ $credentials.accessToken }}' } },
  allowedHosts: ['slack.com', '*.slack.com'],
  test: {
    request: { url: 'https://slack.com/api/auth.test' },
    rules: [{ type: 'field', field: 'ok', value: false, message: 'The access token is wrong' }],
  },
});
