import { collection, number, text, toggle } from '../service/field.ts';
import { operation } from '../service/operation.ts';
import type { Resource } from '../service/parameters.ts';
import { chatId } from './fields.ts';

export const chat: Resource = {
  displayName: 'Chat',
  operations: {
    get: operation({ name: 'Get', action: 'Get a chat', fields: [chatId], request: 'POST /getChat' }),
    administrators: operation({
      name: 'Get Administrators',
      action: 'Get all administrators in a chat',
      fields: [chatId],
      request: 'POST /getChatAdministrators',
      output: { root: 'result' },
    }),
    member: operation({
      name: 'Get Member',
      action: 'Get a member in a chat',
      fields: [chatId, text('userId', 'User ID', { required: true, send: { in: 'body', as: 'user_id' } })],
      request: 'POST /getChatMember',
    }),
    leave: operation({ name: 'Leave', action: 'Leave a chat', fields: [chatId], request: 'POST /leaveChat' }),
    setDescription: operation({
      name: 'Set Description',
      action: 'Set description on a chat',
      fields: [chatId, text('description', 'Description', { required: true, send: 'body' })],
      request: 'POST /setChatDescription',
    }),
    setTitle: operation({
      name: 'Set Title',
      action: 'Set a title on a chat',
      fields: [chatId, text('title', 'Title', { required: true, send: 'body' })],
      request: 'POST /setChatTitle',
    }),
  },
};

const answerFields = collection(
  'additionalFields',
  'Additional Fields',
  [
    number('cache_time', 'Cache Time', {
      typeOptions: { minValue: 0 },
      description: 'Seconds for which the app may keep it',
    }),
    toggle('show_alert', 'Show Alert', { description: 'Whether an alert is shown in place of a notification' }),
    text('text', 'Text', { description: 'What is shown, up to 200 characters. Left empty: nothing.' }),
    text('url', 'URL', { description: 'Address that the app opens' }),
  ],
  { send: 'body' },
);

export const callback: Resource = {
  displayName: 'Callback',
  operations: {
    answerQuery: operation({
      name: 'Answer Query',
      action: 'Answer a callback query',
      description: 'Answers somebody who has pressed a button of an inline keyboard',
      fields: [
        text('queryId', 'Query ID', { required: true, send: { in: 'body', as: 'callback_query_id' } }),
        answerFields,
      ],
      request: 'POST /answerCallbackQuery',
    }),
    answerInlineQuery: operation({
      name: 'Answer Inline Query',
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
