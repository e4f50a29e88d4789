import { isObject, type JsonObject } from '@millrace/contract/data';
import { accept, answer } from '@millrace/engine/node-api';
import { choice, choices, collection, text, toggle } from '../service/field.ts';
import { defineWebhookTrigger, type ReceiveTools, type RegistrationTools } from '../service/webhook-trigger.ts';
import { telegramConnection } from './connection.ts';
import { downloadFile } from './files.ts';

const updates = {
  '*': 'Any update',
  callback_query: 'Callback query',
  channel_post: 'Channel post',
  edited_channel_post: 'Edited channel post',
  edited_message: 'Edited message',
  inline_query: 'Inline query',
  message: 'Message',
  poll: 'Poll change',
  pre_checkout_query: 'Pre-checkout query',
  shipping_query: 'Shipping query',
};

const restricted = { displayOptions: { show: { '@version': [{ _cnd: { gte: 1.1 } }] } } } as const;
const sizes: readonly unknown[] = ['small', 'medium', 'large', 'extraLarge'];

interface WebhookInfo {
  result: { url: string; allowed_updates?: string[] };
}

const info = (tools: RegistrationTools) => tools.request<WebhookInfo>('POST /getWebhookInfo');

/** None: all that bots get without asking. */
const wanted = (tools: RegistrationTools): string[] => {
  const chosen = tools.value('updates') as string[];
  return chosen.includes('*') ? [] : chosen;
};

const setWebhook = (tools: RegistrationTools, url: string, drops: boolean) =>
  tools.request('POST /setWebhook', {
    body: { url, allowed_updates: wanted(tools), secret_token: tools.secret(), drop_pending_updates: drops },
  });

const listed = (value: unknown): string[] =>
  String(value ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '');

const objectOf = (value: unknown): JsonObject | undefined => (isObject(value) ? (value as JsonObject) : undefined);

const idOf = (value: unknown): string | undefined => {
  const id = objectOf(value)?.id;
  return id === undefined ? undefined : String(id);
};

/** Chat and sender of an update of any kind. */
const sourceOf = (update: JsonObject): { chat: string | undefined; user: string | undefined } => {
  const event = objectOf(Object.values(update).find(isObject)) ?? {};
  const message = objectOf(event.message) ?? event;
  return { chat: idOf(message.chat), user: idOf(event.from) };
};

const isAllowed = (update: JsonObject, { chatIds, userIds }: { chatIds?: unknown; userIds?: unknown }): boolean => {
  const { chat, user } = sourceOf(update);
  const fits = (id: string | undefined, ids: string[]) => ids.length === 0 || (id !== undefined && ids.includes(id));
  return fits(chat, listed(chatIds)) && fits(user, listed(userIds));
};

/** The file of a message: of a photo the size that was asked for, or the only one. */
const fileIdOf = (update: JsonObject, imageSize: unknown): string | undefined => {
  const post = objectOf(update.message ?? update.channel_post) ?? {};
  const photos = Array.isArray(post.photo) ? post.photo : [];
  const photo = photos[sizes.indexOf(imageSize ?? 'large')] ?? photos.at(-1);
  const file = [photo, post.video, post.document, post.voice, post.audio].map(objectOf).find(Boolean);
  return typeof file?.file_id === 'string' ? file.file_id : undefined;
};

const fileOf = async (update: JsonObject, imageSize: unknown, tools: ReceiveTools) => {
  const fileId = fileIdOf(update, imageSize);
  if (fileId === undefined) return undefined;
  const { result } = await tools.request<{ result: { file_path: string } }>('POST /getFile', {
    body: { file_id: fileId },
  });
  return downloadFile(tools, result.file_path);
};

export const telegramTrigger = defineWebhookTrigger({
  name: 'service.telegramTrigger',
  displayName: 'Telegram Trigger',
  description: 'Starts the workflow when a Telegram bot receives a message or another update',
  aliases: ['n8n-nodes-base.telegramTrigger'],
  versions: [1, 1.1, 1.2, 1.3],
  defaultVersion: 1.3,
  color: '#2897cf',
  category: 'Communication',
  words: ['chat', 'bot', 'message', 'messenger', 'webhook'],
  subtitle: '={{ $parameter.updates.join(", ") }}',
  connection: telegramConnection,
  fields: [
    {
      name: 'telegramTriggerNotice',
      displayName:
        'A bot sends its updates to a single URL, so use one trigger per bot. Testing interrupts the active workflow.',
      type: 'notice',
      default: '',
    },
    choices('updates', 'Trigger on', updates, { required: true }),
    collection('additionalFields', 'Additional fields', [
      toggle('download', 'Download images/files', {
        description: 'Whether to download files of messages. Each file of an album starts its own execution.',
      }),
      choice(
        'imageSize',
        'Image size',
        { small: 'Small', medium: 'Medium', large: 'Large', extraLarge: 'Extra large' },
        { default: 'large', displayOptions: { show: { download: [true] } } },
      ),
      text('chatIds', 'Restrict to chat IDs', { ...restricted, description: 'Chat IDs, separated by commas' }),
      text('userIds', 'Restrict to user IDs', { ...restricted, description: 'User IDs, separated by commas' }),
    ]),
  ],
  registration: {
    async exists(tools) {
      const { result } = await info(tools);
      const isSame =
        JSON.stringify((result.allowed_updates ?? []).toSorted()) === JSON.stringify(wanted(tools).toSorted());
      // A secret that is not known here proves nothing.
      return result.url === tools.url && isSame && tools.kept.webhookSecret !== undefined;
    },
    async register(tools) {
      if (tools.isTest) {
        const { result } = await info(tools);
        // Who else got them gets them again when the test is over. An active workflow of this instance is registered anew, with its own secret.
        const isOwn = URL.parse(result.url)?.origin === URL.parse(tools.url)?.origin;
        if (result.url !== '' && !isOwn) tools.kept.interrupted = result.url;
      }
      await setWebhook(tools, tools.url, !tools.isTest);
    },
    async unregister(tools) {
      const { result } = await info(tools);
      if (result.url !== tools.url) return;
      const { interrupted } = tools.kept;
      if (tools.isTest && typeof interrupted === 'string') {
        delete tools.kept.interrupted;
        await setWebhook(tools, interrupted, false);
      } else await tools.request('POST /deleteWebhook');
    },
  },
  verify: { type: 'token', header: 'x-telegram-bot-api-secret-token', status: 403 },
  async receive({ body }, tools) {
    const update = (isObject(body) ? body : {}) as JsonObject;
    const options = tools.value('additionalFields') as Record<string, unknown>;
    if (!isAllowed(update, options)) return answer();
    const data = options.download === true ? await fileOf(update, options.imageSize, tools) : undefined;
    return accept([{ json: update, ...(data && { binary: { data } }) }]);
  },
});
