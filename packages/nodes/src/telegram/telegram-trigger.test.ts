import { expect, it } from 'vitest';
import { type Heard, localService } from '../service/service.testing.ts';
import { callOf, nodeForTest } from '../service/setup.testing.ts';
import { telegramTrigger } from './telegram-trigger.node.ts';

/** One bot, which tells one address. */
const start = async (parameters: object = {}, more: object = {}) => {
  const bot: { url: string; allowed_updates?: string[]; secret_token?: string } = { url: '' };
  const service = await localService(
    'https://api.telegram.org',
    {
      'POST /botTOKEN/getWebhookInfo': () => ({
        ok: true,
        result: { url: bot.url, allowed_updates: bot.allowed_updates },
      }),
      'POST /botTOKEN/setWebhook': ({ body }: Heard) => {
        Object.assign(bot, body);
        return { ok: true, result: true };
      },
      'POST /botTOKEN/deleteWebhook': () => {
        bot.url = '';
        return { ok: true, result: true };
      },
      'POST /botTOKEN/getFile': ({ body }: Heard) => ({
        ok: true,
        result: { file_path: `photos/${(body as { file_id: string }).file_id}.jpg` },
      }),
      'GET /file/botTOKEN/photos/:name': ({ params }: Heard) => `bytes of ${params.name}`,
    },
    { credentials: { telegramApi: {} } },
  );
  const whole = { updates: ['message'], ...parameters };
  const node = nodeForTest(telegramTrigger, {
    parameters: whole,
    host: service.host,
    credential: 'telegramApi',
    ...more,
  });
  const receive = (update: object, token = String(node.kept().webhookSecret)) =>
    node.receive(callOf(update, { 'x-telegram-bot-api-secret-token': token }));
  return { bot, service, node, parameters: whole, receive };
};

const message = (chat: number, from: number, more: object = {}) => ({
  update_id: 1,
  message: { message_id: 1, chat: { id: chat }, from: { id: from }, text: 'Hi', ...more },
});

it('tells Telegram its address, its updates and a secret; finds that again, and takes it back', async () => {
  const { bot, node, parameters } = await start();
  expect(await node.exists()).toBe(false);
  await node.register();
  expect(bot).toMatchObject({
    url: 'https://m.example/webhook/hook/webhook',
    allowed_updates: ['message'],
    secret_token: node.kept().webhookSecret,
    drop_pending_updates: true,
  });
  expect(await node.exists()).toBe(true);
  parameters.updates = ['message', '*'];
  expect(await node.exists()).toBe(false);
  await node.unregister();
  expect(bot.url).toBe('');
});

it('leaves the address of another workflow alone', async () => {
  const { bot, node } = await start();
  await node.register();
  bot.url = 'https://elsewhere.example';
  await node.unregister();
  expect(bot.url).toBe('https://elsewhere.example');
});

it('gives the address of somebody else back after a test, and leaves that of an active workflow to its registration', async () => {
  const { bot, node } = await start({}, { isTest: true, url: 'https://m.example/webhook-test/hook' });
  for (const [before, after] of [
    ['https://other.example/bot', 'https://other.example/bot'],
    ['https://m.example/webhook/hook', ''],
  ]) {
    bot.url = before!;
    await node.register();
    expect(bot).toMatchObject({ url: 'https://m.example/webhook-test/hook', drop_pending_updates: false });
    await node.unregister();
    expect(bot.url).toBe(after);
  }
});

it('starts with what brings the secret, and refuses the rest', async () => {
  const { node, receive } = await start();
  const update = message(1, 2);
  expect(await receive(update, '')).toMatchObject({ kind: 'refuse', status: 403 });
  await node.register();
  expect(await receive(update)).toEqual({ kind: 'accept', output: [[{ json: update }]] });
  expect(await receive(update, 'wrong')).toMatchObject({ kind: 'refuse', status: 403 });
});

it.each([
  [{ chatIds: '1, 5' }, message(1, 2), 'accept'],
  [{ chatIds: '5' }, message(1, 2), 'answer'],
  [{ userIds: '2' }, message(1, 2), 'accept'],
  [{ userIds: '3' }, message(1, 2), 'answer'],
  [{ chatIds: '1', userIds: '3' }, message(1, 2), 'answer'],
  [
    { chatIds: '1' },
    { update_id: 1, callback_query: { id: 'q', from: { id: 2 }, message: { chat: { id: 1 } } } },
    'accept',
  ],
  [{ chatIds: '1' }, { update_id: 1, inline_query: { id: 'q', from: { id: 2 } } }, 'answer'],
])('restricted to %j', async (additionalFields, update, kind) => {
  const { node, receive } = await start({ additionalFields });
  await node.register();
  expect(await receive(update)).toMatchObject({ kind });
});

it.each([
  [{ photo: [{ file_id: 's' }, { file_id: 'm' }, { file_id: 'l' }, { file_id: 'x' }] }, {}, 'l.jpg'],
  [{ photo: [{ file_id: 's' }, { file_id: 'm' }] }, { imageSize: 'small' }, 's.jpg'],
  [{ photo: [{ file_id: 'only' }] }, {}, 'only.jpg'],
  [{ document: { file_id: 'd' } }, {}, 'd.jpg'],
  [{ voice: { file_id: 'v' } }, {}, 'v.jpg'],
  [{}, {}, undefined],
])('downloads the file of %j', async (content, options, name) => {
  const { node, receive, service } = await start({ additionalFields: { download: true, ...options } });
  await node.register();
  const receipt = await receive(message(1, 2, content));
  const file = receipt.kind === 'accept' ? receipt.output[0]?.[0]?.binary?.data : undefined;
  expect(file?.fileName).toBe(name);
  if (file) expect(new TextDecoder().decode(await service.host.binary.read(file))).toBe(`bytes of ${name}`);
});
