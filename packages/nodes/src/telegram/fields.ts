import { choice, collection, number, text, toggle } from '../service/field.ts';

export const chatId = text('chatId', 'Chat ID', {
  required: true,
  description: 'The ID of the chat, or the @name of a channel',
  send: { in: 'body', as: 'chat_id' },
});

export const messageId = text('messageId', 'Message ID', {
  required: true,
  send: { in: 'body', as: 'message_id' },
});

const only = (...operations: string[]) => ({ displayOptions: { show: { '/operation': operations } } });
const media = ['sendAnimation', 'sendAudio', 'sendDocument', 'sendPhoto', 'sendVideo', 'sendVoice'];
const atLeast0 = { typeOptions: { minValue: 0 } };

/** What messages of all kinds may say; which of them a kind has is where it is shown. */
export const additionalFields = collection(
  'additionalFields',
  'Additional fields',
  [
    toggle('appendAttribution', 'Append attribution', {
      ...only('sendMessage'),
      send: false,
      description: 'Whether to mention that the message was sent by a workflow',
    }),
    text('caption', 'Caption', { ...only(...media), description: 'Up to 1024 characters' }),
    toggle('disable_notification', 'Disable notification', {
      displayOptions: { hide: { '/operation': ['editMessageText'] } },
      description: 'Whether to send the message silently',
    }),
    toggle('disable_web_page_preview', 'Disable link preview', {
      ...only('editMessageText', 'sendMessage'),
      description: 'Whether to disable link previews',
    }),
    number('duration', 'Duration', {
      ...only('sendAnimation', 'sendAudio', 'sendVideo', 'sendVoice'),
      ...atLeast0,
      description: 'In seconds',
    }),
    text('fileName', 'File name', {
      displayOptions: { show: { '/operation': [...media, 'sendSticker'], '/binaryData': [true] } },
      send: false,
      placeholder: 'image.jpeg',
    }),
    number('height', 'Height', { ...only('sendAnimation', 'sendVideo'), ...atLeast0 }),
    choice(
      'parse_mode',
      'Parse mode',
      { Markdown: 'Markdown (legacy)', MarkdownV2: 'MarkdownV2', HTML: 'HTML' },
      {
        ...only('editMessageText', 'sendMessage', ...media),
        default: 'HTML',
        description: 'The markup format of the text',
      },
    ),
    text('performer', 'Performer', only('sendAudio')),
    number('reply_to_message_id', 'Reply to message ID', {
      displayOptions: { hide: { '/operation': ['editMessageText'] } },
    }),
    number('message_thread_id', 'Topic ID', {
      displayOptions: { hide: { '/operation': ['editMessageText'] } },
      description: 'The ID of the forum topic',
    }),
    text('title', 'Title', only('sendAudio')),
    text('thumb', 'Thumbnail', { ...only('sendAnimation', 'sendAudio', 'sendDocument', 'sendVideo') }),
    number('width', 'Width', { ...only('sendAnimation', 'sendVideo'), ...atLeast0 }),
  ],
  { send: 'body' },
);
