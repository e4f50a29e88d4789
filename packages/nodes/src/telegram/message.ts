import type { JsonObject } from '@millrace/contract/data';
import { NodeError } from '@millrace/engine/node-api';
import { sendAndWaitFields } from '../send-and-wait/fields.ts';
import { sendAndWait } from '../send-and-wait/send-and-wait.ts';
import { choice, collection, entries, number, text, toggle } from '../service/field.ts';
import { operation, type Tools } from '../service/operation.ts';
import type { Resource } from '../service/parameters.ts';
import { sendFields } from '../service/send-fields.ts';
import { additionalFields, chatId, messageId } from './fields.ts';
import { inlineMarkup, replyMarkup } from './keyboards.ts';
import { sendMedia } from './send-media.ts';

const attribution: Readonly<Record<string, string | undefined>> = {
  Markdown: '\n\n_This message was sent automatically by a workflow_',
  MarkdownV2: '\n\n_This message was sent automatically by a workflow_',
  HTML: '\n\n<em>This message was sent automatically by a workflow</em>',
};

const textFields = [
  chatId,
  text('text', 'Text', { required: true, send: 'body' }),
  ...replyMarkup,
  additionalFields,
] as const;

/** Text is legacy Markdown unless the node says otherwise. Where it is none, because of a lone underscore say, it is sent as it stands. */
const sendText = async (tools: Tools<typeof textFields>): Promise<unknown> => {
  const { body } = sendFields(textFields, tools as never);
  const { parse_mode: chosen, appendAttribution, disable_web_page_preview: preview } = tools.value('additionalFields');
  const parseMode = chosen || 'Markdown';
  const hidesPreview = preview ?? (tools.context.node.typeVersion >= 1.2 ? true : undefined);
  const message: JsonObject = {
    ...body,
    text: `${tools.value('text')}${appendAttribution ? attribution[parseMode] : ''}`,
    parse_mode: parseMode,
    ...(hidesPreview !== undefined && { disable_web_page_preview: hidesPreview }),
  };
  try {
    return await tools.request('POST /sendMessage', { body: message });
  } catch (error) {
    const isUnreadable = error instanceof NodeError && /can't parse entities/i.test(error.message);
    if (chosen || !isUnreadable) throw error;
    const { parse_mode: _, ...plain } = message;
    return tools.request('POST /sendMessage', { body: plain });
  }
};

const approvalLabels = { approve: '✅ Approve', decline: '❌ Decline' };

const mediaEntries = entries(
  'media',
  'Media',
  {
    name: 'media',
    displayName: 'Media',
    values: [
      choice('type', 'Type', { photo: 'Photo', video: 'Video' }),
      text('media', 'Media file', { description: 'The ID of a file on Telegram, or a URL' }),
      collection('additionalFields', 'Additional fields', [
        text('caption', 'Caption'),
        choice(
          'parse_mode',
          'Parse mode',
          { Markdown: 'Markdown (legacy)', MarkdownV2: 'MarkdownV2', HTML: 'HTML' },
          { default: 'HTML' },
        ),
      ]),
    ],
  },
  {
    send: {
      in: 'body',
      map: (value) =>
        ((value as { media?: { additionalFields?: JsonObject }[] }).media ?? []).map(
          ({ additionalFields: more, ...one }) => ({ ...one, ...more }),
        ),
    },
  },
);

const coordinate = (name: 'latitude' | 'longitude', displayName: string, most: number) =>
  number(name, displayName, { typeOptions: { numberPrecision: 10, minValue: -most, maxValue: most }, send: 'body' });

export const message: Resource = {
  displayName: 'Message',
  defaultOperation: 'sendMessage',
  operations: {
    deleteMessage: operation({
      name: 'Delete chat message',
      action: 'Delete a chat message',
      fields: [chatId, messageId],
      request: 'POST /deleteMessage',
    }),
    editMessageText: operation({
      name: 'Edit message text',
      action: 'Edit a text message',
      fields: [
        choice(
          'messageType',
          'Message type',
          { inlineMessage: 'Inline message', message: 'Message' },
          { default: 'message' },
        ),
        { ...chatId, displayOptions: { show: { messageType: ['message'] } } },
        { ...messageId, displayOptions: { show: { messageType: ['message'] } } },
        text('inlineMessageId', 'Inline message ID', {
          required: true,
          displayOptions: { show: { messageType: ['inlineMessage'] } },
          send: { in: 'body', as: 'inline_message_id' },
        }),
        ...inlineMarkup,
        text('text', 'Text', { required: true, send: 'body' }),
        additionalFields,
      ],
      request: 'POST /editMessageText',
    }),
    pinChatMessage: operation({
      name: 'Pin chat message',
      action: 'Pin a chat message',
      fields: [
        chatId,
        messageId,
        collection(
          'additionalFields',
          'Additional fields',
          [
            toggle('disable_notification', 'Disable notification', {
              description: 'Whether to skip notifying the members',
            }),
          ],
          { send: 'body' },
        ),
      ],
      request: 'POST /pinChatMessage',
    }),
    sendAnimation: sendMedia('Animation', 'animation', 'sendAnimation'),
    sendAudio: sendMedia('Audio', 'audio', 'sendAudio'),
    sendChatAction: operation({
      name: 'Send chat action',
      action: 'Send a chat action',
      description: 'Show what the bot is doing for a few seconds',
      fields: [
        chatId,
        choice(
          'action',
          'Action',
          {
            find_location: 'Find location',
            record_audio: 'Record audio',
            record_video: 'Record video',
            record_video_note: 'Record video note',
            typing: 'Typing',
            upload_audio: 'Upload audio',
            upload_document: 'Upload document',
            upload_photo: 'Upload photo',
            upload_video: 'Upload video',
            upload_video_note: 'Upload video note',
          },
          { default: 'typing', send: 'body' },
        ),
      ],
      request: 'POST /sendChatAction',
    }),
    sendDocument: sendMedia('Document', 'document', 'sendDocument'),
    sendLocation: operation({
      name: 'Send location',
      action: 'Send a location',
      fields: [
        chatId,
        coordinate('latitude', 'Latitude', 90),
        coordinate('longitude', 'Longitude', 180),
        ...replyMarkup,
        additionalFields,
      ],
      request: 'POST /sendLocation',
    }),
    sendMediaGroup: operation({
      name: 'Send media group',
      action: 'Send a media group message',
      fields: [chatId, mediaEntries, additionalFields],
      request: 'POST /sendMediaGroup',
    }),
    sendMessage: operation({
      name: 'Send message',
      action: 'Send a text message',
      fields: textFields,
      run: (tools) => sendText(tools),
    }),
    sendAndWait: operation({
      name: 'Send and wait for response',
      action: 'Send message and wait for response',
      fields: [chatId, ...sendAndWaitFields(approvalLabels)],
      execute: (context, toolsFor) =>
        sendAndWait(
          context,
          async ({ message: question, buttons }) => {
            const tools = toolsFor(0);
            const keyboard = buttons.map(({ label, url }) => ({ text: label, url }));
            const body = {
              chat_id: tools.value('chatId'),
              text: question,
              disable_web_page_preview: true,
              reply_markup: { inline_keyboard: [keyboard] },
            };
            return tools.request('POST /sendMessage', { body });
          },
          approvalLabels,
        ),
    }),
    sendPhoto: sendMedia('Photo', 'photo', 'sendPhoto'),
    sendSticker: sendMedia('Sticker', 'sticker', 'sendSticker'),
    sendVideo: sendMedia('Video', 'video', 'sendVideo'),
    sendVoice: sendMedia('Voice note', 'voice', 'sendVoice'),
    unpinChatMessage: operation({
      name: 'Unpin chat message',
      action: 'Unpin a chat message',
      fields: [chatId, messageId],
      request: 'POST /unpinChatMessage',
    }),
  },
};
