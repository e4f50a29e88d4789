import { defineCredential } from '@millrace/engine/node-api';

export const discordBotApi = defineCredential({
  name: 'discordBotApi',
  displayName: 'Discord Bot API',
  properties: [
    {
      name: 'botToken',
      displayName: 'Bot Token',
      type: 'string',
      default: '',
      typeOptions: { password: true },
      required: true,
    },
  ],
  authenticate: { type: 'fields', headers: { Authorization: '=Bot {{ $credentials.botToken }}' } },
  allowedHosts: ['discord.com'],
  test: { request: { url: 'https://discord.com/api/v10/users/@me' } },
});
