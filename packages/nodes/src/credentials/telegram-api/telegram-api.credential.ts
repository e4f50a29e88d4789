import { defineCredential } from '@millrace/engine/node-api';

/** The token is part of the path: requests name it as `{accessToken}`. */
export const telegramApi = defineCredential({
  name: 'telegramApi',
  displayName: 'Telegram API',
  documentationUrl: 'https://core.telegram.org/bots/features#botfather',
  properties: [
    {
      name: 'accessToken',
      displayName: 'Access token',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true },
      description: 'The token you got from @BotFather when you created the bot',
    },
    {
      name: 'baseUrl',
      displayName: 'Base URL',
      type: 'string',
      default: 'https://api.telegram.org',
      required: true,
      description: 'Change it only if you host your own Bot API server',
    },
  ],
  authenticate: { type: 'fields', path: { accessToken: '={{ $credentials.accessToken }}' } },
  allowedHosts: ['={{ $credentials.baseUrl }}'],
  test: { request: { url: '={{ $credentials.baseUrl }}/bot{accessToken}/getMe' } },
});
