import { defineTokenCredential } from '../../service-credentials/token-credential.ts';

export const discordBotApi = defineTokenCredential({
  name: 'discordBotApi',
  displayName: 'Discord Bot API',
  documentationUrl: 'https://discord.com/developers/docs/quick-start/getting-started',
  field: { name: 'botToken', displayName: 'Bot token' },
  authorization: (token) => `Bot ${token}`,
  allowedHosts: ['discord.com'],
  test: { request: { url: 'https://discord.com/api/v10/users/@me' } },
});
