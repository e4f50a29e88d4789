import { choice, collection, number, text, toggle } from '../service/field.ts';

export const chatId = text('chatId', 'Chat ID', {
  required: true,
  description: 'ID of the chat, or the name of a channel with @ before it',
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
  'Additional Fields',
  [
    toggle('appendAttribution', 'Append Attribution', {
      ...only('sendMessage'),
      send: false,
      description: 'Whether the message says that a workflow has sent it',
    }),
    text('caption', 'Caption', { ...only(...media), description: 'Up to 1024 characters' }),
    toggle('disable_notification', 'Disable Notification', {
      displayOptions: { hide: { '/operation': ['editMessageText'] } },
      description: 'Whether the message arrives without a sound',
    }),
    toggle('disable_web_page_preview', 'Disable WebPage Preview', {
      ...only('editMessageText', 'sendMessage'),
      description: 'Whether links are shown without a preview',
    }),
    number('duration', 'Duration', {
      ...only('sendAnimation', 'sendAudio', 'sendVideo', 'sendVoice'),
      ...atLeast0,
      description: 'In seconds',
    }),
    text('fileName', 'File Name', {
      displayOptions: { show: { '/operation': [...media, 'sendSticker'], '/binaryData': [true] } },
      send: false,
      placeholder: 'image.jpeg',
    }),
    number('height', 'Height', { ...only('sendAnimation', 'sendVideo'), ...atLeast0 }),
    choice(
      'parse_mode',
      'Parse Mode',
      { Markdown: 'Markdown (Legacy)', MarkdownV2: 'MarkdownV2', HTML: 'HTML' },
      {
        ...only('editMessageText', 'sendMessage', ...media),
        default: 'HTML',
        description: 'How the text is marked up',
      },
    ),
    text('performer', 'Performer', only('sendAudio')),
    number('reply_to_message_id', 'Reply To Message ID', {
      displayOptions: { hide: { '/operation': ['editMessageText'] } },
    }),
    number('message_thread_id', 'Message Thread ID', {
      displayOptions: { hide: { '/operation': ['editMessageText'] } },
      description: 'ID of the topic in a forum',
    }),
    text('title', 'Title', only('sendAudio')),
    text('thumb', 'Thumbnail', { ...only('sendAnimation', 'sendAudio', 'sendDocument', 'sendVideo') }),
    number('width', 'Width', { ...only('sendAnimation', 'sendVideo'), ...atLeast0 }),
  ],
  { send: 'body' },
);
