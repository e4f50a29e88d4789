import { isObject } from '@millrace/contract/data';
import type { Connection } from '../service/connection.ts';
import { readPath } from '../service/path.ts';

export const telegramConnection: Connection = {
  service: 'Telegram',
  baseUrl: { field: 'baseUrl', default: 'https://api.telegram.org' },
  // The token is part of the path; it is put there when the request is signed.
  basePath: '/bot{accessToken}',
  credentials: [{ name: 'telegramApi', displayName: 'Access token' }],
  errors: {
    message: ['description'],
    hints: { 401: 'Check the token of the bot.', 403: 'The bot was blocked, or is no member of the chat.' },
    failed: (body) => isObject(body) && body.ok === false,
  },
  limits: {
    read: ({ body }) => {
      try {
        const seconds = readPath(JSON.parse(new TextDecoder().decode(body)), 'parameters.retry_after');
        return typeof seconds === 'number' ? seconds * 1000 : undefined;
      } catch {
        return undefined;
      }
    },
  },
};
