import { defineService } from '../service/define-service.ts';
import { callback, chat } from './chats.ts';
import { telegramConnection } from './connection.ts';
import { file } from './files.ts';
import { message } from './message.ts';

export const telegram = defineService({
  name: 'service.telegram',
  displayName: 'Telegram',
  description: 'Sends, edits and manages messages, photos and files on Telegram',
  aliases: ['n8n-nodes-base.telegram'],
  versions: [1, 1.1, 1.2],
  defaultVersion: 1.2,
  color: '#2897cf',
  category: 'Communication',
  words: ['chat', 'bot', 'message', 'messenger', 'notification', 'approval', 'human in the loop'],
  connection: telegramConnection,
  resources: { chat, callback, file, message },
  defaultResource: 'message',
});
