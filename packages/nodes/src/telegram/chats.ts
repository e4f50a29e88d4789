import { collection, number, text, toggle } from '../service/field.ts';
import { operation } from '../service/operation.ts';
import type { Resource } from '../service/parameters.ts';
import { chatId } from './fields.ts';

export const chat: Resource = {
  displayName: 'Chat',
  operations: {
    get: operation({ name: 'Get', action: 'Get a chat', fields: [chatId], request: 'POST /getChat' }),
    administrators: operation({
      name: 'Get administrators',
      action: 'Get all administrators in a chat',
      fields: [chatId],
      request: 'POST /getChatAdministrators',
      output: { root: 'result' },
    }),
    member: operation({
      name: 'Get member',
      action: 'Get a member in a chat',
      fields: [chatId, text('userId', 'User ID', { required: true, send: { in: 'body', as: 'user_id' } })],
      request: 'POST /getChatMember',
    }),
    leave: operation({ name: 'Leave', action: 'Leave a chat', fields: [chatId], request: 'POST /leaveChat' }),
    setDescription: operation({
      name: 'Set description',
      action: 'Set description on a chat',
      fields: [chatId, text('description', 'Description', { required: true, send: 'body' })],
      request: 'POST /setChatDescription',
    }),
    setTitle: operation({
      name: 'Set title',
      action: 'Set a title on a chat',
      fields: [chatId, text('title', 'Title', { required: true, send: 'body' })],
      request: 'POST /setChatTitle',
    }),
  },
};

const answerFields = collection(
  'additionalFields',
  'Additional fields',
  [
    number('cache_time', 'Cache time', {
      typeOptions: { minValue: 0 },
      description: 'The number of seconds for which the app may cache it',
    }),
    toggle('show_alert', 'Show alert', { description: 'Whether to show an alert instead of a notification' }),
    text('text', 'Text', { description: 'The text to show, up to 200 characters. Leave empty to show nothing.' }),
    text('url', 'URL', { description: 'The URL that the app opens' }),
  ],
  { send: 'body' },
);

export const callback: Resource = {
  displayName: 'Callback',
  operations: {
    answerQuery: operation({
      name: 'Answer query',
      action: 'Answer a callback query',
      description: 'Respond to someone who pressed an inline button',
      fields: [
        text('queryId', 'Query ID', { required: true, send: { in: 'body', as: 'callback_query_id' } }),
        answerFields,
      ],
      request: 'POST /answerCallbackQuery',
    }),
    answerInlineQuery: operation({
      name: 'Answer inline query',
      action: 'Answer an inline query',
      fields: [
        text('queryId', 'Query ID', { required: true, send: { in: 'body', as: 'inline_query_id' } }),
        text('results', 'Results', {
          required: true,
          description: 'A JSON list of results',
          send: { in: 'body', form: 'json' },
        }),
        answerFields,
      ],
      request: 'POST /answerInlineQuery',
    }),
  },
};
