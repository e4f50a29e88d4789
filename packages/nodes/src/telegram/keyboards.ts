/** Keyboards and the like that a message brings with it. */
import type { JsonObject } from '@millrace/contract/data';
import { choice, collection, entries, text, toggle } from '../service/field.ts';

const webApp = collection('web_app', 'Web app', [text('url', 'URL', { placeholder: 'https://' })]);

const inlineButton = [
  text('callback_data', 'Callback data', {
    description: 'The data sent to the bot when the button is pressed, 1–64 bytes',
  }),
  toggle('pay', 'Pay', { description: 'Whether this is a payment button' }),
  text('switch_inline_query_current_chat', 'Switch inline query current chat'),
  text('switch_inline_query', 'Switch inline query'),
  text('url', 'URL', { description: 'The URL that the button opens' }),
  webApp,
] as const;

const replyButton = [
  toggle('request_contact', 'Request contact', { description: "Whether the button sends the user's phone number" }),
  toggle('request_location', 'Request location', { description: "Whether the button sends the user's location" }),
  webApp,
] as const;

const keyboard = <const N extends string>(
  name: N,
  displayName: string,
  options: typeof inlineButton | typeof replyButton,
) =>
  entries(
    name,
    displayName,
    {
      name: 'rows',
      displayName: 'Row',
      values: [
        entries('row', 'Row', {
          name: 'buttons',
          displayName: 'Button',
          values: [text('text', 'Text'), collection('additionalFields', 'Additional fields', options)],
        }),
      ],
    },
    { displayOptions: { show: { replyMarkup: [name] } }, placeholder: 'Add keyboard row' },
  );

interface Keyboard {
  rows?: { row?: { buttons?: { text?: string; additionalFields?: JsonObject }[] } }[];
}

const toRows = ({ rows = [] }: Keyboard): JsonObject[][] =>
  rows
    .map(({ row }) =>
      (row?.buttons ?? []).map(({ text: label = '', additionalFields }) => ({ text: label, ...additionalFields })),
    )
    .filter((buttons) => buttons.length > 0);

const markups: Readonly<Record<string, ((read: (name: string) => unknown) => JsonObject) | undefined>> = {
  inlineKeyboard: (read) => ({ inline_keyboard: toRows(read('inlineKeyboard') as Keyboard) }),
  replyKeyboard: (read) => ({
    keyboard: toRows(read('replyKeyboard') as Keyboard),
    ...(read('replyKeyboardOptions') as JsonObject),
  }),
  forceReply: (read) => ({ ...(read('forceReply') as JsonObject), force_reply: true }),
  replyKeyboardRemove: (read) => ({ ...(read('replyKeyboardRemove') as JsonObject), remove_keyboard: true }),
};

const send = {
  in: 'body',
  as: 'reply_markup',
  map: (value: unknown, { value: read }: { value(name: string): unknown }) => markups[String(value)]?.(read),
} as const;

const selective = toggle('selective', 'Selective', {
  description: 'Whether to show the keyboard to certain users only',
});
const inlineKeyboard = keyboard('inlineKeyboard', 'Inline keyboard', inlineButton);

export const replyMarkup = [
  choice(
    'replyMarkup',
    'Reply markup',
    {
      forceReply: 'Force reply',
      inlineKeyboard: 'Inline keyboard',
      none: 'None',
      replyKeyboard: 'Reply keyboard',
      replyKeyboardRemove: 'Reply keyboard remove',
    },
    { default: 'none', send },
  ),
  collection('forceReply', 'Force reply', [toggle('force_reply', 'Force reply'), selective], {
    displayOptions: { show: { replyMarkup: ['forceReply'] } },
  }),
  inlineKeyboard,
  keyboard('replyKeyboard', 'Reply keyboard', replyButton),
  collection(
    'replyKeyboardOptions',
    'Reply keyboard options',
    [
      toggle('resize_keyboard', 'Resize keyboard', {
        description: "Whether to fit the keyboard's height to its buttons",
      }),
      toggle('one_time_keyboard', 'One time keyboard', { description: 'Whether to hide the keyboard after use' }),
      selective,
    ],
    { displayOptions: { show: { replyMarkup: ['replyKeyboard'] } } },
  ),
  collection(
    'replyKeyboardRemove',
    'Reply keyboard remove',
    [toggle('remove_keyboard', 'Remove keyboard'), selective],
    {
      displayOptions: { show: { replyMarkup: ['replyKeyboardRemove'] } },
    },
  ),
] as const;

/** An edited message can have an inline keyboard only. */
export const inlineMarkup = [
  choice('replyMarkup', 'Reply markup', { none: 'None', inlineKeyboard: 'Inline keyboard' }, { send }),
  inlineKeyboard,
] as const;
