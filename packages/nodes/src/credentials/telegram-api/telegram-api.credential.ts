import { defineCredential } from '@millrace/engine/node-api';

/** The token is part of the path: requests name it as `{accessToken}`. */
export const telegramApi = defineCredential({
  name: 'telegramApi',
  displayName: 'Telegram API',
  properties: [
    {
      name: 'accessToken',
      displayName: 'Access Token',
      type: 'string',
      default: '',
      required: true,
      typeOptions: { password: true },
      description: 'Given by @BotFather to whoever makes a bot',
    },
    {
      name: 'baseUrl',
      displayName: 'Base URL',
      type: 'string',
      default: 'https://api.telegram.org',
      required: true,
      description: 'Another one only for a Bot API server of your own',
    },
  ],
  authenticate: { type: 'fields', path: { accessToken: '={{ $credentials.accessToken }}' } },
  allowedHosts: ['={{ $credentials.baseUrl }}'],
  test: { request: { url: '={{ $credentials.baseUrl }}/bot{accessToken}/getMe' } },
});
