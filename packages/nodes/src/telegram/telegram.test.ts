import { type FakeHostOptions, type RunNodeOptions, runNode } from '@millrace/engine/testing';
import { describe, expect, it } from 'vitest';
import { type Heard, localService, type Routes, reply } from '../service/service.testing.ts';
import { telegram } from './telegram.node.ts';

const origin = 'https://api.telegram.org';
const done = { ok: true, result: { message_id: 5 } };

/** Bots are known by their token; everything that is sent arrives. */
const start = async (other: Routes = {}, options: FakeHostOptions = {}) => {
  const routes: Routes = {
    ...other,
    'POST /botTOKEN/getChatAdministrators': { ok: true, result: [{ user: { id: 1 } }, { user: { id: 2 } }] },
    'POST /botTOKEN/getFile': { ok: true, result: { file_id: 'f', file_path: 'photos/a b.jpg' } },
    'GET /file/botTOKEN/photos/a%20b.jpg': reply(200, 'PIXELS', { 'content-type': 'application/octet-stream' }),
    'POST /botTOKEN/:method': done,
  };
  const service = await localService(origin, routes, { credentials: { telegramApi: {} }, ...options });
  const run = (operation: string, parameters: object, more: RunNodeOptions = {}) =>
    runNode(telegram, {
      parameters: { operation, ...parameters } as never,
      credentials: { telegramApi: { id: '1', name: 'Bot' } },
      host: service.host,
      ...more,
    });
  return { service, run };
};

const chat = { chatId: '42' };
const buttons = (text: string, additionalFields: object) => ({
  rows: [{ row: { buttons: [{ text, additionalFields }] } }],
});

const cases: [operation: string, parameters: object, method: string, body: object][] = [
  [
    'sendMessage',
    { ...chat, text: 'Hi' },
    'sendMessage',
    { chat_id: '42', text: 'Hi', parse_mode: 'Markdown', disable_web_page_preview: true },
  ],
  [
    'sendMessage',
    {
      ...chat,
      text: '<b>Hi</b>',
      additionalFields: {
        parse_mode: 'HTML',
        disable_notification: true,
        reply_to_message_id: 7,
        appendAttribution: true,
      },
    },
    'sendMessage',
    {
      chat_id: '42',
      text: '<b>Hi</b>\n\n<em>This message was sent automatically by a workflow</em>',
      parse_mode: 'HTML',
      disable_notification: true,
      reply_to_message_id: 7,
      disable_web_page_preview: true,
    },
  ],
  [
    'sendMessage',
    { ...chat, text: 'Hi', replyMarkup: 'inlineKeyboard', inlineKeyboard: buttons('Yes', { callback_data: 'y' }) },
    'sendMessage',
    {
      chat_id: '42',
      text: 'Hi',
      parse_mode: 'Markdown',
      disable_web_page_preview: true,
      reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] },
    },
  ],
  [
    'sendPhoto',
    {
      ...chat,
      file: 'https://x.example/a.png',
      replyMarkup: 'replyKeyboard',
      replyKeyboard: buttons('Me', { request_contact: true }),
      replyKeyboardOptions: { resize_keyboard: true },
    },
    'sendPhoto',
    {
      chat_id: '42',
      photo: 'https://x.example/a.png',
      reply_markup: { keyboard: [[{ text: 'Me', request_contact: true }]], resize_keyboard: true },
    },
  ],
  [
    'sendVideo',
    { ...chat, file: 'v', additionalFields: { caption: 'C', width: 9 } },
    'sendVideo',
    { chat_id: '42', video: 'v', caption: 'C', width: 9 },
  ],
  [
    'sendAudio',
    { ...chat, file: 'a', additionalFields: { performer: 'P' } },
    'sendAudio',
    { chat_id: '42', audio: 'a', performer: 'P' },
  ],
  [
    'sendAnimation',
    { ...chat, file: 'g', replyMarkup: 'forceReply' },
    'sendAnimation',
    { chat_id: '42', animation: 'g', reply_markup: { force_reply: true } },
  ],
  [
    'sendDocument',
    { ...chat, file: 'd', replyMarkup: 'replyKeyboardRemove' },
    'sendDocument',
    { chat_id: '42', document: 'd', reply_markup: { remove_keyboard: true } },
  ],
  [
    'sendVoice',
    { ...chat, file: 'n', additionalFields: { duration: 3 } },
    'sendVoice',
    { chat_id: '42', voice: 'n', duration: 3 },
  ],
  ['sendSticker', { ...chat, file: 's' }, 'sendSticker', { chat_id: '42', sticker: 's' }],
  [
    'sendLocation',
    { ...chat, latitude: 1.5, longitude: 0 },
    'sendLocation',
    { chat_id: '42', latitude: 1.5, longitude: 0 },
  ],
  [
    'sendMediaGroup',
    {
      ...chat,
      media: {
        media: [
          { type: 'photo', media: 'a', additionalFields: { caption: 'C' } },
          { type: 'video', media: 'b' },
        ],
      },
    },
    'sendMediaGroup',
    {
      chat_id: '42',
      media: [
        { type: 'photo', media: 'a', caption: 'C' },
        { type: 'video', media: 'b' },
      ],
    },
  ],
  ['sendChatAction', chat, 'sendChatAction', { chat_id: '42', action: 'typing' }],
  [
    'editMessageText',
    { ...chat, messageId: '5', text: 'New' },
    'editMessageText',
    { chat_id: '42', message_id: '5', text: 'New' },
  ],
  [
    'editMessageText',
    { messageType: 'inlineMessage', inlineMessageId: 'i', text: 'New', ...chat },
    'editMessageText',
    { inline_message_id: 'i', text: 'New' },
  ],
  ['deleteMessage', { ...chat, messageId: '5' }, 'deleteMessage', { chat_id: '42', message_id: '5' }],
  [
    'pinChatMessage',
    { ...chat, messageId: '5', additionalFields: { disable_notification: true } },
    'pinChatMessage',
    { chat_id: '42', message_id: '5', disable_notification: true },
  ],
  ['unpinChatMessage', { ...chat, messageId: '5' }, 'unpinChatMessage', { chat_id: '42', message_id: '5' }],
  ['get', { resource: 'chat', ...chat }, 'getChat', { chat_id: '42' }],
  ['member', { resource: 'chat', ...chat, userId: '9' }, 'getChatMember', { chat_id: '42', user_id: '9' }],
  ['leave', { resource: 'chat', ...chat }, 'leaveChat', { chat_id: '42' }],
  ['setTitle', { resource: 'chat', ...chat, title: 'T' }, 'setChatTitle', { chat_id: '42', title: 'T' }],
  [
    'setDescription',
    { resource: 'chat', ...chat, description: 'D' },
    'setChatDescription',
    { chat_id: '42', description: 'D' },
  ],
  [
    'answerQuery',
    { resource: 'callback', queryId: 'q', additionalFields: { text: 'Ok', show_alert: true } },
    'answerCallbackQuery',
    { callback_query_id: 'q', text: 'Ok', show_alert: true },
  ],
  [
    'answerInlineQuery',
    { resource: 'callback', queryId: 'q', results: '[{"id":"1"}]' },
    'answerInlineQuery',
    { inline_query_id: 'q', results: [{ id: '1' }] },
  ],
];

it.each(cases)('%s', async (operation, parameters, method, body) => {
  const { run, service } = await start();
  const { error, json } = await run(operation, parameters);
  expect(error).toBeUndefined();
  expect(service.heard).toMatchObject([
    { method: 'POST', path: `/botTOKEN/${method}`, headers: { 'x-signed-by': 'telegramApi' } },
  ]);
  expect(service.heard[0]?.body).toEqual(body);
  expect(json).toEqual([done]);
});

it('administrators are one item each', async () => {
  const { run } = await start();
  expect((await run('administrators', { resource: 'chat', ...chat })).json).toHaveLength(2);
});

it('messages arrive in the order of the items', async () => {
  const { run, service } = await start();
  await run('sendMessage', { ...chat, text: '={{ $json.n }}' }, { items: [{ n: '1' }, { n: '2' }, { n: '3' }] });
  expect(service.heard.map(({ body }) => (body as { text: string }).text)).toEqual(['1', '2', '3']);
});

describe('versions', () => {
  it('before 1.2 links have their preview', async () => {
    const { run, service } = await start();
    await run('sendMessage', { ...chat, text: 'Hi' }, { typeVersion: 1.1 });
    expect(service.heard[0]?.body).toEqual({ chat_id: '42', text: 'Hi', parse_mode: 'Markdown' });
  });
});

describe('files', () => {
  const upload = async (additionalFields: object, about: object) => {
    const { run, service } = await start();
    const data = await service.host.store('PIXELS', { mimeType: 'image/png', ...about });
    const result = await run(
      'sendPhoto',
      { ...chat, binaryData: true, additionalFields },
      { items: [{ json: {}, binary: { data } }] },
    );
    return { ...result, body: String(service.heard[0]?.body) };
  };

  it('of the item are sent as a form, with what else the message says', async () => {
    const { body, error } = await upload({ caption: 'C' }, { fileName: 'a.png' });
    expect(error).toBeUndefined();
    expect(body).toMatch(/name="chat_id"\s+42/);
    expect(body).toMatch(/name="caption"\s+C/);
    expect(body).toMatch(/name="photo"; filename="a\.png"\s+Content-Type: image\/png\s+PIXELS/i);
  });

  it('have the name that the node gives them, and need one', async () => {
    expect((await upload({ fileName: 'b.png' }, { fileName: 'a.png' })).body).toContain('filename="b.png"');
    expect((await upload({}, {})).error?.message).toBe('The file has no name');
  });

  it('of Telegram are downloaded, with the type that their name tells', async () => {
    const { run } = await start();
    const { items, host } = await run('get', { resource: 'file', fileId: 'f' });
    expect(items[0]).toMatchObject({
      json: { ok: true },
      binary: { data: { fileName: 'a b.jpg', mimeType: 'image/jpeg' } },
    });
    expect(new TextDecoder().decode(await host.binary.read(items[0]!.binary!.data!))).toBe('PIXELS');
  });

  it('are only told of where they are not to be downloaded', async () => {
    const { run, service } = await start();
    expect((await run('get', { resource: 'file', fileId: 'f', download: false })).items[0]?.binary).toBeUndefined();
    expect(service.heard[0]?.body).toEqual({ file_id: 'f' });
  });
});

describe('failures', () => {
  it('are in the words of Telegram', async () => {
    const { run } = await start({
      'POST /botTOKEN/sendMessage': reply(403, {
        ok: false,
        error_code: 403,
        description: 'Forbidden: bot was blocked by the user',
      }),
    });
    expect((await run('sendMessage', { ...chat, text: 'x' })).error).toMatchObject({
      message: 'Forbidden: bot was blocked by the user',
      httpCode: '403',
      description: expect.stringContaining('blocked'),
    });
  });

  it('after too many messages it waits as long as Telegram says', async () => {
    let calls = 0;
    const { run, service } = await start({
      'POST /botTOKEN/sendMessage': () =>
        ++calls === 1
          ? reply(429, { ok: false, description: 'Too Many Requests', parameters: { retry_after: 3 } })
          : done,
    });
    expect((await run('sendMessage', { ...chat, text: 'x' })).json).toEqual([done]);
    expect(service.host.sleeps).toEqual([3000]);
  });

  const strict = {
    'POST /botTOKEN/sendMessage': ({ body }: Heard) =>
      (body as { parse_mode?: string }).parse_mode
        ? reply(400, { ok: false, description: "Bad Request: can't parse entities: at byte offset 5" })
        : done,
  };

  it('text that is no Markdown is sent as it stands, unless the node says how it is marked up', async () => {
    const { run, service } = await start(strict);
    expect((await run('sendMessage', { ...chat, text: 'a_b' })).json).toEqual([done]);
    expect(service.heard[1]?.body).toEqual({ chat_id: '42', text: 'a_b', disable_web_page_preview: true });
    const chosen = await (await start(strict)).run('sendMessage', {
      ...chat,
      text: 'a_b',
      additionalFields: { parse_mode: 'Markdown' },
    });
    expect(chosen.error?.message).toMatch(/can't parse entities/);
  });
});

describe('Send and wait for response', () => {
  const now = Date.UTC(2026, 4, 1, 12);
  const request = { resumeUrl: 'https://m.example/waiting/1', resumeFormUrl: 'https://m.example/form/1' };
  const ask = async (parameters: object) => {
    const { run, service } = await start({}, { now });
    const { run: whole } = await run('sendAndWait', { ...chat, message: 'Ship it?', ...parameters }, { request });
    return { whole, body: service.heard[0]?.body as { reply_markup: object }, waiting: whole.wait };
  };

  it('asks for an approval by a button', async () => {
    const { whole, body, waiting } = await ask({});
    expect(body).toEqual({
      chat_id: '42',
      text: 'Ship it?',
      disable_web_page_preview: true,
      reply_markup: { inline_keyboard: [[{ text: '✅ Approve', url: 'https://m.example/waiting/1?approved=true' }]] },
    });
    expect(whole.status).toBe('waiting');
    expect(waiting).toMatchObject({ till: null, webhook: { method: 'GET', ignoreBots: true } });
  });

  it('by two buttons, and for some time', async () => {
    const { body, waiting } = await ask({
      approvalOptions: { values: { approvalType: 'double', approveLabel: 'Go' } },
      options: { limitWaitTime: { values: { resumeAmount: 45, resumeUnit: 'minutes' } } },
    });
    expect(body.reply_markup).toEqual({
      inline_keyboard: [
        [
          { text: '❌ Decline', url: 'https://m.example/waiting/1?approved=false' },
          { text: 'Go', url: 'https://m.example/waiting/1?approved=true' },
        ],
      ],
    });
    expect(waiting).toMatchObject({ till: now + 45 * 60_000 });
  });

  it('by a text, or a form', async () => {
    const { body, waiting } = await ask({ responseType: 'freeText', options: { responseFormTitle: 'Why?' } });
    expect(body.reply_markup).toEqual({ inline_keyboard: [[{ text: 'Respond', url: 'https://m.example/form/1' }]] });
    expect(waiting).toMatchObject({
      form: { title: 'Why?', description: 'Ship it?', fields: [{ label: 'Response', type: 'textarea' }] },
    });
    const form = await ask({ responseType: 'customForm', defineForm: 'json', jsonOutput: '[{"fieldLabel":"Name"}]' });
    expect(form.waiting).toMatchObject({ form: { title: 'Ship it?', fields: [{ label: 'Name', type: 'text' }] } });
  });

  it.each([
    [{}, { kind: 'webhook', request: { query: { approved: 'true' } } }, [{ data: { approved: true } }]],
    [{}, { kind: 'webhook', request: { query: { approved: 'false' } } }, [{ data: { approved: false } }]],
    [{}, { kind: 'time' }, [{ n: 1 }]],
    [
      { responseType: 'freeText' },
      { kind: 'form', fields: { Response: 'Later' }, request: {} },
      [{ data: { text: 'Later' } }],
    ],
    [
      { responseType: 'customForm' },
      { kind: 'form', fields: { Name: 'Ada' }, request: {} },
      [{ data: { Name: 'Ada' } }],
    ],
  ])('goes on with what it was answered: %j %j', async (parameters, resumption, expected) => {
    const { run, service } = await start();
    const whole = { ...chat, message: 'Ship it?', ...parameters };
    const items = [{ n: 1 }];
    const asked = await run('sendAndWait', whole, { items, request });
    const after = { ...request, resumption: resumption as never, recorded: asked.run.finished };
    const { json } = await run('sendAndWait', whole, { items, request: after });
    expect([json, service.heard.length]).toEqual([expected, 1]);
  });
});
