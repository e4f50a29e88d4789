/** Keyboards and the like that a message brings with it. */
import type { JsonObject } from '@millrace/contract/data';
import { choice, collection, entries, text, toggle } from '../service/field.ts';

const webApp = collection('web_app', 'Web App', [text('url', 'URL', { placeholder: 'https://' })]);

const inlineButton = [
  text('callback_data', 'Callback Data', {
    description: 'What the bot gets when the button is pressed, 1 to 64 bytes',
  }),
  toggle('pay', 'Pay', { description: 'Whether the button pays' }),
  text('switch_inline_query_current_chat', 'Switch Inline Query Current Chat'),
  text('switch_inline_query', 'Switch Inline Query'),
  text('url', 'URL', { description: 'Address that the button opens' }),
  webApp,
] as const;

const replyButton = [
  toggle('request_contact', 'Request Contact', { description: "Whether the button sends the user's phone number" }),
  toggle('request_location', 'Request Location', { description: "Whether the button sends the user's location" }),
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
          values: [text('text', 'Text'), collection('additionalFields', 'Additional Fields', options)],
        }),
      ],
    },
    { displayOptions: { show: { replyMarkup: [name] } }, placeholder: 'Add Keyboard Row' },
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

const selective = toggle('selective', 'Selective', { description: 'Whether it is for some users only' });
const inlineKeyboard = keyboard('inlineKeyboard', 'Inline Keyboard', inlineButton);

export const replyMarkup = [
  choice(
    'replyMarkup',
    'Reply Markup',
    {
      forceReply: 'Force Reply',
      inlineKeyboard: 'Inline Keyboard',
      none: 'None',
      replyKeyboard: 'Reply Keyboard',
      replyKeyboardRemove: 'Reply Keyboard Remove',
    },
    { default: 'none', send },
  ),
  collection('forceReply', 'Force Reply', [toggle('force_reply', 'Force Reply'), selective], {
    displayOptions: { show: { replyMarkup: ['forceReply'] } },
  }),
  inlineKeyboard,
  keyboard('replyKeyboard', 'Reply Keyboard', replyButton),
  collection(
    'replyKeyboardOptions',
    'Reply Keyboard Options',
    [
      toggle('resize_keyboard', 'Resize Keyboard', {
        description: 'Whether the keyboard is no taller than its buttons',
      }),
      toggle('one_time_keyboard', 'One Time Keyboard', { description: 'Whether it is hidden once it was used' }),
      selective,
    ],
    { displayOptions: { show: { replyMarkup: ['replyKeyboard'] } } },
  ),
  collection(
    'replyKeyboardRemove',
    'Reply Keyboard Remove',
    [toggle('remove_keyboard', 'Remove Keyboard'), selective],
    {
      displayOptions: { show: { replyMarkup: ['replyKeyboardRemove'] } },
    },
  ),
] as const;

/** An edited message can have an inline keyboard only. */
export const inlineMarkup = [
  choice('replyMarkup', 'Reply Markup', { none: 'None', inlineKeyboard: 'Inline Keyboard' }, { send }),
  inlineKeyboard,
] as const;
